/** Declaring what kinds of jobs there are. */
import type * as z from 'zod';
import type { Asker } from './requester.ts';

/**
 * What a handler answers that let others have their turn: the job goes to the end of the queue, and on from its
 * checkpoint.
 */
export const AGAIN = Symbol('again');

/** What a handler is given. */
export interface JobContext<Payload, State> {
  jobId: string;
  payload: Payload;
  /** What the last `checkpoint()` stored; undefined on the first run. */
  state: State | undefined;
  /** How often the job was started, this time included. */
  attempt: number;
  /** Aborts when the job is cancelled, when this process stops, or when another worker took over. Look at it often. */
  signal: AbortSignal;
  /**
   * Says how far the job is. Call it as often as you like: it only remembers, and twice a second the newest figures are
   * written and shown. `total` undefined: unknown.
   */
  progress(done: number, total?: number, message?: string): void;
  /**
   * Stores where to resume. Inside `transaction()` it commits together with the work that it stands for, so that after
   * a crash nothing is done twice and nothing left out.
   * @throws Error when the job was cancelled, stopped or taken over meanwhile: the transaction must not commit.
   */
  checkpoint(state: State): Promise<void>;
  /**
   * Whether it has worked for a while and jobs of other workspaces wait for it. A handler that finds its place again
   * asks between two pieces of its work and answers `AGAIN` then, so that nobody's long work keeps everybody else
   * waiting.
   */
  turnIsOver(): boolean;
}

/** How a job ended that was not done. */
export interface JobEnd {
  jobId: string;
  state: 'cancelled' | 'failed';
  /** Why, in words for people. */
  error: string;
}

export interface JobDefinition<Payload = unknown, State = unknown, Result = unknown> {
  /** Dotted and never changed: `crm.import`. */
  name: string;
  payload: z.ZodType<Payload>;
  /** What people read in the list of jobs. */
  title: (payload: Payload) => string;
  /**
   * Further tries after an error, with growing pauses: `backoff`, twice that, four times that, … seconds, an hour at
   * most.
   */
  retry: { limit: number; backoff: number };
  /** How many of them one process works on at a time. */
  concurrency: number;
  /** Seconds after which its turn is over where others wait. */
  turn: number;
  /**
   * For what a person does with many records or all of them: it stops when they leave or lose their role, waiting or
   * running. Absent: it goes on whoever asked, as what a workspace does by itself, and what would stay half done
   * otherwise.
   */
  asker?: Asker;
  /** Runs in the workspace and in the name of the person who enqueued the job. The result must be JSON. */
  handler: (context: JobContext<Payload, State>) => Promise<Result | typeof AGAIN>;
  /**
   * For domains with a state of their own: the job was stopped, waiting or running, or has given up. Runs in the
   * transaction that says so, in the job's workspace and name. A handler that was broken off may still be in a step.
   */
  ended?: (payload: Payload, how: JobEnd) => Promise<void>;
  /** Somebody starts it again after that. What it throws keeps it from starting. */
  revived?: (payload: Payload, jobId: string) => Promise<void>;
}

const definitions = new Map<string, JobDefinition>();

export interface JobOptions<Payload, State, Result> extends Partial<
  Pick<JobDefinition<Payload, State, Result>, 'retry' | 'concurrency' | 'turn' | 'asker' | 'ended' | 'revived'>
> {
  name: string;
  payload: z.ZodType<Payload>;
  title: string | ((payload: Payload) => string);
  handler: (context: JobContext<Payload, State>) => Promise<Result | typeof AGAIN>;
}

/** Declares a kind of job; by default it is tried three more times from 5 seconds on, one at a time in each process. */
export function defineJob<Payload, State = never, Result = void>(
  options: JobOptions<Payload, State, Result>,
): JobDefinition<Payload, State, Result> {
  if (definitions.has(options.name)) throw new Error(`There are two jobs called ${options.name}`);
  const { title } = options;
  const definition: JobDefinition<Payload, State, Result> = {
    retry: { limit: 3, backoff: 5 },
    concurrency: 1,
    turn: 5,
    ...options,
    title: typeof title === 'string' ? () => title : title,
  };
  definitions.set(definition.name, definition as unknown as JobDefinition);
  return definition;
}

export function jobDefinitions(): ReadonlyMap<string, JobDefinition> {
  return definitions;
}

const MAX_PAUSE = 3_600;

/** Seconds to wait before the try after the given number of failures. */
export function pauseAfter(failures: number, { backoff }: JobDefinition['retry']): number {
  return Math.min(backoff * 2 ** (failures - 1), MAX_PAUSE);
}
