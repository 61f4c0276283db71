/** Ledgers: a person's or a business's books, seen only by those with whom they are shared. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant } from '../../../kernel/endpoint.ts';
import { Currency, text, Version } from './shared.ts';

export const LedgerRole = z.enum(['owner', 'editor', 'viewer']);
export type LedgerRole = z.infer<typeof LedgerRole>;

export const Ledger = z.object({
  id: Id,
  version: z.number().int(),
  name: z.string(),
  kind: z.enum(['personal', 'business']),
  /** Reporting currency of the ledger; accounts may have others. */
  currency: z.string(),
  /** The caller's role. */
  role: LedgerRole,
  /** Figures cannot change up to and including this day. */
  closedUntil: Day.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Ledger = z.infer<typeof Ledger>;

export const NewLedger = z.strictObject({
  name: text(120).min(1, 'Enter a name.'),
  kind: z.enum(['personal', 'business']),
  currency: Currency,
});
export type NewLedger = z.infer<typeof NewLedger>;
export const LedgerUpdate = z.strictObject({ version: Version, name: text(120).min(1, 'Enter a name.') });

export const LedgerMembers = z.object({ items: z.array(z.object({ userId: Id, name: z.string(), role: LedgerRole })) });
export const SharedWith = z.strictObject({
  members: z
    .array(z.strictObject({ userId: Id, role: LedgerRole }))
    .min(1)
    .max(200),
});

const tag = 'Finance';
const base = { tag, access: 'user' } as const;

export const ledgers = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/ledgers',
    summary: 'List the ledgers that you may see',
    response: z.object({
      items: z.array(Ledger),
      /** The day it is in the workspace, and when it ends: a browser's own day may be another. */
      today: Day,
      todayEndsAt: Instant,
      /** The workspace's, for a new ledger. */
      currency: z.string(),
    }),
  }),
  create: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/ledgers',
    summary: 'Create a ledger with the usual categories',
    status: 201,
    body: NewLedger,
    response: Ledger,
    errors: ['validation'],
  }),
  update: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/finance/ledgers/{id}',
    summary: 'Rename a ledger',
    params: IdParams,
    body: LedgerUpdate,
    response: Ledger,
    errors: ['validation', 'forbidden', 'not_found', 'stale'],
  }),
  close: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/ledgers/{id}/close',
    summary: 'Close a period, or open it again',
    description: 'Up to and including `until` nothing that counts can change any more; null opens everything.',
    params: IdParams,
    body: z.strictObject({ version: Version, until: Day.nullable() }),
    response: Ledger,
    errors: ['validation', 'forbidden', 'not_found', 'stale', 'conflict'],
  }),
  members: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/ledgers/{id}/members',
    summary: 'Who may see a ledger',
    params: IdParams,
    response: LedgerMembers,
    errors: ['not_found'],
  }),
  share: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/finance/ledgers/{id}/members',
    summary: 'Say who may see a ledger',
    description: 'Replaces the list. An owner has to stay.',
    params: IdParams,
    body: SharedWith,
    response: LedgerMembers,
    errors: ['validation', 'forbidden', 'not_found'],
  }),
} as const;
