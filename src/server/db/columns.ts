/** Column types that tables share, so that every table says the same thing the same way. */
import { customType, integer, uuid } from 'drizzle-orm/pg-core';
import { newId } from '../../kernel/ids.ts';
import { toIsoInstant } from './pool.ts';

/** An instant: `timestamptz` with milliseconds in the database, an ISO 8601 string in UTC in code. */
const instantType = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamptz(3)',
  fromDriver: toIsoInstant,
});
export const instant = (name: string) => instantType(name);

/** Text that is compared byte by byte, for sort keys: both engines order it alike, and an index can serve it. */
const keyType = customType<{ data: string; driverData: string }>({ dataType: () => 'text collate "C"' });
export const sortKey = (name: string) => keyType(name);

/** The record's id. */
export const id = () => uuid('id').primaryKey().$defaultFn(newId);

/** The workspace that the row belongs to; row-level security compares it. Every business table has it. */
export const workspaceId = () => uuid('workspace_id').notNull();

/** Counts the row's versions: a write that names another version than the current one is refused. */
export const version = () => integer('version').notNull().default(1);
