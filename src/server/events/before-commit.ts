/** What follows from changes and belongs into their transaction: whoever reads after the commit finds it done. */
import { currentScope, currentTransaction, inScope } from '../db/index.ts';

type Settle = () => Promise<void>;

const settlings: Settle[] = [];
const waiting = new WeakSet();

/**
 * Declares work that runs in each transaction that emits an event in a workspace: right after the event, so that an
 * answer read next is right, and once more before the commit. It must be cheap where nothing is to be done.
 */
export function defineSettling(settle: Settle): void {
  settlings.push(settle);
}

/** Does it now, and again before the open transaction commits. Only who writes without an event need ask for it. */
export async function settle(): Promise<void> {
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
  for (const one of settlings) await one();
}
