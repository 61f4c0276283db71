import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../db/columns.ts';

/**
 * Answers to requests that carried an Idempotency-Key, written in the transaction of the act itself: a repeated request
 * gets the first answer, and a crash between the commit and the answer loses nothing.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** The user or, for public calls, the client's address. */
    caller: text('caller').notNull(),
    key: text('key').notNull(),
    /** SHA-256 over method, path and body: the same key with another request is a mistake. */
    fingerprint: text('fingerprint').notNull(),
    status: integer('status').notNull(),
    body: jsonb('body'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.caller, table.key] })],
);
