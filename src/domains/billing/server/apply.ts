/**
 * Sends operations on a workspace's credits to `credit_apply()`. All of a workspace go through the lock of one row, so
 * what arrives at the same time travels together: one statement and one commit serve up to `MAX_BATCH` callers, however
 * long a commit takes.
 */
import { newId } from '../../../kernel/ids.ts';
import {
  afterCommit,
  currentScope,
  currentTransaction,
  inWorkspace,
  outsideTransaction,
  query,
} from '../../../server/db/index.ts';

import { publishPaths } from '../../../server/events/emit.ts';
import { log } from '../../../server/observability/log.ts';
import { START_CREDITS } from '../contract.ts';
import { CREDITS } from '../paths.ts';
import { tellOfCredits } from './notify.ts';

export interface GrantOperation {
  do: 'grant';
  id: string;
  key: string;
  source: 'start' | 'gift' | 'purchase' | 'plan' | 'refund';
  amount: string;
  reason?: string;
  by?: string | null;
  byName?: string | null;
  expiresAt?: string | null;
}

export type Operation =
  | {
      do: 'reserve';
      id: string;
      key: string;
      feature: string;
      userId: string | null;
      amount: string;
      note: string;
      seconds: number;
    }
  | { do: 'settle'; id: string; used: string | null }
  | { do: 'revoke'; id: string; by: string | null }
  | GrantOperation;

/** The limit that refused a reservation. */
export interface ReachedLimit {
  id: string;
  period: 'day' | 'month';
  who: 'all' | 'each' | 'person';
  feature: string | null;
  amount: string;
}

export interface Answer {
  state: 'ok' | 'missing' | 'credits' | 'limit' | 'settled' | 'released' | 'expired';
  id?: string;
  /** Refused: what could still be reserved. */
  left?: string;
  limit?: ReachedLimit;
  /** The balance was just found too small, and no one was told yet. */
  out?: boolean;
}

const MAX_BATCH = 200;

interface Waiting {
  operation: Operation;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

const queues = new Map<string, Waiting[]>();

/**
 * Does one operation: in the open transaction, or else together with others of the workspace that wait.
 * @throws Error in the scope of another workspace
 */
export async function applyToCredits(workspaceId: string, operation: Operation): Promise<Answer> {
  const scope = currentScope();
  if (scope.role === 'app' && scope.workspaceId !== workspaceId)
    throw new Error('Credits of another workspace cannot be spent');
  if (currentTransaction()) return (await send(workspaceId, [operation]))[0]!;
  return new Promise((resolve, reject) => {
    const waiting = { operation, resolve, reject };
    const queue = queues.get(workspaceId);
    if (queue) queue.push(waiting);
    else {
      queues.set(workspaceId, [waiting]);
      void drain(workspaceId);
    }
  });
}

async function drain(workspaceId: string): Promise<void> {
  const queue = queues.get(workspaceId)!;
  // Calls started in the same turn join the first batch.
  await Promise.resolve();
  while (queue.length > 0) {
    const batch = queue.splice(0, MAX_BATCH);
    try {
      const answers = await send(
        workspaceId,
        batch.map(({ operation }) => operation),
      );
      batch.forEach(({ resolve }, n) => resolve(answers[n]!));
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error);
      // One that the database refuses does not fail the others.
      else for (const one of batch) await send(workspaceId, [one.operation]).then(([a]) => one.resolve(a!), one.reject);
    }
  }
  queues.delete(workspaceId);
}

async function send(workspaceId: string, operations: readonly Operation[]): Promise<Answer[]> {
  return inWorkspace(workspaceId, null, async () => {
    const start: GrantOperation = {
      do: 'grant',
      id: newId(),
      key: 'start',
      source: 'start',
      amount: START_CREDITS,
      reason: 'Starting credits',
    };
    const [row] = await query<{ result: { answers: Answer[]; low: boolean } }>(
      'select credit_apply($1, $2) as result',
      [JSON.stringify(operations), JSON.stringify(start)],
      'credit_apply',
    );
    const { answers, low } = row!.result;
    const refused = answers.findIndex(({ out }) => out);
    if (refused >= 0) await tellOfCredits(workspaceId, 'out');
    else if (low) await tellOfCredits(workspaceId, 'low');
    afterCommit(() => showChange(workspaceId));
    return answers;
  });
}

/** Ends what has expired and opens the account where there is none. */
export async function refreshCredits(workspaceId: string): Promise<void> {
  await send(workspaceId, []);
}

const SHOWN_EVERY = 500;
/** Workspaces whose browsers were told within the last moment, and whether something changed since. */
const shown = new Map<string, boolean>();

/** Refreshes browsers at most twice a second. */
function showChange(workspaceId: string): void {
  if (shown.has(workspaceId)) {
    shown.set(workspaceId, true);
    return;
  }
  shown.set(workspaceId, false);
  outsideTransaction(() =>
    inWorkspace(workspaceId, null, () => publishPaths(workspaceId, [CREDITS.summary, CREDITS.entries])),
  ).catch((error: unknown) => log().debug({ err: error }, 'browsers did not hear of credits'));
  setTimeout(() => {
    const again = shown.get(workspaceId);
    shown.delete(workspaceId);
    if (again) showChange(workspaceId);
  }, SHOWN_EVERY).unref();
}
