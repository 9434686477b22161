// Opens a stored file as a stream of bytes, unpacking gzip and zstd by their magic numbers.
import { open } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { Decompress } from "fzstd";
import { InputError } from "../draw/input-error.ts";

const CHUNK = 256 * 1024;
// fzstd recurses once per frame inside a chunk, so a chunk of many tiny frames has to stay small.
const ZSTD_CHUNK = 16 * 1024;
const NOTHING = new Uint8Array(0);

type Packing = "gzip" | "zstd" | "none";

const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EISDIR: "is a folder, not a file",
  EACCES: "may not be read (permission denied)",
  EPERM: "may not be read (permission denied)",
};

/** Returns an InputError for what the file system threw at a path. */
export function fileFault(path: string, fault: unknown): InputError {
  if (fault instanceof InputError) return fault;
  const code = fault instanceof Error && "code" in fault ? String(fault.code) : "";
  const message = FILE_FAULTS[code] ?? `cannot be read (${fault instanceof Error ? fault.message : String(fault)})`;
  return new InputError(message, { file: path });
}

/**
 * Yields the bytes of a file in order, unpacked when it starts like a gzip or zstd archive; several members or frames
 * are read as one. The buffers belong to the caller.
 * Throws InputError naming the file when it cannot be read, or when the archive is truncated or corrupt: what was
 * yielded before that must then not be used.
 */
export function readBytes(path: string): AsyncGenerator<Buffer, void, undefined> {
  return unpacked(fileChunks(path), path);
}

/** Yields the bytes of standard input as `readBytes` does those of a file. */
export function readStandardInput(): AsyncGenerator<Buffer, void, undefined> {
  return unpacked(inputChunks(), "standard input");
}

async function* unpacked(
  chunks: AsyncGenerator<Buffer, void, undefined>,
  path: string,
): AsyncGenerator<Buffer, void, undefined> {
  const first = await chunks.next();
  if (first.done === true) return;
  const whole = resume(first.value, chunks);
  const packing = packingOf(first.value);
  if (packing === "none") return yield* whole;
  try {
    yield* packing === "gzip" ? gunzipped(whole) : unzstd(whole);
  } catch (fault) {
    if (fault instanceof InputError) throw fault;
    const reason = fault instanceof Error ? fault.message : String(fault);
    throw new InputError(
      `the ${packing} archive is truncated or corrupt (${reason})`,
      { file: path },
      "Nothing of it was used: copy it again from where it came from.",
    );
  }
}

/** Returns at most `length` of the first unpacked bytes of a file. Throws what `readBytes` throws. */
export async function peekBytes(path: string, length: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let have = 0;
  for await (const piece of readBytes(path)) {
    pieces.push(piece);
    have += piece.length;
    if (have >= length) break;
  }
  return Buffer.concat(pieces).subarray(0, length);
}

function packingOf(bytes: Buffer): Packing {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return "gzip";
  if (bytes.length < 4) return "none";
  const magic = bytes.readUInt32LE(0);
  // The second family are the skippable frames with which an archive may start (pzstd writes them).
  return magic === 0xfd2fb528 || (magic & 0xfffffff0) >>> 0 === 0x184d2a50 ? "zstd" : "none";
}

async function* inputChunks(): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of process.stdin) yield chunk as Buffer;
}

async function* fileChunks(path: string): AsyncGenerator<Buffer, void, undefined> {
  try {
    const handle = await open(path, "r");
    try {
      for (;;) {
        const buffer = Buffer.allocUnsafe(CHUNK);
        const { bytesRead } = await handle.read(buffer, 0, CHUNK, null);
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await handle.close();
    }
  } catch (fault) {
    throw fileFault(path, fault);
  }
}

async function* resume(
  first: Buffer,
  rest: AsyncGenerator<Buffer, void, undefined>,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return();
  }
}

async function* gunzipped(chunks: AsyncGenerator<Buffer, void, undefined>): AsyncGenerator<Buffer, void, undefined> {
  const gunzip = createGunzip({ chunkSize: CHUNK });
  // A fault reaches the reader through the iteration below; the callback only keeps it from being thrown twice.
  pipeline(Readable.from(chunks), gunzip, () => undefined);
  for await (const chunk of gunzip) yield chunk as Buffer;
}

async function* unzstd(chunks: AsyncGenerator<Buffer, void, undefined>): AsyncGenerator<Buffer, void, undefined> {
  let ready: Buffer[] = [];
  const decompress = new Decompress((data) => {
    if (data.length > 0) ready.push(Buffer.from(data.buffer, data.byteOffset, data.length));
  });
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += ZSTD_CHUNK) {
      decompress.push(chunk.subarray(at, at + ZSTD_CHUNK), false);
      const blocks = ready;
      ready = [];
      yield* blocks;
    }
  }
  decompress.push(NOTHING, true);
  yield* ready;
}
