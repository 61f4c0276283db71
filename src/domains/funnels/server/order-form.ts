/** An order form of a published page that somebody sent: it becomes an order, once, and leads to its payment. */
import { createHash } from 'node:crypto';
import { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { inWorkspace, insertIfNew, selectRow, transaction } from '../../../server/db/index.ts';
import type { PublicPost } from '../../../server/public/define.ts';
import { guardEntry, tokenState } from '../../../server/public/spam-guard.ts';
import { checkEntry } from '../../crm/index.ts';
import type { BlockOf, Step } from '../contract/document.ts';
import { checkOrder } from '../engine/order.ts';
import type { Attempt } from '../engine/render/context.ts';
import { PASSED } from './page-address.ts';
import { orderToken } from './order-token.ts';
import { startPayment } from './orders.ts';
import type { Published } from './published.ts';
import { originOf } from './submit.ts';
import { figureOf } from './visitors.ts';
import { readVisitorToken } from './visitor-token.ts';

type Sent =
  | { redirect: `/p/${string}` }
  | { status: 409 | 422 | 429 | 503; attempt: Attempt; token: string | undefined };

const FIXABLE: Readonly<Record<string, 409 | 422 | 429 | 503>> = {
  validation: 422,
  conflict: 409,
  rate_limited: 429,
  unavailable: 503,
};

/** @returns the page of the payment or of the order; or what is wrong */
export async function sendOrder(
  request: PublicPost,
  published: Published,
  step: Step,
  block: BlockOf<'order'>,
  variant: string,
): Promise<Sent> {
  const { fields, ip } = request;
  const given = (fields['token'] ?? '').slice(0, 500);
  const refuse = (status: 409 | 422 | 429 | 503, problems: Record<string, string>, said: string): Sent => ({
    status,
    attempt: { block: block.id, values: fields, problems, said },
    // A form that was sent too fast counts from when it was read first.
    token: tokenState(published.slug, given) === 'too_fast' ? given : undefined,
  });
  const { items, total, data, problems } = checkOrder(block, fields);
  if (Object.keys(problems).length > 0)
    return refuse(422, problems, 'Check the marked fields, then send the order again.');
  try {
    const suspicion = await guardEntry({
      form: published.slug,
      ip,
      token: given,
      work: (fields['work'] ?? '').slice(0, 20) || (Number(fields['bits']) > 0 ? 'none' : ''),
      trap: fields['url2'],
    });
    if (suspicion('') !== undefined)
      return refuse(422, {}, 'We couldn’t check this order. Wait a moment, then send it again.');
    const content = JSON.stringify([published.funnelId, block.id, given, items, data]);
    const order = {
      key: createHash('sha256').update(content).digest('base64url'),
      versionId: published.versionId,
      stepId: step.id,
      blockId: block.id,
      variant,
      items,
      total,
      currency: block.currency,
      data,
      origin: originOf(request, published, step, block.consent),
      visitorSubmissionId: readVisitorToken((fields[PASSED.visitor] ?? '').slice(0, 200)) ?? null,
      ...figureOf(request, published),
    };
    const { workspaceId, funnelId, name, document } = published;
    return await inWorkspace(workspaceId, null, async () => {
      await checkEntry({ name, source: document.source, tags: document.tags }, data);
      const id = await transaction(async () => {
        // The same form sent again is the same order: pressed twice, reloaded, or sent once more from the history.
        await insertIfNew('funnel_orders', { id: newId(), workspaceId, funnelId, ...order });
        return (await selectRow('funnel_orders', ['id'], { workspaceId, key: order.key }))!.id;
      });
      const address = (await startPayment(id)) ?? (`/p/order/${orderToken(id)}` as const);
      return { redirect: address };
    });
  } catch (error) {
    const status = error instanceof AppError ? FIXABLE[error.code] : undefined;
    if (!(error instanceof AppError) || status === undefined) throw error;
    const named = Object.fromEntries(error.fields.map(({ field, message }) => [field, message]));
    const isNamed = Object.keys(named).some((field) => field in data);
    return refuse(
      status,
      isNamed ? named : {},
      isNamed ? 'Check the marked fields, then send the order again.' : error.message,
    );
  }
}
