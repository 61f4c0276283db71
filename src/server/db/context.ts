/** The ambient database context: in whose name the code runs, and the transaction it runs in. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

/**
 * In whose name the database is read and written.
 * - `app`: the non-owner role, walled into one workspace by row-level security. Of private records a person sees their
 * own and
 *   those shared with them, nobody (`userId` null: work that no person started) sees none, and `all` are in sight of
 *         what
 *   happens to records as a whole.
 * - `system`: the owner, who sees everything: sign-in, jobs that span workspaces, migrations. Use it knowingly.
 */
export type Scope = { role: 'app'; workspaceId: string; userId: string | null; sight?: 'all' } | { role: 'system' };

export const SYSTEM: Scope = { role: 'system' };

export interface OpenTransaction {
  client: pg.PoolClient;
  /** What still belongs into it, once its own work is done. */
  beforeCommit: (() => Promise<void>)[];
  afterCommit: (() => void)[];
  /** Set when the transaction ended: a query that still holds it is a mistake and is refused. */
  over: boolean;
  /** Tail of the statements under way; one connection runs one statement at a time. */
  tail: Promise<unknown>;
}

interface Context {
  scope: Scope;
  transaction: OpenTransaction | undefined;
}

const storage = new AsyncLocalStorage<Context>();

/** The present scope. @throws Error outside any scope: the database fails closed. */
export function currentScope(): Scope {
  const context = storage.getStore();
  if (!context) throw new Error('No database scope: wrap the call in inWorkspace() or asSystem()');
  return context.scope;
}

/** The present scope, if there is one. */
export function presentScope(): Scope | undefined {
  return storage.getStore()?.scope;
}

export function currentTransaction(): OpenTransaction | undefined {
  return storage.getStore()?.transaction;
}

/** Runs `fn` in the name of `scope`; an open transaction stays open and is shared. */
export function inScope<T>(scope: Scope, fn: () => T): T {
  return storage.run({ scope, transaction: storage.getStore()?.transaction }, fn);
}

/** Runs `fn` walled into one workspace. */
export function inWorkspace<T>(workspaceId: string, userId: string | null, fn: () => T): T {
  return inScope({ role: 'app', workspaceId, userId }, fn);
}

/**
 * Runs `fn` in the present workspace with every private record in sight, in nobody's name: for what keeps or moves
 * records as a whole (a merge, a hand-over, a deletion for good), never for what is answered.
 */
export function withAllRecords<T>(fn: () => T): T {
  return inScope({ role: 'app', workspaceId: currentWorkspaceId(), userId: null, sight: 'all' }, fn);
}

/** Runs `fn` as the owner of the database, above every wall. */
export function asSystem<T>(fn: () => T): T {
  return inScope(SYSTEM, fn);
}

export function withTransaction<T>(transaction: OpenTransaction, fn: () => T): T {
  return storage.run({ scope: currentScope(), transaction }, fn);
}

/**
 * Runs `fn` outside of any transaction that is open around it, in the same scope: for work that must not be undone with
 * it.
 */
export function outsideTransaction<T>(fn: () => T): T {
  return storage.run({ scope: currentScope(), transaction: undefined }, fn);
}

/** The workspace of the present scope. @throws Error as system. */
export function currentWorkspaceId(): string {
  const scope = currentScope();
  if (scope.role !== 'app') throw new Error('No workspace: this code runs as system');
  return scope.workspaceId;
}

/** The user of the present scope; null for work that no person started. */
export function currentUserId(): string | null {
  const scope = currentScope();
  return scope.role === 'app' ? scope.userId : null;
}
