// Puts a whole file in the place of another in one step: whoever reads sees the old one or the new one, never half of one.
import { randomBytes } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "./sync-folder.ts";

/** A name beside a file that no other process uses, on this machine or on another that shares the folder. */
export function temporaryName(path: string): string {
  return `${path}.${randomBytes(6).toString("hex")}.tmp`;
}

/** Gives an open file the mode and, where this user may, the owner of another. */
export function takeModeOf(descriptor: number, model: Stats | undefined): void {
  if (model === undefined) return;
  try {
    fchownSync(descriptor, model.uid, model.gid);
  } catch {
    // Only root may give a file away; whoever else owns it may read it still.
  }
  fchmodSync(descriptor, model.mode & 0o777);
}

/** Writes a file that must not be there yet, with the mode and owner of another, down to the disk. */
export function writeNew(path: string, model: Stats | undefined, write: (descriptor: number) => void): void {
  const descriptor = openSync(path, "wx", 0o666);
  try {
    takeModeOf(descriptor, model);
    write(descriptor);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Replaces a file by what `write` puts into the descriptor; mode and owner stay. `confirm` may throw at the last moment, for
 * example because the old file has changed meanwhile. Throws what these and the file system throw; the old file is whole then
 * and the temporary one is gone.
 */
export function replaceFile(path: string, write: (descriptor: number) => void, confirm?: () => void): void {
  const temporary = temporaryName(path);
  try {
    writeNew(temporary, statSync(path, { throwIfNoEntry: false }), write);
    confirm?.();
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}
