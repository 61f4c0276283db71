/** Declares the kinds of jobs. */
import type * as z from 'zod';
import type { Asker } from './requester.ts';

/** Result of a handler that yields: the job goes to the end of the queue and continues from its checkpoint. */
export const AGAIN = Symbol('again');

/** Input of a handler. */
export interface JobContext<Payload, State> {
  jobId: string;
  payload: Payload;
  /** The last `checkpoint()`; undefined on the first run. */
  state: State | undefined;
  /** Number of starts, including this one. */
  attempt: number;
  /** Aborts when the job is canceled, when this process stops, or when another worker took over. Check it often. */
  signal: AbortSignal;
  /**
   * Reports progress. Call it as often as you like: it only remembers, and the newest figures are written and shown
   * twice a second. `total` undefined means unknown.
   */
  progress(done: number, total?: number, message?: string): void;
  /**
   * Stores where to resume. Inside `transaction()` it commits together with its work, so that after a crash nothing is
   * done twice or left out.
   * @throws Error when the job was canceled, stopped, or taken over: the transaction must not commit
   */
  checkpoint(state: State): Promise<void>;
  /**
   * True if it has run for a while and jobs of other workspaces wait. A resumable handler checks it between two parts
   * and then returns `AGAIN`, so that a long job does not block the others.
   */
  turnIsOver(): boolean;
}

/** How an unfinished job ended. */
export interface JobEnd {
  jobId: string;
  state: 'cancelled' | 'failed';
  /** The reason, in words for people. */
  error: string;
}

export interface JobDefinition<Payload = unknown, State = unknown, Result = unknown> {
  /** Dotted, never changed: `crm.import`. */
  name: string;
  payload: z.ZodType<Payload>;
  /** Title in the list of jobs. */
  title: (payload: Payload) => string;
  /**
   * Retries after an error, with growing pauses: `backoff`, twice that, four times that, … seconds, an hour at most.
   */
  retry: { limit: number; backoff: number };
  /** Number of concurrent jobs of this kind in one process. */
  concurrency: number;
  /** Seconds after which its turn is over when others wait. */
  turn: number;
  /**
   * For a person's work on many or all records: it stops, waiting or running, when they leave or lose their role.
   * Absent for work of the workspace itself, and for work that must not stay half done: it continues whoever asked.
   */
  asker?: Asker;
  /** Runs in the workspace and in the name of the person who enqueued the job. The result must be JSON. */
  handler: (context: JobContext<Payload, State>) => Promise<Result | typeof AGAIN>;
  /**
   * For domains with a state of their own: the job was stopped, waiting or running, or gave up. Runs in the transaction
   * that records it, in the job's workspace and name. An interrupted handler may still be in a step.
   */
  ended?: (payload: Payload, how: JobEnd) => Promise<void>;
  /** Someone restarts it after that. An error keeps it from starting. */
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

/** Declares a kind of job. By default it is retried three times from 5 seconds on, one at a time in each process. */
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

/** Seconds to wait after the given number of failures. */
export function pauseAfter(failures: number, { backoff }: JobDefinition['retry']): number {
  return Math.min(backoff * 2 ** (failures - 1), MAX_PAUSE);
}
