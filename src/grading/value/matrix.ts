// Sums, products and powers of matrices, worked out on the trees of their cells.
import { contains, type Node, product, sum } from "../parse/tree.ts";

/** Whether a matrix stands anywhere in the tree. */
export function holdsMatrix(node: Node): boolean {
  return contains(node, (inner) => inner.kind === "matrix");
}

const MAX_CELLS = 100;

/** The rows of a matrix expression, or null where sizes do not fit or the operation is not one of matrices. */
export function matrixOf(node: Node): Node[][] | null {
  if (node.kind === "matrix") return node.rows.flat().length <= MAX_CELLS ? node.rows : null;
  if (node.kind === "add") return node.terms.map(matrixOf).reduce(addRows);
  if (node.kind === "mul") return multiplyAll(node.factors);
  if (node.kind === "pow" && node.exponent.kind === "number" && node.exponent.value.d === 1n) {
    const count = node.exponent.value.n;
    const base = count >= 1n && count <= 4n ? matrixOf(node.base) : null;
    return base ? Array.from({ length: Number(count) }, () => base as Node[][] | null).reduce(multiplyRows) : null;
  }
  if (node.kind === "call" && node.name === "overline") return null;
  return null;
}

function addRows(left: Node[][] | null, right: Node[][] | null): Node[][] | null {
  if (!left || !right || left.length !== right.length || left[0]?.length !== right[0]?.length) return null;
  return left.map((row, at) => row.map((cell, column) => sum([cell, right[at]?.[column] as Node])));
}

function multiplyAll(factors: Node[]): Node[][] | null {
  let rows: Node[][] | null = null;
  const scalars: Node[] = [];
  for (const factor of factors) {
    if (!holdsMatrix(factor)) scalars.push(factor);
    else rows = rows ? multiplyRows(rows, matrixOf(factor)) : matrixOf(factor);
    if (holdsMatrix(factor) && !rows) return null;
  }
  return rows ? rows.map((row) => row.map((cell) => product([...scalars, cell]))) : null;
}

function multiplyRows(left: Node[][] | null, right: Node[][] | null): Node[][] | null {
  if (!left || !right || left[0]?.length !== right.length || right.length > 8) return null;
  const columns = right[0]?.map((_cell, at) => right.map((row) => row[at] as Node)) ?? [];
  return left.map((row) => columns.map((column) => sum(row.map((cell, at) => product([cell, column[at] as Node])))));
}
