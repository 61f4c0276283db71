/** Emits events: into the outbox, and to the browsers that show the data. */
import { afterCommit, currentScope, currentTransaction, query, transaction } from '../db/index.ts';
import { notify } from './bus.ts';
import { heardOfChange } from './figure-cache.ts';
import { runBeforeCommitWork } from './before-commit.ts';
import { currentCause } from './cause.ts';

export interface NewEvent {
  /** Dotted, past tense: `contact.created`. */
  type: string;
  /** The affected record. */
  subject?: { type: string; id: string };
  /** Facts for subscribers. No secrets; keep it small, and let subscribers read what they need. */
  data?: Record<string, unknown>;
  /** API paths whose answers changed, for the live channel: `/api/contacts`. */
  paths?: string[];
  /** Needed only by code that runs as system; otherwise the scope's. */
  workspaceId?: string;
}

/** Channel of live changes; the payload is a `LiveMessage` as JSON. */
export const LIVE_CHANNEL = 'gauntlet_live';
/** Channel that wakes the subscribers; the payload is empty. */
export const EVENTS_CHANNEL = 'gauntlet_events';

export interface LiveMessage {
  workspaceId: string;
  paths: string[];
  /**
   * Where to resume after this message: the oldest transaction still open when it was sent. A browser that received it
   * knows everything committed before, so replaying from here misses nothing.
   */
  seq: number;
}

/** PostgreSQL carries at most 8,000 bytes in a notification. */
const MAX_PATHS_LENGTH = 6_000;

const INSERT = `
  with given as (
    select * from jsonb_to_recordset($1::jsonb)
      as e(workspace_id uuid, type text, subject_type text, subject_id text, data jsonb, paths jsonb)
  ), added as (
    insert into events (workspace_id, type, subject_type, subject_id, actor_id, actor_kind, data, paths, cause)
    select workspace_id, type, subject_type, subject_id, $2::uuid, $3, data,
      array(select jsonb_array_elements_text(paths)), $4::jsonb from given
  )
  select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`;

/**
 * Records events in the ambient transaction, opening one where there is none. They exist exactly when the change does;
 * browsers and subscribers hear of them after the commit.
 */
export async function emit(...events: NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const scope = currentScope();
  const rows = events.map((event) => ({
    workspace_id: workspaceOf(event),
    type: event.type,
    subject_type: event.subject?.type ?? null,
    subject_id: event.subject?.id ?? null,
    data: event.data ?? {},
    paths: event.paths ?? [],
  }));
  const actorId = scope.role === 'app' ? scope.userId : null;
  const cause = currentCause();
  await transaction(async () => {
    const [added] = await query<{ xmin: string }>(INSERT, [
      JSON.stringify(rows),
      actorId,
      actorId ? 'user' : 'system',
      cause ? JSON.stringify(cause) : null,
    ]);
    for (const [workspaceId, group] of Map.groupBy(rows, (row) => row.workspace_id)) {
      await publish(
        workspaceId,
        group.flatMap((row) => row.paths),
        Number(added!.xmin),
      );
    }
    await notifyOnce(EVENTS_CHANNEL, '');
    await runBeforeCommitWork();
  });
}

function workspaceOf(event: NewEvent): string {
  const scope = currentScope();
  const workspaceId = event.workspaceId ?? (scope.role === 'app' ? scope.workspaceId : undefined);
  if (!workspaceId) throw new Error(`The event ${event.type} belongs to no workspace: name one when running as system`);
  return workspaceId;
}

/**
 * Notifies browsers that responses of `paths` changed, without storing an event. For changes that need no history, such
 * as a job's progress.
 */
export async function publishPaths(workspaceId: string, paths: string[]): Promise<void> {
  const [now] = await query<{ xmin: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as xmin');
  await publish(workspaceId, paths, Number(now!.xmin));
}

async function publish(workspaceId: string, paths: string[], seq: number): Promise<void> {
  if (paths.length === 0) return;
  const distinct = [...new Set(paths)].sort();
  // At once in this process; the channel comes a moment later.
  afterCommit(() => heardOfChange(workspaceId, distinct));
  const tooMany = distinct.join().length > MAX_PATHS_LENGTH;
  await notifyOnce(
    LIVE_CHANNEL,
    JSON.stringify({ workspaceId, paths: tooMany ? ['*'] : distinct, seq } satisfies LiveMessage),
  );
}

const sent = new WeakMap<object, Set<string>>();

/** Sends repeated messages of a transaction once. */
async function notifyOnce(channel: string, payload: string): Promise<void> {
  const open = currentTransaction();
  if (open) {
    // Messages that differ only in where to resume are the same, and the first one resumes furthest back.
    const key = `${channel} ${payload.replace(/"seq":\d+/, '')}`;
    const known = sent.get(open) ?? new Set();
    sent.set(open, known);
    if (known.has(key)) return;
    known.add(key);
  }
  await notify(channel, payload);
}
