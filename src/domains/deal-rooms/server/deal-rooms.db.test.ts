import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { asSystem, execute, query } from '../../../server/db/index.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { contacts, opportunities } from '../../crm/contract.ts';
import { notifications } from '../../notifications/contract.ts';
import { type DealRoom, dealRooms, DEFAULT_CONSENT } from '../contract.ts';

let system: TestSystem;
let owner: Awaited<ReturnType<TestSystem['signedIn']>>;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());
beforeEach(async () => {
  owner = await system.signedIn({ workspaceId: await system.clientWorkspace('Tan Dental'), workspaceRole: 'owner' });
});

const OPTION = randomUUID();
const content = () => ({
  title: 'Clinic rollout',
  currency: 'USD',
  sections: [{ id: randomUUID(), title: 'Scope', text: 'Twelve chairs.\n\n<script>alert(1)</script>' }],
  lines: [
    { id: randomUUID(), product: 'Rollout', quantity: '1', unitPrice: '40000.01', tax: '8.25' },
    { id: OPTION, product: 'Training', quantity: '2', unitPrice: '1500', discount: '10', optional: true },
  ],
  plan: [
    { label: 'Deposit', amount: '5000', when: 'acceptance' as const },
    { label: 'Second', percent: '33.33', when: 'day' as const, day: '2099-01-31' },
    { label: 'Rest', percent: '66.67', when: 'milestone' as const, milestone: 'Go-live' },
  ],
  consent: DEFAULT_CONSENT,
});

async function deal(name = 'Clinic deal', amount = '45000') {
  const contact = await owner.call(contacts.create, {
    body: { firstName: 'Bea', lastName: 'Buyer', emails: [{ value: `bea-${randomUUID().slice(0, 8)}@buyer.example` }] },
  });
  const opportunity = await owner.call(opportunities.create, {
    body: { name, amount, currency: 'USD', contactId: contact.id },
  });
  return owner.call(dealRooms.open, { body: { opportunityId: opportunity.id } });
}

async function sent(): Promise<DealRoom> {
  const room = await deal();
  const drafted = await owner.call(dealRooms.saveDraft, {
    params: { id: room.id },
    body: { content: content(), validUntil: null, version: null },
  });
  const { id, version } = drafted.proposals[0]!;
  const contactIds = [room.stakeholders[0]!.contact.id];
  const body = { version, contactIds, subject: 'Your proposal', text: 'Hi Bea' };
  return owner.call(dealRooms.send, { params: { id }, body });
}

const pathOf = (room: DealRoom) => new URL(room.link.url).pathname;
const browser = { 'user-agent': 'Mozilla/5.0 (Test)' };
const visit = async (room: DealRoom, query = '') =>
  (await fetch(`${system.url}${pathOf(room)}${query}`, { headers: browser })).text();
const post = (room: DealRoom, fields: Record<string, string>) =>
  fetch(`${system.url}${pathOf(room)}`, {
    method: 'POST',
    headers: browser,
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
const read = (room: DealRoom) => owner.call(dealRooms.get, { params: { id: room.id } });

async function accepted(room: DealRoom): Promise<Response> {
  const proposal = room.proposals[0]!.id;
  const options = { [`option-${OPTION}`]: 'yes' };
  const review = await (await post(room, { act: 'review', proposal, ...options })).text();
  const sha256 = /name="sha256" value="([0-9a-f]{64})"/.exec(review)![1]!;
  const signature = { name: 'Bea Buyer', email: 'bea@buyer.example', agree: 'yes', sha256 };
  return post(room, { act: 'accept', proposal, ...options, ...signature });
}

it('lists deals from the threshold on, with reasons, and opens one room each', async () => {
  const room = await deal();
  await owner.call(opportunities.create, { body: { name: 'Small', amount: '9999.99', currency: 'USD' } });
  const again = await owner.call(dealRooms.open, { body: { opportunityId: room.opportunity.id } });
  expect(again.id).toBe(room.id);
  const list = await owner.call(dealRooms.list);
  expect(list.items.map(({ name }) => name)).toEqual(['Clinic deal']);
  expect(list.items[0]!.signals.map(({ id }) => id)).toEqual(['single_threaded']);
  expect(list.items[0]!.nextStep?.title).toBe('Add a second stakeholder');
  expect(list.sums).toMatchObject({ deals: 1, amount: '45000' });
  await owner.call(dealRooms.saveSettings, { body: { threshold: '5000', quietDays: 7, buyerQuietDays: 7 } });
  const first = await owner.call(dealRooms.list, { query: { limit: 1 } });
  const second = await owner.call(dealRooms.list, { query: { limit: 1, cursor: first.next! } });
  expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['Clinic deal', 'Small']);
});

it('keeps who is in the deal with the opportunity, and how they stand with the room', async () => {
  const room = await deal();
  const [bea] = room.stakeholders;
  const people = [
    { contactId: bea!.contact.id, role: 'Decision maker', influence: 'high', stance: 'champion' } as const,
  ];
  const saved = await owner.call(dealRooms.stakeholders, { params: { id: room.id }, body: { people } });
  expect(saved.stakeholders[0]).toMatchObject({ role: 'Decision maker', stance: 'champion', main: true });
  const record = await owner.call(opportunities.get, { params: { id: room.opportunity.id } });
  expect(record.people[0]).toMatchObject({ role: 'Decision maker' });
  await expect(
    owner.call(dealRooms.stakeholders, { params: { id: room.id }, body: { people: [...people, ...people] } }),
  ).rejects.toThrow('"field":"people"');
});

it('takes a proposal from draft over an option and a signature to cash, commission, and refund', async () => {
  const room = await sent();
  await owner.call(dealRooms.saveSplits, {
    params: { id: room.id },
    body: { splits: [{ role: 'closer', userId: owner.userId, percent: '7.25' }] },
  });
  const page = await visit(room);
  expect(page).toContain('&lt;script&gt;alert(1)');
  expect(page).not.toContain('<script>alert');
  await visit(room);
  await visit(room, '?preview=yes');
  expect(await read(room)).toMatchObject({ visits: 1, proposals: [{ firstSeenAt: expect.any(String) as string }] });

  const proposal = room.proposals[0]!.id;
  const refused = await post(room, { act: 'accept', proposal, name: 'B', email: 'x', sha256: '0' });
  expect(refused.status).toBe(422);
  const forged = { act: 'accept', proposal, name: 'Bea', email: 'b@x.example', agree: 'yes', sha256: '0'.repeat(64) };
  expect((await post(room, forged)).status).toBe(409);
  expect((await accepted(room)).status).toBe(303);
  expect((await post(room, { act: 'accept', proposal })).status).toBe(303);

  const won = await read(room);
  const { acceptance } = won.proposals[0]!;
  // 40,000.01 + 8.25% of it (3,300.00), and 2 x 1,500 less 10%.
  expect(acceptance).toMatchObject({ name: 'Bea Buyer', net: '42700.01', total: '46000.01', intact: true });
  expect(acceptance!.userAgent).toBe('Mozilla/5.0 (Test)');
  expect(won.installments.map(({ amount, state }) => [amount, state])).toEqual([
    ['5000.00', 'due'],
    ['13665.30', 'waiting'],
    ['27334.71', 'waiting'],
  ]);
  expect(won.opportunity).toMatchObject({ state: 'won', amount: '42700.01' });
  const pdf = await fetch(`${system.url}${pathOf(room)}/certificate.pdf`);
  expect([pdf.headers.get('content-type'), pdf.headers.get('cache-control')]).toEqual(['application/pdf', 'no-store']);
  expect((await pdf.text()).slice(0, 5)).toBe('%PDF-');

  const deposit = won.installments[0]!.id;
  const gateway = (await post(room, { act: 'pay', installment: deposit })).headers.get('location')!;
  expect(gateway).toMatch(/^\/p\/pay\//);
  const card = new URLSearchParams({ number: '4242 4242 4242 4242' });
  const paid = await fetch(`${system.url}${gateway}`, { method: 'POST', body: card, redirect: 'manual' });
  expect(paid.headers.get('location')).toMatch(/^\/p\/pay\//);
  expect(await visit(room, `?payment=${deposit}`)).toContain('$5,000.00 of $46,000.01 paid');
  await expect.poll(async () => (await read(room)).collected, { timeout: 20_000 }).toBe('5000');
  expect((await post(room, { act: 'pay', installment: deposit })).status).toBe(409);

  const month = (await read(room)).installments[0]!.paidAt!.slice(0, 7);
  const statement = () => owner.call(dealRooms.commissions, { query: { month } });
  const [earned] = (await statement()).items;
  expect(earned).toMatchObject({ amount: '362.50', base: '5000.00', state: 'earned' });
  const ids = [earned!.id];
  expect(await owner.call(dealRooms.payCommissions, { body: { ids } })).toEqual({ changed: 0 });
  expect(await owner.call(dealRooms.approveCommissions, { body: { ids } })).toEqual({ changed: 1 });
  expect(await owner.call(dealRooms.payCommissions, { body: { ids } })).toEqual({ changed: 1 });

  await owner.call(dealRooms.refund, { params: { id: deposit }, body: { amount: '1000' } });
  const refund = await owner.call(dealRooms.refund, { params: { id: deposit }, body: {} });
  expect(refund.installments[0]).toMatchObject({ state: 'refunded', refunded: '5000.00' });
  expect(refund.collected).toBe('0');
  expect((await statement()).totals[0]).toMatchObject({ total: '0.00', paid: '362.50', earned: '-362.50' });
  await expect(owner.call(dealRooms.refund, { params: { id: deposit }, body: {} })).rejects.toThrow(
    '"code":"conflict"',
  );
});

it('never changes what was sent or signed', async () => {
  const room = await sent();
  const { id } = room.proposals[0]!;
  const change = (sql: string) => asSystem(() => execute(sql, [id]));
  await expect(change(`update deal_proposals set content = '{}' where id = $1`)).rejects.toThrow('new version');
  await accepted(room);
  await expect(change(`update deal_acceptances set name = 'Eve' where proposal_id = $1`)).rejects.toThrow(
    'new version',
  );
  await expect(owner.call(dealRooms.withdraw, { params: { id } })).rejects.toThrow('"code":"conflict"');
  await expect(owner.call(dealRooms.revise, { params: { id } })).rejects.toThrow('"code":"conflict"');
});

it('replaces a version by the next, and takes a decline with its reason', async () => {
  const room = await sent();
  const first = room.proposals[0]!;
  const revised = await owner.call(dealRooms.revise, { params: { id: first.id } });
  const draft = revised.proposals[0]!;
  expect(draft).toMatchObject({ number: 2, state: 'draft' });
  const body = { version: 1, contactIds: [room.stakeholders[0]!.contact.id], subject: 'New', text: 'New version' };
  const next = await owner.call(dealRooms.send, { params: { id: draft.id }, body });
  expect(next.proposals.map(({ state }) => state)).toEqual(['sent', 'replaced']);
  expect((await post(room, { act: 'decline', proposal: first.id, reason: 'Too late' })).status).toBe(409);
  expect((await post(room, { act: 'decline', proposal: draft.id, reason: 'Too expensive' })).status).toBe(303);
  const declined = await read(room);
  expect(declined.proposals[0]).toMatchObject({ state: 'declined', declineReason: 'Too expensive' });
  expect(declined.signals.map(({ id }) => id)).toContain('declined');
  const { items } = await owner.call(notifications.list);
  expect(items.map(({ title }) => title)).toContain('Clinic deal: proposal declined');
});

it('opens the room only by a link that is on, and lets the buyer tick off their own actions', async () => {
  const room = await sent();
  const add = (side: 'us' | 'buyer', title: string) =>
    owner.call(dealRooms.addAction, { params: { id: room.id }, body: { side, title, dueDay: '2020-01-01' } });
  await add('us', 'Send references');
  const planned = await add('buyer', 'Legal review');
  const [ours, theirs] = planned.actions;
  await post(room, { act: 'tick', action: theirs!.id, done: 'yes' });
  await post(room, { act: 'tick', action: ours!.id, done: 'yes' });
  const ticked = await read(room);
  expect(ticked.actions.map(({ doneBy }) => doneBy)).toEqual(['', 'Buyer']);
  expect(ticked.signals.map(({ id }) => id)).toContain('overdue_ours');
  await expect(
    owner.call(dealRooms.updateAction, { params: { id: theirs!.id }, body: { version: 1, title: 'Other' } }),
  ).rejects.toThrow('"code":"stale"');

  const status = async () => (await fetch(`${system.url}${pathOf(room)}`)).status;
  expect(await status()).toBe(200);
  await owner.call(dealRooms.link, { params: { id: room.id }, body: { on: false } });
  expect(await status()).toBe(404);
  const back = await owner.call(dealRooms.link, { params: { id: room.id }, body: { on: true } });
  expect(await status()).toBe(404);
  expect((await fetch(`${system.url}${pathOf(back)}`)).status).toBe(200);
  await asSystem(() => execute('update deal_rooms set link_expires_at = now() where id = $1', [room.id]));
  expect((await fetch(`${system.url}${pathOf(back)}`)).status).toBe(404);
});

it('reminds of an overdue installment once a week, and takes a transfer', async () => {
  const room = await sent();
  await accepted(room);
  const deposit = (await read(room)).installments[0]!.id;
  await asSystem(() => execute(`update deal_installments set due_day = current_date - 3 where id = $1`, [deposit]));
  await runRecurring('deal-rooms.remind');
  await runRecurring('deal-rooms.remind');
  const mails = await asSystem(() =>
    query<{ subject: string }>('select subject from messages where workspace_id = $1 and key like $2', [
      owner.workspaceId,
      'deal-reminder:%',
    ]),
  );
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('Deposit of 5000.00 USD was due')]);
  expect((await read(room)).signals[0]).toMatchObject({ id: 'overdue_payments', level: 'high' });
  const receive = (day: string) =>
    owner.call(dealRooms.receive, { params: { id: deposit }, body: { method: 'Bank transfer', day } });
  await expect(receive('2099-01-01')).rejects.toThrow('"field":"day"');
  expect((await receive('2026-01-05')).collected).toBe('5000');
  await expect(receive('2026-01-05')).rejects.toThrow('"code":"conflict"');
});

it('refuses a proposal whose plan does not come to the total, or that no one can get', async () => {
  const room = await deal();
  const draft = async (change: object, version: number | null) =>
    owner.call(dealRooms.saveDraft, {
      params: { id: room.id },
      body: { content: { ...content(), ...change }, validUntil: null, version },
    });
  const send = async ({ proposals }: DealRoom, contactIds = [room.stakeholders[0]!.contact.id]) =>
    owner.call(dealRooms.send, {
      params: { id: proposals[0]!.id },
      body: { version: proposals[0]!.version, contactIds, subject: 'S', text: 'T' },
    });
  const fixed = await draft({ plan: [{ label: 'All', amount: '43300.01', when: 'acceptance' }] }, null);
  await expect(send(fixed)).rejects.toThrow('With all options');
  const empty = await draft({ lines: [] }, 1);
  await expect(send(empty)).rejects.toThrow('"field":"lines"');
  const good = await draft({}, 2);
  await expect(draft({}, 1)).rejects.toThrow('"code":"stale"');
  await expect(send(good, [randomUUID()])).rejects.toThrow('"field":"contactIds"');
});
