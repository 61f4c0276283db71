import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../db/columns.ts';

/** Who did what. The database refuses to change or remove a row. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null for acts of the installation as a whole, such as a failed sign-in. */
    workspaceId: uuid('workspace_id'),
    at: instant('at').notNull(),
    action: text('action').notNull(),
    actorId: uuid('actor_id'),
    actorKind: text('actor_kind').notNull(),
    subjectType: text('subject_type'),
    subjectId: text('subject_id'),
    details: jsonb('details').notNull(),
    requestId: text('request_id'),
  },
  (table) => [index('audit_log_workspace').on(table.workspaceId, table.id), index('audit_log_subject').on(table.subjectType, table.subjectId, table.id)],
);
