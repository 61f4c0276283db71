/**
 * The port of a worker's language model, which the worker's own server may call. Files run side by side, so one port for
 * all would be taken.
 * @param worker Playwright's index of workers that run at the same time
 */
export const modelPort = (worker: number): number => 18_473 + worker;

/** The same inside a worker's process. */
export const ownModelPort = (): number => modelPort(Number(process.env['TEST_PARALLEL_INDEX'] ?? 0));

/** Ports of the worker's mail servers, by the same rule. */
export const ownMailPorts = (): { imap: number; smtp: number } => {
  const worker = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0);
  return { imap: 18_573 + worker, smtp: 18_673 + worker };
};
