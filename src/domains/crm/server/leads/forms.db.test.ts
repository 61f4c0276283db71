import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { asSystem, execute } from '../../../../server/db/index.ts';
import { mailsTo } from '../../../../testing/mails.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { approvalRules, approvals } from '../../../approvals/contract.ts';
import {
  assignmentRules,
  contacts,
  conversion,
  leadForms,
  leads,
  scoreRules,
  type NewLeadForm,
} from '../../contract.ts';
import { recordCalls } from '../../../../records/contract.ts';
import { formToken } from '../../../../server/public/spam-guard.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const FIELDS: NewLeadForm['fields'] = [
  { name: 'lastName', label: 'Name', required: false },
  { name: 'email', label: 'Email', required: true },
  { name: 'message', label: 'Message', required: false },
];

async function formWith(settings: Partial<NewLeadForm> = {}) {
  const workspaceId = await system.clientWorkspace();
  const admin = await system.signedIn({ workspaceId, role: 'admin' });
  const form = await admin.call(leadForms.create, { body: { name: 'Ask us', fields: FIELDS, ...settings } });
  return { admin, form };
}

/** A visitor's browser on another site: no cookies, and the origin that it cannot lie about. */
function visit(key: string, body: object, origin = 'https://www.customer.example') {
  return fetch(`${system.url}/api/public/forms/${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, 'sec-fetch-site': 'cross-site' },
    body: JSON.stringify(body),
  });
}

/** As if the form had been read some seconds ago. */
const patiently = (key: string) => formToken(key, Date.now() - 10_000);

describe('a web form', () => {
  it('is read and sent from another site, and becomes a scored lead with where it came from', async () => {
    const { admin, form } = await formWith({ tags: ['web'] });
    const preflight = await fetch(`${system.url}/api/public/forms/${form.key}`, {
      method: 'OPTIONS',
      headers: { origin: 'https://www.customer.example', 'access-control-request-method': 'POST' },
    });
    expect([
      preflight.status,
      preflight.headers.get('access-control-allow-origin'),
      preflight.headers.get('access-control-allow-credentials'),
    ]).toEqual([204, '*', null]);
    const read = await fetch(`${system.url}/api/public/forms/${form.key}`, {
      headers: { origin: 'https://www.customer.example' },
    });
    expect(await read.json()).toMatchObject({ name: 'Ask us', button: 'Send' });
    const answer = await visit(form.key, {
      fields: { lastName: 'Lovelace', email: 'ada@engines.example', message: 'Hello' },
      token: patiently(form.key),
      origin: { page: 'https://www.customer.example/contact', utm_campaign: 'spring' },
    });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const [row] = (await admin.call(leads.list)).items;
    const lead = await admin.call(leads.get, { params: { id: row!.id } });
    expect(lead).toMatchObject({
      name: 'Lovelace',
      about: 'Hello',
      source: 'Ask us',
      tags: ['web'],
      form: { name: 'Ask us' },
      origin: { utm_campaign: 'spring' },
    });
    expect(
      (await admin.call(recordCalls('lead').timeline.list, { params: { id: lead.id } })).items.find(
        ({ kind }) => kind === 'created',
      ),
    ).toMatchObject({ by: null, through: { kind: 'form', id: form.id, name: 'Ask us' } });
  });

  it('keeps back what programs send, and lets a person take it out again', async () => {
    const { admin, form } = await formWith();
    const entry = { fields: { email: 'bot@spam.example' }, token: patiently(form.key) };
    expect((await visit(form.key, { ...entry, trap: 'http://spam' })).status).toBe(200);
    expect((await visit(form.key, { ...entry, token: formToken(form.key) })).status).toBe(200);
    expect((await visit(form.key, { ...entry, token: 'made.up' })).status).toBe(200);
    expect((await admin.call(leads.list)).items).toEqual([]);
    const { items } = await admin.call(leadForms.submissions, { params: { id: form.id }, query: { state: 'spam' } });
    expect(items.map((item) => item.reason)).toEqual([
      'Not sent from the form.',
      'Filled in faster than a person can type.',
      'A hidden field was filled in.',
    ]);
    const lead = await admin.call(leadForms.accept, { params: { id: form.id, submissionId: items[0]!.id } });
    expect(lead.email).toBe('bot@spam.example');
    expect(
      (await admin.tryCall(leadForms.accept, { params: { id: form.id, submissionId: items[0]!.id } })).status,
    ).toBe(409);
  });

  it('takes an entry once however often the button is pressed, and not more than a few from one address [V15]', async () => {
    const { admin, form } = await formWith();
    const entry = { fields: { email: 'ada@engines.example' }, token: patiently(form.key) };
    await Promise.all([visit(form.key, entry), visit(form.key, entry), visit(form.key, entry)]);
    expect((await admin.call(leads.list)).items).toHaveLength(1);
    const statuses = [];
    for (let n = 0; n < 9; n++)
      statuses.push((await visit(form.key, { ...entry, fields: { email: `a${n}@engines.example` } })).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  it('whose owner has left turns no one away: the rules choose', async () => {
    const workspaceId = await system.clientWorkspace();
    const admin = await system.signedIn({ workspaceId, role: 'admin' });
    const gone = await system.signedIn({ workspaceId });
    await admin.call(assignmentRules.create, {
      body: { label: 'All', filter: { match: 'all', conditions: [] }, ownerIds: [admin.userId] },
    });
    const made = async (needsApproval: boolean) =>
      admin.call(leadForms.create, { body: { name: 'Ask us', fields: FIELDS, ownerId: gone.userId, needsApproval } });
    const [form, asking] = [await made(false), await made(true)];
    const send = async (key: string, email: string) =>
      (await visit(key, { fields: { email }, token: patiently(key) })).status;
    expect(await send(form.key, 'one@engines.example')).toBe(200);
    await asSystem(() => execute('delete from memberships where user_id = $1', [gone.userId]));
    expect([await send(form.key, 'two@engines.example'), await send(asking.key, 'three@engines.example')]).toEqual([
      200, 200,
    ]);
    expect(
      Object.fromEntries((await admin.call(leads.list)).items.map(({ email, ownerId }) => [email, ownerId])),
    ).toEqual({ 'one@engines.example': gone.userId, 'two@engines.example': admin.userId });
    expect((await admin.call(approvals.list, { query: { tab: 'incoming' } })).items).toHaveLength(1);
  });

  it('asks for what is needed, by name, and for consent', async () => {
    const { admin, form } = await formWith({ consentText: 'You may write to me.' });
    const missing = await visit(form.key, { fields: {}, token: patiently(form.key) });
    expect([missing.status, await missing.json()]).toMatchObject([
      400,
      { fields: [{ field: 'email', message: 'Email is required.' }] },
    ]);
    const wrong = await visit(form.key, { fields: { email: 'nobody' }, consent: true, token: patiently(form.key) });
    expect(await wrong.json()).toMatchObject({ fields: [{ field: 'email' }] });
    const refused = await visit(form.key, { fields: { email: 'a@b.example' }, token: patiently(form.key) });
    expect(await refused.json()).toMatchObject({ fields: [{ field: 'consent' }] });
    await visit(form.key, { fields: { email: 'ada@b.example' }, consent: true, token: patiently(form.key) });
    const [lead] = (await admin.call(leads.list)).items;
    const { contact } = await admin.call(conversion.convert, {
      params: { id: lead!.id },
      body: { version: lead!.version, contact: { how: 'new' }, company: { how: 'none' } },
    });
    expect((await admin.call(contacts.get, { params: { id: contact.id } })).consent.email).toMatchObject({
      state: 'granted',
      basis: 'Web form: You may write to me.',
    });
  });

  it('that is bound to sites, switched off or deleted is closed', async () => {
    const { admin, form } = await formWith({ origins: ['https://www.customer.example'] });
    const entry = { fields: { email: 'ada@engines.example' }, token: patiently(form.key) };
    expect((await visit(form.key, entry, 'https://elsewhere.example')).status).toBe(403);
    expect((await visit(form.key, entry)).status).toBe(200);
    await admin.call(leadForms.update, { params: { id: form.id }, body: { enabled: false, version: 1 } });
    expect((await visit(form.key, entry)).status).toBe(404);
    await admin.call(leadForms.remove, { params: { id: form.id } });
    expect((await visit(form.key, entry)).status).toBe(404);
  });

  it('waits for a confirmation where that is asked for', async () => {
    const { admin, form } = await formWith({ confirmEmail: true });
    const answer = await visit(form.key, { fields: { email: 'ada@engines.example' }, token: patiently(form.key) });
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('Open the link') as string });
    expect((await admin.call(leads.list)).items).toEqual([]);
    expect((await fetch(`${system.url}/api/public/form-confirmations/nonsense`)).status).toBe(404);
    const [mail] = await mailsTo('ada@engines.example');
    const link = `${system.url}${/\/p\/form-confirmations\/[\w-]+/.exec(mail!)![0]}`;
    // Mail programs open links by themselves.
    expect((await fetch(link)).status).toBe(200);
    expect((await admin.call(leads.list)).items).toEqual([]);
    expect((await admin.call(leadForms.submissions, { params: { id: form.id }, query: {} })).items).toMatchObject([
      { state: 'unconfirmed' },
    ]);
    expect((await fetch(link, { method: 'POST' })).status).toBe(200);
    expect((await admin.call(leads.list)).items).toHaveLength(1);
    expect((await fetch(link, { method: 'POST' })).status).toBe(404);
  });

  it('does nothing with a cookie that comes along, and opens nothing else', async () => {
    const { form } = await formWith();
    const other = await fetch(`${system.url}/api/leads`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: 'https://www.customer.example',
        'sec-fetch-site': 'cross-site',
      },
      body: '{}',
    });
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    const script = await fetch(`${system.url}/api/public/forms/${form.key}/embed.js`);
    expect([script.headers.get('content-type'), script.headers.get('cross-origin-resource-policy')]).toEqual([
      'text/javascript; charset=utf-8',
      'cross-origin',
    ]);
  });
});

describe('a form that needs approval', () => {
  const entryOf = (form: { key: string }, email: string) => ({
    fields: { lastName: 'Lovelace', email, message: 'Hello' },
    token: patiently(form.key),
    origin: { page: 'https://www.customer.example/contact', utm_campaign: 'spring' },
  });
  const waiting = async (admin: Awaited<ReturnType<typeof formWith>>['admin']) =>
    (await admin.call(approvals.list, { query: { tab: 'incoming' } })).items;
  const leadsOf = async (admin: Awaited<ReturnType<typeof formWith>>['admin'], count: number) => {
    await vi.waitFor(async () => expect((await admin.call(leads.list)).items).toHaveLength(count), {
      timeout: 20_000,
      interval: 50,
    });
    return (await admin.call(leads.list)).items;
  };

  it('keeps entries in the queue, and makes the lead as it was corrected', async () => {
    const { admin, form } = await formWith({ needsApproval: true, tags: ['web'] });
    expect((await visit(form.key, entryOf(form, 'ada@engines.example'))).status).toBe(200);
    expect((await visit(form.key, entryOf(form, 'ada@engines.example'))).status).toBe(200);
    expect((await admin.call(leads.list)).items).toEqual([]);
    const [entry, ...others] = await waiting(admin);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      kind: 'lead.form_entry',
      title: 'Lovelace',
      content: { form: 'Ask us', page: 'https://www.customer.example/contact', campaign: 'spring' },
    });
    expect((await admin.call(leadForms.list)).items).toMatchObject([{ waiting: 1, accepted: 0 }]);
    const wrong = await admin.tryCall(approvals.approve, {
      params: { id: entry!.id },
      body: { version: entry!.version, content: { ...entry!.content, email: 'no address' } },
    });
    expect([wrong.status, wrong.body.fields?.[0]?.field]).toEqual([400, 'content.email']);
    await admin.call(approvals.approve, {
      params: { id: entry!.id },
      body: { version: entry!.version, content: { ...entry!.content, firstName: 'Ada' } },
    });
    const [row] = await leadsOf(admin, 1);
    expect(await admin.call(leads.get, { params: { id: row!.id } })).toMatchObject({
      name: 'Ada Lovelace',
      about: 'Hello',
      tags: ['web'],
      source: 'Ask us',
      form: { name: 'Ask us' },
      origin: { utm_campaign: 'spring' },
    });
    expect((await admin.call(leadForms.submissions, { params: { id: form.id } })).items).toMatchObject([
      { state: 'accepted', leadId: row!.id },
    ]);
    const told = (await admin.call(recordCalls('lead').timeline.list, { params: { id: row!.id } })).items;
    expect(
      told.map(({ kind, by, through, letThrough }) => ({
        kind,
        by,
        through: through?.name,
        letThrough: letThrough?.id,
      })),
    ).toEqual([{ kind: 'created', by: null, through: 'Ask us', letThrough: admin.userId }]);
    await admin.call(approvals.undo, { params: { id: entry!.id } });
    await leadsOf(admin, 0);
    expect((await admin.call(leadForms.submissions, { params: { id: form.id } })).items).toMatchObject([
      { state: 'rejected', leadId: null },
    ]);
  });

  it('says of a lead by which form it came, also when the form is deleted before the entry is let through', async () => {
    const { admin, form } = await formWith({ needsApproval: true });
    await visit(form.key, entryOf(form, 'late@engines.example'));
    const [entry] = await waiting(admin);
    await admin.call(leadForms.remove, { params: { id: form.id } });
    await admin.call(approvals.approve, { params: { id: entry!.id }, body: { version: entry!.version } });
    const [row] = await leadsOf(admin, 1);
    expect((await admin.call(recordCalls('lead').timeline.list, { params: { id: row!.id } })).items).toMatchObject([
      { kind: 'created', by: null, through: { kind: 'form', name: 'Ask us' } },
    ]);
  });

  it('remembers why an entry was rejected, knows spam, and takes a decision back', async () => {
    const { admin, form } = await formWith({ needsApproval: true });
    for (const email of ['one@engines.example', 'two@engines.example']) await visit(form.key, entryOf(form, email));
    const [one, two] = await waiting(admin);
    await admin.call(approvals.reject, {
      params: { id: one!.id },
      body: { version: one!.version, reason: 'Not a fit' },
    });
    await admin.call(approvals.reject, { params: { id: two!.id }, body: { version: two!.version, reason: 'Spam' } });
    const states = async () =>
      (await admin.call(leadForms.submissions, { params: { id: form.id } })).items.map(
        ({ state, reason }) => `${state}: ${reason}`,
      );
    expect(await states()).toEqual(['spam: Spam', 'rejected: Not a fit']);
    await admin.call(approvals.undo, { params: { id: one!.id } });
    expect(await states()).toEqual(['spam: Spam', 'waiting: Waiting for approval.']);
    const { id: submissionId } = (
      await admin.call(leadForms.submissions, { params: { id: form.id }, query: { state: 'waiting' } })
    ).items[0]!;
    expect((await admin.tryCall(leadForms.accept, { params: { id: form.id, submissionId } })).status).toBe(409);
    // A submission that became a lead does not return to the queue, where it could become a second lead.
    const [spam] = (await admin.call(leadForms.submissions, { params: { id: form.id }, query: { state: 'spam' } }))
      .items;
    const lead = await admin.call(leadForms.accept, { params: { id: form.id, submissionId: spam!.id } });
    expect(await admin.tryCall(approvals.undo, { params: { id: two!.id } })).toMatchObject({
      status: 409,
      body: { message: 'This entry is already a lead.' },
    });
    expect((await admin.call(leadForms.submissions, { params: { id: form.id } })).items[0]).toMatchObject({
      state: 'accepted',
      leadId: lead.id,
    });
  });

  it('lets through by itself what a rule allows', async () => {
    const { admin, form } = await formWith({ needsApproval: true });
    await admin.call(approvalRules.create, {
      body: {
        name: 'Known house',
        kind: 'lead.form_entry',
        filter: { match: 'all', conditions: [{ field: 'email', op: 'contains', value: '@engines.example' }] },
      },
    });
    await visit(form.key, entryOf(form, 'ada@engines.example'));
    await visit(form.key, entryOf(form, 'eve@elsewhere.example'));
    expect((await leadsOf(admin, 1))[0]!.email).toBe('ada@engines.example');
    expect((await waiting(admin)).map(({ content }) => content['email'])).toEqual(['eve@elsewhere.example']);
  });

  it('asks for the confirmation first, where both are wanted', async () => {
    const { admin, form } = await formWith({ needsApproval: true, confirmEmail: true });
    await visit(form.key, entryOf(form, 'confirm@engines.example'));
    expect(await waiting(admin)).toEqual([]);
    const [mail] = await mailsTo('confirm@engines.example');
    const [, token] = /form-confirmations\/([\w-]+)/.exec(mail!)!;
    expect((await fetch(`${system.url}/p/form-confirmations/${token}`, { method: 'POST' })).status).toBe(200);
    expect((await waiting(admin)).map(({ title }) => title)).toEqual(['Lovelace']);
    expect((await admin.call(leads.list)).items).toEqual([]);
  });

  it('shows how an entry would be scored, and makes nothing of it', async () => {
    const { admin } = await formWith();
    await admin.call(scoreRules.create, {
      body: {
        label: 'Can be written to',
        points: 40,
        filter: { match: 'all', conditions: [{ field: 'email', op: 'not_empty' }] },
      },
    });
    expect(
      await admin.call(leads.preview, { body: { lastName: 'Lovelace', email: 'ada@engines.example' } }),
    ).toMatchObject({ score: 40, reasons: [{ label: 'Can be written to' }] });
    expect((await admin.call(leads.list)).items).toEqual([]);
  });
});
