// A worker thread that reads one part of a path and posts its tallies, or the errors as plain data.
import { parentPort, workerData } from "node:worker_threads";
import { InputError } from "../draw/input-error.ts";
import { type PartRequest, readPart } from "./read-part.ts";

const plain = ({ message, place, remedy, exitCode }: InputError) => ({
  message,
  place: { ...place },
  remedy,
  exitCode,
});

try {
  const { tallies, failures } = await readPart(workerData as PartRequest);
  parentPort?.postMessage({ tallies, failures: failures.map(({ key, error }) => ({ key, error: plain(error) })) });
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  parentPort?.postMessage({ error: plain(error) });
}
