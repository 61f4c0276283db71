/** Column types that tables share, so that every table says the same thing the same way. */
import { customType, uuid } from 'drizzle-orm/pg-core';
import { newId } from '../../kernel/ids.ts';
import { toIsoInstant } from './pool.ts';

/** An instant: `timestamptz` with milliseconds in the database, an ISO 8601 string in UTC in code. */
const instantType = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamptz(3)',
  fromDriver: toIsoInstant,
});
export const instant = (name: string) => instantType(name);

/** The record's id. */
export const id = () => uuid('id').primaryKey().$defaultFn(newId);

/** The workspace that the row belongs to; row-level security compares it. Every business table has it. */
export const workspaceId = () => uuid('workspace_id').notNull();
