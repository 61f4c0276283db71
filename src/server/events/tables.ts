import { bigint, customType, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, workspaceId } from '../db/columns.ts';

const xid8 = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' });

/** What happened, written in the transaction in which it happened. */
export const events = pgTable(
  'events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    xid: xid8('xid').notNull(),
    workspaceId: workspaceId(),
    type: text('type').notNull(),
    subjectType: text('subject_type'),
    subjectId: text('subject_id'),
    actorId: uuid('actor_id'),
    actorKind: text('actor_kind').notNull(),
    at: instant('at').notNull(),
    data: jsonb('data').notNull(),
    paths: text('paths').array().notNull(),
  },
  (table) => [index('events_order').on(table.xid, table.id), index('events_subject').on(table.workspaceId, table.subjectType, table.subjectId, table.id)],
);

/** How far each subscriber has come. */
export const eventCursors = pgTable('event_cursors', {
  subscriber: text('subscriber').primaryKey(),
  xid: xid8('xid').notNull(),
  eventId: bigint('event_id', { mode: 'number' }).notNull(),
  failures: integer('failures').notNull(),
  retryAt: instant('retry_at'),
  updatedAt: instant('updated_at').notNull(),
});

/** Events that a subscriber gave up on. */
export const eventFailures = pgTable(
  'event_failures',
  {
    subscriber: text('subscriber').notNull(),
    eventId: bigint('event_id', { mode: 'number' }).notNull().references(() => events.id, { onDelete: 'cascade' }),
    error: text('error').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subscriber, table.eventId] })],
);
