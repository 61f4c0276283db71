/**
 * Ports of the local services that a worker's own server may call. Files run side by side, and so may whole runs, so each
 * run has a range of its own, chosen where its configuration is read and inherited by its workers.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';

const RANGE = 10;
const RANGES = 1_200;

process.env['E2E_PORTS'] ??= String(await freeRange());

/** The first range from this process's place on in which nothing listens. */
async function freeRange(): Promise<number> {
  for (let n = process.pid; n < process.pid + RANGES; n += 1) {
    const first = 20_000 + (n % RANGES) * RANGE;
    const ports = Array.from({ length: RANGE }, (_, place) => first + place);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
  throw new Error('No ten ports in a row are free from 20,000 to 32,000.');
}

/** Whether a server could listen there now. */
export async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}

/** @param place of the service among those of a worker */
const portOf = (worker: number, place: number): number => Number(process.env['E2E_PORTS']) + worker * 3 + place;

/** This process's index among the workers that run at the same time. */
const ownIndex = (): number => Number(process.env['TEST_PARALLEL_INDEX'] ?? 0);

/** @param worker Playwright's index of workers that run at the same time */
export const modelPort = (worker: number): number => portOf(worker, 0);

/** The same inside a worker's process. */
export const ownModelPort = (): number => modelPort(ownIndex());

/** Ports of the worker's mail servers. */
export const ownMailPorts = (): { imap: number; smtp: number } => ({
  imap: portOf(ownIndex(), 1),
  smtp: portOf(ownIndex(), 2),
});
