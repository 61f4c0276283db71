/** Simulates in a thread of its own, so that requests of others are answered meanwhile. */
import { parentPort } from 'node:worker_threads';
import { simulate, type SimulationInput } from '../../engine/simulation/index.ts';

parentPort!.on('message', ({ id, input }: { id: number; input: SimulationInput }) => {
  try {
    parentPort!.postMessage({ id, simulation: simulate(input) });
  } catch (error) {
    parentPort!.postMessage({ id, failure: error instanceof Error ? error.message : String(error) });
  }
});
