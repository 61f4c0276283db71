/** What the code under way was caused by, where an automation did: written into every event that it emits. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** What wrote where no person did: told by timelines and messages, by the name that it had then. */
export interface Agent {
  kind: 'workflow' | 'sync' | 'form';
  /** Of the workflow's run, of the sync, of the web form. */
  id: string;
  /** Of a sync: of the other side. */
  name: string;
}

export interface Cause {
  /** The run of a workflow that did it, or the job that brought examples in. */
  runId: string;
  /** The workflows that led to it, the first one first, the one that did it last. */
  chain: readonly string[];
  /** Who did it, where it is not a person's own act. */
  by?: Agent;
  /** Example data: it starts no workflow and goes to no webhook. */
  quiet?: true;
}

const storage = new AsyncLocalStorage<Cause>();

/** Runs `fn` as caused by an automation. */
export function withCause<T>(cause: Cause | null | undefined, fn: () => T): T {
  return cause ? storage.run(cause, fn) : fn();
}

/** Who did it; a workflow without a name where that was written down before names were. */
export function agentOf(cause: Cause | null | undefined): Agent | undefined {
  return cause?.by ?? (cause && cause.chain.length > 0 ? { kind: 'workflow', id: cause.runId, name: '' } : undefined);
}

export function currentCause(): Cause | undefined {
  return storage.getStore();
}
