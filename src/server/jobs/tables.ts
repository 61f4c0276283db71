import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant, workspaceId } from '../db/columns.ts';

/** Jobs as people see them. The queue only delivers; this row is the truth about a job. */
export const jobs = pgTable(
  'jobs',
  {
    id: id(),
    workspaceId: workspaceId(),
    kind: text('kind').notNull(),
    title: text('title').notNull(),
    payload: jsonb('payload').notNull(),
    state: text('state', { enum: ['queued', 'running', 'succeeded', 'failed', 'cancelled'] }).notNull(),
    done: bigint('done', { mode: 'number' }).notNull(),
    total: bigint('total', { mode: 'number' }),
    message: text('message'),
    result: jsonb('result'),
    error: text('error'),
    checkpoint: jsonb('checkpoint'),
    /** The queue's entry that may start the job; any other is out of date. */
    deliveryId: uuid('delivery_id').notNull(),
    /** How often it was started; the number also fences off a worker that lost the job to another. */
    attempts: integer('attempts').notNull(),
    failures: integer('failures').notNull(),
    /** How often the process that worked on it went away. */
    interruptions: integer('interruptions').notNull(),
    cancelRequested: boolean('cancel_requested').notNull(),
    /** Number of the process that works on it. */
    node: integer('node'),
    createdBy: uuid('created_by'),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    heartbeatAt: instant('heartbeat_at'),
    finishedAt: instant('finished_at'),
  },
  (table) => [index('jobs_tray').on(table.workspaceId, table.createdBy, table.createdAt.desc(), table.id.desc())],
);
