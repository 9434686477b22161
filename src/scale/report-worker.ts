// A worker thread that reads one part of a path and posts its tallies, or the error as plain data.
import { parentPort, workerData } from "node:worker_threads";
import { InputError } from "../draw/input-error.ts";
import { type PartRequest, readPart } from "./read-part.ts";

try {
  parentPort?.postMessage({ tallies: await readPart(workerData as PartRequest) });
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  const { message, place, remedy, exitCode } = error;
  parentPort?.postMessage({ failure: { message, place: { ...place }, remedy, exitCode } });
}
