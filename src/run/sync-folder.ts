// Makes a rename last through a power cut, where the file system can.
import { closeSync, fsyncSync, openSync } from "node:fs";

/** Flushes a folder's entries to disk. Never throws: where it cannot be done the rename has happened either way. */
export function syncFolder(path: string): void {
  try {
    const descriptor = openSync(path, "r");
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Some platforms cannot open a folder.
  }
}
