/**
 * Ports of the local services that a worker's own server may call. Files run side by side, and so may whole runs, so each
 * run has a range of its own, chosen where its configuration is read and inherited by its workers.
 */
process.env['E2E_PORTS'] ??= String(20_000 + (process.pid % 1_200) * 10);

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
