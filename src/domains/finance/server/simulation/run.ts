/** Simulations, one after the other, in a thread of their own: requests of others are answered meanwhile. */
import { AppError } from '../../../../kernel/errors.ts';
import { Thread } from '../../../../server/threads/thread.ts';
import type { Simulation, SimulationInput } from '../../engine/simulation/index.ts';

const thread = new Thread<SimulationInput, Simulation>({
  file: new URL('worker.ts', import.meta.url),
  busy: 'Many predictions are being computed. Try again in a moment.',
  interrupted: 'The prediction was interrupted. Try again.',
  failure: (message) => new AppError('validation', message),
});

/**
 * @param signal gives the simulation up: one in line is forgotten, one under way is stopped
 * @throws AppError `unavailable` when too many are in line or it was given up, `validation` for an input that the
 *   engine refuses
 */
export const runSimulation = (input: SimulationInput, signal?: AbortSignal): Promise<Simulation> =>
  thread.run(input, signal);

/** Ends the thread, for a graceful stop; what is in line is told so. */
export const stopSimulations = (): Promise<void> => thread.stop();
