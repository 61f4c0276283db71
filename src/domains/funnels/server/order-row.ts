/** Rows of orders, and how long an order and its payment last. */
import { currentWorkspaceId, selectRow } from '../../../server/db/index.ts';
import type { OrderItem } from '../engine/order.ts';

/** Type of the origin of a payment; the origin's id is that of the order. */
export const ORDER_ORIGIN = 'funnel_order';

/** Key of an order's payment, receipt, and notification: there is one of each. */
export const orderKey = (id: string) => `funnel-order:${id}`;

/** Days in which an order can be paid. */
export const MAX_OPEN_DAYS = 25;
/** Days after which unpaid orders are deleted: what was asked for on the last day is over by then. */
export const UNPAID_KEPT_DAYS = 30;
/**
 * SQL: the order `o` was paid, or a buyer may still be paying it. Gateways close their page after a day, and report a
 * payment within three.
 */
export const HAS_LIVE_PAYMENT = `exists (select 1 from online_payments p where p.workspace_id = o.workspace_id
  and p.key = 'funnel-order:' || o.id and (p.state in ('paid', 'refunded') or p.asked_at > now() - interval '3 days'))`;

const COLUMNS = [
  'id',
  'workspaceId',
  'funnelId',
  'versionId',
  'stepId',
  'blockId',
  'variant',
  'items',
  'total',
  'currency',
  'data',
  'origin',
  'state',
  'isTest',
  'refunded',
  'note',
  'paymentId',
  'submissionId',
  'leadId',
  'visitorSubmissionId',
  'visitor',
  'day',
  'paidAt',
  'createdAt',
] as const;

/** An order of the current workspace. */
export const orderRow = (id: string, lock = false) =>
  selectRow('funnel_orders', COLUMNS, { id, workspaceId: currentWorkspaceId() }, lock ? { lock: 'update' } : {});
export type OrderRow = NonNullable<Awaited<ReturnType<typeof orderRow>>>;

export const itemsOf = (row: Pick<OrderRow, 'items'>) => row.items as unknown as OrderItem[];
export const dataOf = (row: Pick<OrderRow, 'data'>) => row.data as Record<string, string>;
export const nameOf = (data: Record<string, string>) => [data['firstName'], data['lastName']].filter(Boolean).join(' ');

/** It was not paid in time, and can no longer be paid. */
export const isExpired = ({ state, createdAt }: Pick<OrderRow, 'state' | 'createdAt'>): boolean =>
  state === 'open' && Date.now() - Date.parse(createdAt) >= MAX_OPEN_DAYS * 86_400_000;
