/** Derived changes that belong to the same transaction, so that a read after the commit finds them done. */
import { currentScope, currentTransaction, inScope } from '../db/index.ts';

type BeforeCommitWork = () => Promise<void>;

const registered: BeforeCommitWork[] = [];
const waiting = new WeakSet();

/**
 * Declares work that runs in each transaction that emits an event in a workspace: right after the event, so that the
 * next answer is right, and once more before the commit. It must be cheap when there is nothing to do.
 */
export function defineBeforeCommit(work: BeforeCommitWork): void {
  registered.push(work);
}

/**
 * Runs the declared work now, and again before the open transaction commits. Only code that writes without an event needs to call it.
 */
export async function runBeforeCommitWork(): Promise<void> {
  const scope = currentScope();
  const open = currentTransaction();
  if (scope.role !== 'app' || !open) return;
  if (!waiting.has(open)) {
    waiting.add(open);
    open.beforeCommit.push(() => inScope(scope, runAll));
  }
  await runAll();
}

async function runAll(): Promise<void> {
  for (const one of registered) await one();
}
