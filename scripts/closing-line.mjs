// A vitest reporter whose last words are one line that machines read: "N passed, N failed[, N skipped]". The line before
// it says what this run left out, so that a green run never looks like more than it was.
const longestList = 8;

/** The names of the groups that were skipped as a whole, and of single tests that were skipped in other groups. */
function skippedNames(children, group) {
  const tests = [...children.allTests()];
  const skipped = tests.filter((test) => test.result().state === "skipped").length;
  if (skipped === 0) return [];
  if (skipped === tests.length && group !== undefined) return [`${group} (${skipped})`];
  return children.array().flatMap((child) => {
    if (child.type === "suite") return skippedNames(child.children, child.fullName);
    return child.result().state === "skipped" ? [child.fullName] : [];
  });
}

/** The two closing lines of a run. */
export function closingLines(modules, unhandledErrors) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const notRun = [];
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      // A test that never finished is a failure, whatever the reason.
      counts[state === "pending" ? "failed" : state] += 1;
    }
    // A file that cannot be loaded, or whose hooks throw, has no failing test to count.
    if (module.errors().length > 0) counts.failed += 1;
    notRun.push(...skippedNames(module.children));
  }
  counts.failed += unhandledErrors.length;
  const skipped = counts.skipped === 0 ? "" : `, ${counts.skipped} skipped`;
  const more = notRun.length > longestList ? [`and ${notRun.length - longestList} more`] : [];
  const names = [...notRun.slice(0, longestList), ...more, "system tests (npm run test:system)"];
  return `Not run: ${names.join("; ")}.\n${counts.passed} passed, ${counts.failed} failed${skipped}\n`;
}

export default class ClosingLineReporter {
  onInit(vitest) {
    this.watching = vitest.config.watch;
  }

  onTestRunEnd(modules, unhandledErrors) {
    const text = closingLines(modules, unhandledErrors);
    if (this.watching) process.stdout.write(text);
    else process.once("exit", () => process.stdout.write(text));
  }
}
