/** Simulations, one after the other, in one worker thread that starts with the first and goes when nobody needs it. */
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../../kernel/errors.ts';
import type { Simulation, SimulationInput } from '../../engine/simulation/index.ts';

interface Waiting {
  resolve: (simulation: Simulation) => void;
  reject: (error: Error) => void;
}

type Answer = { id: number; simulation: Simulation } | { id: number; failure: string };

const IDLE_MS = 30_000;
/** More than this many in line are refused rather than kept waiting. */
const MOST_WAITING = 20;

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let lastId = 0;
const waiting = new Map<number, Waiting>();

/** @throws AppError `unavailable` when too many are in line, `validation` for an input that the engine refuses */
export async function runSimulation(input: SimulationInput): Promise<Simulation> {
  if (waiting.size >= MOST_WAITING) throw new AppError('unavailable', 'Many predictions are being computed. Try again in a moment.', { retryAfter: 5 });
  clearTimeout(idle);
  worker ??= start();
  const id = ++lastId;
  const answer = new Promise<Simulation>((resolve, reject) => waiting.set(id, { resolve, reject }));
  worker.postMessage({ id, input });
  return answer;
}

/** Ends the worker, for a graceful stop. */
export async function stopSimulations(): Promise<void> {
  clearTimeout(idle);
  const stopping = worker;
  worker = undefined;
  await stopping?.terminate();
}

function start(): Worker {
  const started = new Worker(new URL('worker.ts', import.meta.url));
  // A worker with nothing to do does not keep the process alive.
  started.unref();
  started.on('message', (answer: Answer) => settle(answer));
  started.on('error', (error) => failAll(error));
  started.on('exit', () => {
    if (worker === started) worker = undefined;
    failAll(new AppError('unavailable', 'The prediction was interrupted. Try again.'));
  });
  return started;
}

function settle(answer: Answer): void {
  const one = waiting.get(answer.id);
  waiting.delete(answer.id);
  if ('failure' in answer) one?.reject(new AppError('validation', answer.failure));
  else one?.resolve(answer.simulation);
  if (waiting.size === 0) idle = setTimeout(() => void stopSimulations(), IDLE_MS).unref();
}

function failAll(error: Error): void {
  for (const one of waiting.values()) one.reject(error);
  waiting.clear();
}
