/** Two sample rooms: one accepted with a deposit paid, one with a proposal that waits. */
import { decimal } from '../../../kernel/money/index.ts';
import { newId } from '../../../kernel/ids.ts';
import type { DemoWorkspaceContext } from '../../../server/domain.ts';
import { execute, insertRow, insertRows, query } from '../../../server/db/index.ts';
import { DEFAULT_CONSENT, type ProposalContent } from '../contract.ts';
import { signedDocument } from '../engine/document.ts';
import { sha256 } from '../server/rows.ts';
import { bookCommissions } from '../server/commissions.ts';

interface Deal {
  id: string;
  amount: string;
  currency: string;
  customer: string;
  contactId: string;
  contact: string;
  email: string;
}

const DEALS = `select o.id, trim_scale(o.amount)::text as amount, o.currency, coalesce(co.name, '') as customer, o.contact_id as "contactId",
    trim(c.first_name || ' ' || c.last_name) as contact, coalesce(c.emails->0->>'value', '') as email
  from opportunities o join contacts c on c.id = o.contact_id left join companies co on co.id = o.company_id
  where o.workspace_id = $1 and o.deleted_at is null and o.state = $2 and o.amount > 20000 order by o.amount desc, o.id limit 1`;

const ACTIONS = [
  { title: 'Agree on goals and budget', side: 'us', ownerName: '', days: -12, isDone: true },
  { title: 'Review security questionnaire', side: 'buyer', ownerName: 'IT', days: -2, isDone: false },
  { title: 'Legal review of the proposal', side: 'buyer', ownerName: 'Legal', days: 6, isDone: false },
  { title: 'Kickoff meeting', side: 'us', ownerName: '', days: 14, isDone: false },
] as const;

const contentFor = ({ amount, currency }: Deal, title: string): ProposalContent => ({
  title,
  currency,
  sections: [
    {
      id: newId(),
      title: 'What you get',
      text: 'We roll out the platform in eight weeks, move your data, and train every team.\n\nOne person on our side is responsible from the first day to go-live.',
    },
  ],
  lines: [
    {
      id: newId(),
      product: 'Rollout',
      description: 'Setup, data migration, go-live',
      quantity: '1',
      unitPrice: decimal(amount).minus('7200').toFixed(),
      discount: '0',
      tax: '0',
      optional: false,
    },
    {
      id: newId(),
      product: 'Training day',
      description: '',
      quantity: '4',
      unitPrice: '1800',
      discount: '0',
      tax: '0',
      optional: false,
    },
    {
      id: newId(),
      product: 'Premium support, first year',
      description: '',
      quantity: '1',
      unitPrice: '6000',
      discount: '0',
      tax: '0',
      optional: true,
    },
  ],
  plan: [
    { label: 'Deposit', percent: '30', when: 'acceptance' },
    { label: 'Go-live', percent: '50', when: 'milestone', milestone: 'Go-live' },
    { label: 'Balance', percent: '20', when: 'milestone', milestone: 'Handover' },
  ],
  consent: DEFAULT_CONSENT,
});

const ago = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
const dayIn = (now: Date, days: number) => ago(now, -days).slice(0, 10);

async function loadRoom({ workspaceId, people, now }: DemoWorkspaceContext, deal: Deal): Promise<string> {
  const roomId = newId();
  const of = { workspaceId, opportunityId: deal.id };
  await insertRow('deal_rooms', {
    id: roomId,
    ...of,
    createdBy: people[0]!,
    welcome: `Hi ${deal.contact.split(' ')[0]},\n\nthis page has everything for our project: the plan, the proposal, and the payments.`,
    linkOn: true,
    linkSince: ago(now, 9),
    linkExpiresAt: ago(now, -80),
    visits: 3,
    lastVisitAt: ago(now, 1),
  });
  await insertRow('deal_stances', {
    ...of,
    contactId: deal.contactId,
    influence: 'high',
    stance: 'champion',
    note: '',
  });
  await insertRows(
    'deal_actions',
    ACTIONS.map(({ days, isDone, ...action }, position) => ({
      id: newId(),
      ...of,
      roomId,
      ...action,
      position,
      dueDay: dayIn(now, days),
      ownerId: action.side === 'us' ? people[0]! : null,
      ...(isDone && { doneAt: ago(now, 11), doneBy: 'Our team' }),
    })),
  );
  return roomId;
}

async function loadProposal(
  { workspaceId, workspace, people, now, today }: DemoWorkspaceContext,
  deal: Deal,
  roomId: string,
  isAccepted: boolean,
): Promise<void> {
  const content = contentFor(deal, isAccepted ? 'Platform rollout' : 'Platform rollout, phase two');
  const proposalId = newId();
  const of = { workspaceId, opportunityId: deal.id };
  await insertRow('deal_proposals', {
    id: proposalId,
    ...of,
    roomId,
    number: 1,
    content,
    validUntil: dayIn(now, 20),
    createdBy: people[0]!,
    state: isAccepted ? 'accepted' : 'sent',
    sentTo: [{ name: deal.contact, email: deal.email }],
    sentAt: ago(now, 9),
    firstSeenAt: ago(now, 8),
  });
  if (!isAccepted) return;
  const chosen: string[] = [];
  const made = signedDocument(content, new Set(chosen), {
    seller: workspace.name,
    customer: deal.customer,
    number: 1,
    validUntil: dayIn(now, 20),
  });
  await insertRow('deal_acceptances', {
    id: newId(),
    ...of,
    proposalId,
    name: deal.contact,
    email: deal.email,
    consent: content.consent,
    document: made.text,
    sha256: sha256(made.text),
    chosen,
    currency: content.currency,
    net: made.totals.net,
    total: made.totals.total,
    ip: '203.0.113.24',
    userAgent: 'Sample data',
    acceptedAt: ago(now, 6),
  });
  for (const [index, { role, percent }] of (
    [
      { role: 'setter', percent: '3' },
      { role: 'closer', percent: '7' },
    ] as const
  ).entries())
    await insertRow('deal_splits', { ...of, role, percent, userId: people[index] ?? people[0]! });
  for (const [position, { label, amount }] of made.installments.entries()) {
    const id = newId();
    const isPaid = position === 0;
    const { milestone = '' } = content.plan[position]!;
    await insertRow('deal_installments', {
      id,
      ...of,
      roomId,
      proposalId,
      position,
      label,
      amount,
      currency: content.currency,
      milestone,
      ...(isPaid && { dueDay: dayIn(now, -6), paid: amount, paidAt: ago(now, 5), method: 'Sample payment' }),
    });
    if (isPaid)
      await bookCommissions(
        {
          id,
          roomId,
          opportunityId: deal.id,
          label,
          amount,
          currency: content.currency,
          dueDay: null,
          milestone,
          paymentId: null,
          paid: amount,
          refunded: '0',
          paidAt: null,
          method: '',
          note: '',
          reminders: 0,
        },
        amount,
        today,
      );
  }
}

export async function loadWorkspace(context: DemoWorkspaceContext): Promise<void> {
  if (context.workspace.key !== 'operations') return;
  for (const state of ['won', 'open']) {
    const [deal] = await query<Deal>(DEALS, [context.workspaceId, state]);
    if (!deal) continue;
    const roomId = await loadRoom(context, deal);
    await loadProposal(context, deal, roomId, state === 'won');
    await execute('update deal_rooms set created_at = $2 where id = $1', [roomId, ago(context.now, 15)]);
  }
}
