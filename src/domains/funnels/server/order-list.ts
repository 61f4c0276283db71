/** Orders of a funnel as the team sees them, and their sums. */
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { mayManage } from '../../../records/server/access/managers.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import { payable } from '../../../server/providers/payment/port.ts';
import { publicLink } from '../../../server/public/site.ts';
import type { FunnelDocument, FunnelOrder, funnels, OrderFigures } from '../contract.ts';
import type { OrderItem } from '../engine/order.ts';
import { findFunnel, movesMoney } from './funnels.ts';
import { nameOf } from './order-row.ts';
import { orderToken } from './order-token.ts';

interface ListedRow {
  id: string;
  state: FunnelOrder['state'];
  isTest: boolean;
  items: OrderItem[];
  total: string;
  refunded: string;
  currency: string;
  data: Record<string, string>;
  note: string;
  stepId: string;
  origin: Record<string, string>;
  leadId: string | null;
  at: string;
  paidAt: string | null;
}

const LISTED = `o.id, o.state, o.is_test as "isTest", o.items, o.total::text as total, o.refunded::text as refunded,
  o.currency, o.data, o.note, o.step_id as "stepId", o.origin, o.lead_id as "leadId", o.created_at as at,
  o.paid_at as "paidAt"`;

async function orderOf({ data, stepId, ...row }: ListedRow, document: FunnelDocument): Promise<FunnelOrder> {
  return {
    ...row,
    total: payable(row.total, row.currency),
    refunded: payable(row.refunded, row.currency),
    name: nameOf(data),
    email: data['email'] ?? '',
    step: document.steps.find(({ id }) => id === stepId)?.name ?? 'Deleted step',
    link: await publicLink(currentWorkspaceId(), `/p/order/${orderToken(row.id)}`),
  };
}

/** An order as the team sees it, in the current scope; undefined where it is not seen. */
export async function readOrder(id: string, document: FunnelDocument): Promise<FunnelOrder | undefined> {
  const [row] = await query<ListedRow>(
    `select ${LISTED} from funnel_orders o where o.id = $1 and o.workspace_id = $2`,
    [id, currentWorkspaceId()],
  );
  return row && orderOf(row, document);
}

/** @throws AppError `not_found`, `bad_request` */
export async function listOrders(
  id: string,
  { cursor, limit, state }: QueryOf<typeof funnels.orders>,
  caller: Caller,
): Promise<ResponseOf<typeof funnels.orders>> {
  const { document } = await findFunnel(id);
  const from = unpackCursor(cursor, UUID);
  const rows = await query<ListedRow>(
    `select ${LISTED} from funnel_orders o where o.workspace_id = $1 and o.funnel_id = $2
        and ($3::text is null or o.state = $3) and ($4::uuid is null or o.id < $4) order by o.id desc limit $5`,
    [currentWorkspaceId(), id, state ?? null, from?.[0] ?? null, limit + 1],
  );
  const page = pageFrom(rows, limit, (row) => packCursor(row.id));
  return {
    ...page,
    items: await Promise.all(page.items.map((row) => orderOf(row, document))),
    figures: await readOrderFigures(id),
    movesMoney: await movesMoney(),
    mayRefund: await mayManage(caller),
  };
}

interface SumRow {
  currency: string;
  isTest: boolean;
  orders: number;
  amount: string;
}

/**
 * Paid orders less refunds, test payments apart.
 * @param since first day, in the workspace's time zone; absent: all orders
 */
export async function readOrderFigures(
  funnelId: string,
  since?: { day: string; timeZone: string },
): Promise<OrderFigures> {
  const rows = await query<SumRow>(
    `select currency, is_test as "isTest", count(*)::int as orders, sum(total - refunded)::text as amount
      from funnel_orders where workspace_id = $1 and funnel_id = $2 and paid_at is not null
        and ($3::date is null or paid_at >= ($3::date)::timestamp at time zone $4)
      group by currency, is_test order by sum(total - refunded) desc, currency`,
    [currentWorkspaceId(), funnelId, since?.day ?? null, since?.timeZone ?? 'UTC'],
  );
  const [test, real] = [rows.filter(({ isTest }) => isTest), rows.filter(({ isTest }) => !isTest)];
  const count = (list: readonly SumRow[]) => list.reduce((total, { orders }) => total + orders, 0);
  const sums = (list: readonly SumRow[]) =>
    list.map(({ currency, amount }) => ({ currency, amount: payable(amount, currency) }));
  return { paid: count(real), revenue: sums(real), test: count(test), testRevenue: sums(test) };
}
