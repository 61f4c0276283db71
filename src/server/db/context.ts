/** The ambient database context: the scope the code runs in, and its transaction. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

/**
 * Scope for reading and writing the database.
 * - `app`: the non-owner role, restricted to one workspace by row-level security. A person sees their own private
 * records and those shared with them. Work that no person started (`userId` null) sees none. `all` lets work on whole
 * records see every one.
 * - `system`: the owner, who sees everything: sign-in, jobs across workspaces, migrations. Use it deliberately.
 */
export type Scope = { role: 'app'; workspaceId: string; userId: string | null; sight?: 'all' } | { role: 'system' };

export const SYSTEM: Scope = { role: 'system' };

export interface OpenTransaction {
  client: pg.PoolClient;
  /** Work to do before the commit, after the transaction's own. */
  beforeCommit: (() => Promise<void>)[];
  afterCommit: (() => void)[];
  /** Set when the transaction has ended: a query that still holds it is a bug and is refused. */
  over: boolean;
  /** Tail of the running statements; one connection runs one statement at a time. */
  tail: Promise<unknown>;
}

interface Context {
  scope: Scope;
  transaction: OpenTransaction | undefined;
}

const storage = new AsyncLocalStorage<Context>();

/** The current scope. @throws Error outside any scope, so that the database fails closed */
export function currentScope(): Scope {
  const context = storage.getStore();
  if (!context) throw new Error('No database scope: wrap the call in inWorkspace() or asSystem()');
  return context.scope;
}

/** The current scope, if there is one. */
export function presentScope(): Scope | undefined {
  return storage.getStore()?.scope;
}

export function currentTransaction(): OpenTransaction | undefined {
  return storage.getStore()?.transaction;
}

/** Runs `fn` in `scope`; an open transaction stays open and is shared. */
export function inScope<T>(scope: Scope, fn: () => T): T {
  return storage.run({ scope, transaction: storage.getStore()?.transaction }, fn);
}

/** Runs `fn` restricted to one workspace. */
export function inWorkspace<T>(workspaceId: string, userId: string | null, fn: () => T): T {
  return inScope({ role: 'app', workspaceId, userId }, fn);
}

/**
 * Runs `fn` in the current workspace, in no one's name, with every private record visible. For work on whole records (a
 * merge, a reassignment, a permanent deletion), never for answers.
 */
export function withAllRecords<T>(fn: () => T): T {
  return inScope({ role: 'app', workspaceId: currentWorkspaceId(), userId: null, sight: 'all' }, fn);
}

/** Runs `fn` as the owner of the database, outside tenant isolation. */
export function asSystem<T>(fn: () => T): T {
  return inScope(SYSTEM, fn);
}

export function withTransaction<T>(transaction: OpenTransaction, fn: () => T): T {
  return storage.run({ scope: currentScope(), transaction }, fn);
}

/** Runs `fn` in the same scope but outside any open transaction, for work that must not be rolled back with it. */
export function outsideTransaction<T>(fn: () => T): T {
  return storage.run({ scope: currentScope(), transaction: undefined }, fn);
}

/** The workspace of the current scope. @throws Error as system */
export function currentWorkspaceId(): string {
  const scope = currentScope();
  if (scope.role !== 'app') throw new Error('No workspace: this code runs as system');
  return scope.workspaceId;
}

/** The user of the current scope; null for work that no person started. */
export function currentUserId(): string | null {
  const scope = currentScope();
  return scope.role === 'app' ? scope.userId : null;
}
