/** The page of an order: paid or not yet, what was ordered, and where it goes on. It needs no script. */
import { AppError } from '../../../kernel/errors.ts';
import { moneyText } from '../../../kernel/money/money-text.ts';
import { asSystem, inWorkspace, query, withAllRecords } from '../../../server/db/index.ts';
import { log } from '../../../server/observability/log.ts';
import { definePublicPage, type PublicRequest } from '../../../server/public/define.ts';
import { html, type Html } from '../../../server/public/html.ts';
import type { PageContent } from '../../../server/public/layout.ts';
import { stepAfter } from '../engine/edit.ts';
import { movesMoney } from './funnels.ts';
import { dataOf, isExpired, itemsOf, type OrderRow, orderRow } from './order-row.ts';
import { orderToken, readOrderToken } from './order-token.ts';
import { paymentUrl, refreshOrder, startPayment } from './orders.ts';
import { PASSED, passedOn, stepAddress } from './page-address.ts';
import { publishedOf } from './published.ts';
import { visitorToken } from './visitor-token.ts';

interface ShownOrder {
  order: OrderRow;
  slug: string;
  isTest: boolean;
  /** The payment page of a service; null where ours is used, or nothing is to pay. */
  payAt: string | null;
  /** Said above the order. */
  problem: string;
}

async function findOrder(
  request: PublicRequest,
): Promise<{ id: string; workspaceId: string; slug: string } | undefined> {
  const id = readOrderToken(request.params['token'] ?? '');
  if (id === undefined) return undefined;
  const [row] = await asSystem(() =>
    query<{ workspaceId: string; slug: string }>(
      `select o.workspace_id as "workspaceId", f.slug from funnel_orders o join funnels f on f.id = o.funnel_id
        join workspaces w on w.id = o.workspace_id and w.archived_at is null where o.id = $1`,
      [id],
    ),
  );
  if (!row || (request.domainOf !== undefined && request.domainOf !== row.workspaceId)) return undefined;
  return { id, ...row };
}

async function loadOrder(request: PublicRequest): Promise<{ workspaceId: string; data: ShownOrder } | undefined> {
  const found = await findOrder(request);
  if (!found) return undefined;
  const { id, workspaceId, slug } = found;
  return inWorkspace(workspaceId, null, () =>
    withAllRecords(async () => {
      const before = (await orderRow(id))!;
      await refreshOrder(before).catch((error: unknown) =>
        log().warn({ err: error, order: id }, 'the payment of an order could not be looked up'),
      );
      const order = (await orderRow(id))!;
      const isTest = order.state === 'open' ? !(await movesMoney()) : order.isTest;
      let [payAt, problem]: [string | null, string] = [null, ''];
      if (order.state === 'open' && !isTest && !isExpired(order))
        try {
          payAt = await paymentUrl(id);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          problem = 'The payment service isn’t responding. Try again in a few minutes.';
        }
      return { workspaceId, data: { order, slug, isTest, payAt, problem } };
    }),
  );
}

function itemTable(order: OrderRow): Html {
  const { currency, total, refunded } = order;
  return html`<table><tbody>${itemsOf(order).map(({ name, quantity, price, amount }) => html`<tr><td>${name}<br><small class="soft">${String(quantity)} × ${moneyText(price, currency)}</small></td><td class="number">${moneyText(amount, currency)}</td></tr>`)}
    <tr><td><strong>Total</strong></td><td class="number"><strong>${moneyText(total, currency)}</strong></td></tr>
    ${Number(refunded) > 0 && html`<tr><td>Refunded</td><td class="number">${moneyText(refunded, currency)}</td></tr>`}</tbody></table>`;
}

/** Where the funnel goes on after the order; null where it ends, or is offline. */
async function nextAddress({ order, slug }: ShownOrder): Promise<string | null> {
  const published = await publishedOf(slug);
  const steps = published?.document.steps ?? [];
  const after = steps.some(({ id }) => id === order.stepId) ? stepAfter(steps, { id: order.stepId }) : undefined;
  if (!after) return null;
  const passed = passedOn(order.origin as Record<string, string>);
  if (order.submissionId) passed.set(PASSED.visitor, visitorToken(order.submissionId));
  return stepAddress(slug, after, steps, passed);
}

const TEST_NOTICE = html`<p class="notice"><strong>Test payment.</strong> The seller has not connected a payment service. No money moves.</p>`;

function titleOf(order: OrderRow, firstName: string | undefined): string {
  if (isExpired(order)) return 'This order has expired';
  if (order.state === 'open') return 'Your order is not paid yet';
  if (order.state === 'refunded') return 'Your order was refunded';
  return firstName ? `Thank you, ${firstName}` : 'Thank you';
}

function contentOf(shown: ShownOrder, next: string | null): PageContent {
  const { order, isTest, payAt, problem, slug } = shown;
  const expired = isExpired(order);
  const isOpen = order.state === 'open' && !expired;
  const isPaid = order.state !== 'open';
  // Blank once the buyer's lead is deleted for good.
  const { firstName, email } = dataOf(order);
  const title = titleOf(order, firstName);
  const pay = payAt
    ? html`<p><a class="button" href="${payAt}">Continue to payment</a></p>`
    : html`<form method="post" action="/p/order/${orderToken(order.id)}" data-once><button>Pay ${moneyText(order.total, order.currency)}</button></form>`;
  return {
    title,
    description: 'Your order',
    language: 'en',
    script: true,
    body: html`${isTest && !expired && TEST_NOTICE}<h1>${title}</h1>
      ${problem && html`<p class="notice bad" role="alert">${problem}</p>`}
      ${expired && html`<p>It was not paid in time, and nothing was charged. You can order again.</p>`}
      ${isOpen && html`<p>Nothing was charged. You can pay now, or go back and change your order.</p>`}
      ${itemTable(order)}
      ${isPaid && email && html`<p>We sent a receipt to ${email}.</p>`}
      ${isOpen && pay}
      ${!isPaid && html`<p><a href="/p/f/${slug}">Back to the offer</a></p>`}
      ${isPaid && next !== null && html`<p><a class="button" href="${next}">Continue</a></p>`}`,
  };
}

definePublicPage<{ shown: ShownOrder; next: string | null }>({
  name: 'funnel-order',
  path: '/p/order/:token',
  cache: 'none',
  async load(request) {
    const found = await loadOrder(request);
    return (
      found && { workspaceId: found.workspaceId, data: { shown: found.data, next: await nextAddress(found.data) } }
    );
  },
  render: ({ shown, next }) => contentOf(shown, next),
  async post(request) {
    const found = await findOrder(request);
    if (!found) return undefined;
    const { id, workspaceId } = found;
    try {
      const address = await inWorkspace(workspaceId, null, () => withAllRecords(() => startPayment(id)));
      return { redirect: address ?? `/p/order/${orderToken(id)}` };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { redirect: `/p/order/${orderToken(id)}` };
    }
  },
});
