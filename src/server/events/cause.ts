/** What the code under way was caused by, where an automation did: written into every event that it emits. */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Cause {
  /** The run of a workflow that did it, or the job that brought examples in. */
  runId: string;
  /** The workflows that led to it, the first one first, the one that did it last. */
  chain: readonly string[];
  /** Example data: it starts no workflow and goes to no webhook. */
  quiet?: true;
}

const storage = new AsyncLocalStorage<Cause>();

/** Runs `fn` as caused by an automation. */
export function withCause<T>(cause: Cause | null | undefined, fn: () => T): T {
  return cause ? storage.run(cause, fn) : fn();
}

export function currentCause(): Cause | undefined {
  return storage.getStore();
}
