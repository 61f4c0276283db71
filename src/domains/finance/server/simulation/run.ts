/** Simulations, one after the other, in one worker thread that starts with the first and goes when nobody needs it. */
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../../kernel/errors.ts';
import type { Simulation, SimulationInput } from '../../engine/simulation/index.ts';

interface Waiting {
  id: number;
  input: SimulationInput;
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
let running: Waiting | undefined;
let line: Waiting[] = [];

/**
 * @param signal gives the simulation up: one in line is forgotten, one under way is stopped
 * @throws AppError `unavailable` when too many are in line or it was given up, `validation` for an input that the engine refuses
 */
export async function runSimulation(input: SimulationInput, signal?: AbortSignal): Promise<Simulation> {
  if (line.length >= MOST_WAITING) throw new AppError('unavailable', 'Many predictions are being computed. Try again in a moment.', { retryAfter: 5 });
  const id = ++lastId;
  const answer = new Promise<Simulation>((resolve, reject) => line.push({ id, input, resolve, reject }));
  const giveUp = (): void => void cancel(id);
  if (signal?.aborted) giveUp();
  else signal?.addEventListener('abort', giveUp, { once: true });
  next();
  return answer.finally(() => signal?.removeEventListener('abort', giveUp));
}

/** Ends the worker, for a graceful stop; what is in line is told so. */
export async function stopSimulations(): Promise<void> {
  clearTimeout(idle);
  const stopping = worker;
  worker = undefined;
  failAll(interrupted());
  await stopping?.terminate();
}

const interrupted = (): AppError => new AppError('unavailable', 'The prediction was interrupted. Try again.');

async function cancel(id: number): Promise<void> {
  const waiting = line.find((one) => one.id === id);
  line = line.filter((one) => one !== waiting);
  waiting?.reject(interrupted());
  if (running?.id !== id) return;
  // A thread that computes hears nothing: it is ended, and the next simulation starts another.
  const stopping = worker;
  worker = undefined;
  running.reject(interrupted());
  running = undefined;
  await stopping?.terminate();
  next();
}

function next(): void {
  if (running || line.length === 0) return;
  clearTimeout(idle);
  running = line.shift()!;
  worker ??= start();
  worker.postMessage({ id: running.id, input: running.input });
}

function start(): Worker {
  const started = new Worker(new URL('worker.ts', import.meta.url));
  // A worker with nothing to do does not keep the process alive.
  started.unref();
  started.on('message', (answer: Answer) => settle(answer));
  started.on('error', (error) => {
    if (worker === started) failAll(error);
  });
  started.on('exit', () => {
    if (worker !== started) return;
    worker = undefined;
    failAll(interrupted());
  });
  return started;
}

function settle(answer: Answer): void {
  if (running?.id !== answer.id) return;
  const one = running;
  running = undefined;
  if ('failure' in answer) one.reject(new AppError('validation', answer.failure));
  else one.resolve(answer.simulation);
  if (line.length === 0) idle = setTimeout(() => void stopSimulations(), IDLE_MS).unref();
  else next();
}

function failAll(error: Error): void {
  const all = running ? [running, ...line] : line;
  running = undefined;
  line = [];
  for (const one of all) one.reject(error);
}
