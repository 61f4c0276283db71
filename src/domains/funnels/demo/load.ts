/** Two published funnels with a month of traffic, and a few leads that came from them. */
import { addDays } from '../../../kernel/days.ts';
import { currentWorkspaceId, execute, insertRow, updateRows } from '../../../server/db/index.ts';
import type { DemoWorkspaceContext } from '../../../server/domain.ts';
import { newId } from '../../../kernel/ids.ts';
import { paySample } from '../../connections/index.ts';
import { BLANK_LEAD, insertLeads, scoreLeads } from '../../crm/index.ts';
import type { BlockOf, Funnel } from '../contract.ts';
import { addStep, updateStep } from '../engine/edit.ts';
import { checkOrder, itemsText } from '../engine/order.ts';
import { createFunnel, updateFunnel } from '../server/funnels.ts';
import { keepAccepted, leadData, type Submission } from '../server/submissions.ts';
import { publishFunnel } from '../server/versions.ts';

interface Example {
  name: string;
  template: string;
  /** Visitors of the first step on an ordinary day. */
  visitors: number;
  /** Of the visitors of each step, the share that goes on. */
  rates: readonly number[];
  leads: readonly (readonly [
    first: string,
    last: string,
    email: string,
    source: string,
    campaign: string,
    label: string,
    answer: string,
  ])[];
}

const EXAMPLES: readonly Example[] = [
  {
    name: 'Free business review',
    template: 'consultant',
    visitors: 4.2,
    rates: [0.04],
    leads: [
      [
        'Irene',
        'Vogt',
        'irene.vogt@vogt-bakery.example',
        'google',
        'review-spring',
        'What matters most right now?',
        'More profit',
      ],
      [
        'Marcus',
        'Hale',
        'marcus@hale-logistics.example',
        'newsletter',
        'november',
        'What matters most right now?',
        'More time',
      ],
      [
        'Priya',
        'Nair',
        'priya.nair@nair-studio.example',
        'linkedin',
        'owners',
        'What matters most right now?',
        'More sales',
      ],
    ],
  },
  {
    name: 'Store growth guide',
    template: 'ecommerce-coach',
    visitors: 2.3,
    rates: [0.04, 0.5, 0.6],
    leads: [
      ['Tom', 'Okafor', 'tom@okafor-coffee.example', 'instagram', 'guide', 'Orders per week', '10–50'],
      ['Lena', 'Brandt', 'lena@brandt-ceramics.example', 'google', 'guide', 'Orders per week', '51–200'],
    ],
  },
];

/** The second funnel sells on its last step before the thank-you page: buyers by name, whether they take the extra, and days ago. */
const ORDERS: readonly (readonly [first: string, last: string, extra: boolean, days: number])[] = [
  ['Amara', 'Diallo', true, 6],
  ['Jonas', 'Keller', false, 3],
  ['Sofia', 'Marin', true, 1],
];

const SHOP: BlockOf<'order'> = {
  id: 'order',
  type: 'order',
  look: 'plain',
  hide: 'none',
  heading: 'Get the store audit',
  text: 'We look at your store and send you a list of what to fix first.',
  currency: 'USD',
  items: [
    { id: 'audit', name: 'Store audit', text: 'Twelve pages, within five days', price: '149.00', most: 1, bump: false },
    { id: 'call', name: 'One-hour call', text: 'We go through it together', price: '89.00', most: 1, bump: true },
  ],
  consent: 'I agree to the terms of sale.',
  button: 'Buy now',
};

/** Adds the order step to a draft. */
async function addShop(draft: Funnel): Promise<Funnel> {
  const { document, id } = addStep(draft.document, 'order', 'Store audit');
  const sold = updateStep(document, id, (step) => ({ ...step, blocks: [SHOP] }));
  return updateFunnel(draft.id, { ...draft, document: sold });
}

/** Paid orders with their leads; the payments are real ones of the test gateway. */
async function addOrders({ id, name, document, published }: Funnel, today: string): Promise<void> {
  const workspaceId = currentWorkspaceId();
  const step = document.steps.find(({ kind }) => kind === 'order')!;
  for (const [firstName, lastName, extra, days] of ORDERS) {
    const day = addDays(today, -days);
    const email = `${firstName}@${lastName}-store.example`.toLowerCase();
    const { items, total, data } = checkOrder(SHOP, {
      firstName,
      lastName,
      email,
      consent: 'yes',
      'bump-call': extra ? 'yes' : '',
    });
    const origin = { funnel: name, step: step.name, utm_source: 'newsletter', utm_campaign: 'store-audit' };
    const submission = {
      funnelId: id,
      funnelName: name,
      versionId: published!.id,
      document,
      stepId: step.id,
      blockId: SHOP.id,
      variant: 'a',
      data,
      answers: [{ label: 'Order', answer: itemsText(items) }],
      origin,
    };
    const at = `${day}T09:15:00Z`;
    const { submissionId, leadId } = await loadSubmission(submission, at);
    const orderId = newId();
    await insertRow('funnel_orders', {
      id: orderId,
      workspaceId,
      funnelId: id,
      versionId: published!.id,
      stepId: step.id,
      blockId: SHOP.id,
      key: orderId,
      items,
      total,
      currency: SHOP.currency,
      data,
      origin,
      state: 'paid',
      isTest: true,
      submissionId,
      leadId,
      day,
      paidAt: at,
      createdAt: at,
    });
    const paymentId = await paySample({
      workspaceId,
      amount: total,
      currency: SHOP.currency,
      description: itemsText(items),
      key: `funnel-order:${orderId}`,
      returnTo: `/funnel-builder?funnel=${id}&tab=orders`,
      origin: { type: 'funnel_order', id: orderId },
    });
    await updateRows('funnel_orders', { paymentId }, { id: orderId, workspaceId });
  }
}

/** Traffic of a day: less on weekends, and a little different each day. */
function visitorsOn(day: string, ordinary: number, n: number): number {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const share = weekday === 0 || weekday === 6 ? 0.55 : 1;
  return Math.round(ordinary * share * (0.8 + ((n * 7) % 9) / 20));
}

export async function loadWorkspace({ workspace, today }: DemoWorkspaceContext): Promise<void> {
  if (workspace.key !== 'operations') return;
  for (const { name, template, visitors, rates, leads } of EXAMPLES) {
    const made = await createFunnel({ name, template });
    const draft = template === 'ecommerce-coach' ? await addShop(made) : made;
    const funnel = await publishFunnel(draft.id, { version: draft.version, note: 'First version' });
    const { id, document, published } = funnel;
    const days = [];
    for (let n = 0; n < 30; n++) {
      const day = addDays(today, n - 29);
      // One lead on each of the last days: the figures agree with the submissions.
      const isLeadDay = n >= 30 - leads.length;
      let people = Math.max(visitorsOn(day, visitors, n), isLeadDay ? 1 : 0);
      for (const [at, step] of document.steps.entries()) {
        const sold = step.kind === 'order' && ORDERS.some((order) => order[3] === 29 - n);
        if (sold) people = Math.max(people, 1);
        const conversions =
          at === 0 ? Number(isLeadDay) : sold ? 1 : step.kind === 'order' ? 0 : Math.round(people * (rates[at] ?? 0));
        days.push({ step_id: step.id, day, views: Math.round(people * 1.3), visitors: people, conversions });
        people = conversions;
      }
    }
    await execute(
      `insert into funnel_days (workspace_id, funnel_id, step_id, day, views, visitors, conversions)
        select $1, $2, step_id, day, views, visitors, conversions from jsonb_to_recordset($3::jsonb)
          as d(step_id text, day date, views int, visitors int, conversions int)`,
      [currentWorkspaceId(), id, JSON.stringify(days)],
    );
    const [step] = document.steps;
    const block = step!.blocks.find(({ type }) => type === 'form');
    for (const [n, [firstName, lastName, email, utm_source, utm_campaign, label, answer]] of leads.entries()) {
      const submission = {
        funnelId: id,
        funnelName: name,
        versionId: published!.id,
        document,
        stepId: step!.id,
        blockId: block!.id,
        variant: 'a',
        data: { firstName, lastName, email },
        answers: [{ label, answer }],
        origin: {
          funnel: name,
          step: step!.name,
          utm_source,
          utm_campaign,
          ...(block?.type === 'form' && { consent: block.consent }),
        },
      };
      await loadSubmission(submission, `${addDays(today, n + 1 - leads.length)}T07:${20 + n}:00Z`);
    }
    if (draft !== made) await addOrders(funnel, today);
  }
}

/** A submission of an earlier day with its lead: nobody is told about either. */
async function loadSubmission(submission: Submission, at: string): Promise<{ submissionId: string; leadId: string }> {
  const { message: about = '', ...fields } = leadData(submission);
  const leadId = newId();
  await insertLeads([
    {
      id: leadId,
      createdAt: at,
      origin: submission.origin,
      data: { ...BLANK_LEAD, ...fields, about, source: submission.document.source || submission.funnelName },
    },
  ]);
  await scoreLeads([leadId]);
  const id = await keepAccepted(submission, leadId);
  await execute('update funnel_submissions set created_at = $2 where id = $1', [id, at]);
  return { submissionId: id, leadId };
}
