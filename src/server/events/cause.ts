/** The automation that caused the running code; written into every event it emits. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** The author of a change that no person made; timelines and messages show the name it had then. */
export interface Agent {
  kind: 'workflow' | 'sync' | 'form';
  /** Id of the workflow's run, the sync, or the web form. */
  id: string;
  /** For a sync, the name of the other side. */
  name: string;
}

export interface Cause {
  /** The workflow run, or the job that loaded samples. */
  runId: string;
  /** The workflows that led to it, the first one first. */
  chain: readonly string[];
  /** The author, where it is not a person's own action. */
  by?: Agent;
  /** Sample data: starts no workflow and goes to no webhook. */
  quiet?: true;
}

const storage = new AsyncLocalStorage<Cause>();

/** Runs `fn` as caused by an automation. */
export function withCause<T>(cause: Cause | null | undefined, fn: () => T): T {
  return cause ? storage.run(cause, fn) : fn();
}

/** The author; a workflow without a name where the event is older than names. */
export function agentOf(cause: Cause | null | undefined): Agent | undefined {
  return cause?.by ?? (cause && cause.chain.length > 0 ? { kind: 'workflow', id: cause.runId, name: '' } : undefined);
}

export function currentCause(): Cause | undefined {
  return storage.getStore();
}
