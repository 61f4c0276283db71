import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { contacts, conversion, leadForms, leads, type NewLeadForm } from '../../contract.ts';
import { formToken } from './form-guard.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const FIELDS: NewLeadForm['fields'] = [{ name: 'lastName', label: 'Name', required: false }, { name: 'email', label: 'E-mail', required: true }, { name: 'message', label: 'Message', required: false }];

async function formWith(settings: Partial<NewLeadForm> = {}) {
  const workspaceId = await system.clientWorkspace();
  const admin = await system.signedIn({ workspaceId, role: 'admin' });
  const form = await admin.call(leadForms.create, { body: { name: 'Ask us', fields: FIELDS, ...settings } });
  return { admin, form };
}

/** A visitor's browser on another site: no cookies, and the origin that it cannot lie about. */
function visit(key: string, body: object, origin = 'https://www.customer.example') {
  return fetch(`${system.url}/api/public/forms/${key}`, { method: 'POST', headers: { 'content-type': 'application/json', origin, 'sec-fetch-site': 'cross-site' }, body: JSON.stringify(body) });
}

/** As if the form had been read some seconds ago. */
const patiently = (key: string) => formToken(key, Date.now() - 10_000);

describe('a web form', () => {
  it('is read and sent from another site, and becomes a scored lead with where it came from', async () => {
    const { admin, form } = await formWith({ tags: ['web'] });
    const preflight = await fetch(`${system.url}/api/public/forms/${form.key}`, { method: 'OPTIONS', headers: { origin: 'https://www.customer.example', 'access-control-request-method': 'POST' } });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin'), preflight.headers.get('access-control-allow-credentials')]).toEqual([204, '*', null]);
    const read = await fetch(`${system.url}/api/public/forms/${form.key}`, { headers: { origin: 'https://www.customer.example' } });
    expect(await read.json()).toMatchObject({ name: 'Ask us', button: 'Send' });
    const answer = await visit(form.key, { fields: { lastName: 'Lovelace', email: 'ada@engines.example', message: 'Hello' }, token: patiently(form.key), origin: { page: 'https://www.customer.example/contact', utm_campaign: 'spring' } });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const [row] = (await admin.call(leads.list)).items;
    const lead = await admin.call(leads.get, { params: { id: row!.id } });
    expect(lead).toMatchObject({ name: 'Lovelace', about: 'Hello', source: 'Ask us', tags: ['web'], form: { name: 'Ask us' }, origin: { utm_campaign: 'spring' } });
  });

  it('keeps back what programs send, and lets a person take it out again', async () => {
    const { admin, form } = await formWith();
    const entry = { fields: { email: 'bot@spam.example' }, token: patiently(form.key) };
    expect((await visit(form.key, { ...entry, trap: 'http://spam' })).status).toBe(200);
    expect((await visit(form.key, { ...entry, token: formToken(form.key) })).status).toBe(200);
    expect((await visit(form.key, { ...entry, token: 'made.up' })).status).toBe(200);
    expect((await admin.call(leads.list)).items).toEqual([]);
    const { items } = await admin.call(leadForms.submissions, { params: { id: form.id }, query: { state: 'spam' } });
    expect(items.map((item) => item.reason)).toEqual(['It was not sent from the form.', 'It was filled in faster than anyone types.', 'A hidden field was filled in.']);
    const lead = await admin.call(leadForms.accept, { params: { id: form.id, submissionId: items[0]!.id } });
    expect(lead.email).toBe('bot@spam.example');
    expect((await admin.tryCall(leadForms.accept, { params: { id: form.id, submissionId: items[0]!.id } })).status).toBe(409);
  });

  it('takes an entry once however often the button is pressed, and not more than a few from one address', async () => {
    const { admin, form } = await formWith();
    const entry = { fields: { email: 'ada@engines.example' }, token: patiently(form.key) };
    await Promise.all([visit(form.key, entry), visit(form.key, entry), visit(form.key, entry)]);
    expect((await admin.call(leads.list)).items).toHaveLength(1);
    const statuses = [];
    for (let n = 0; n < 9; n++) statuses.push((await visit(form.key, { ...entry, fields: { email: `a${n}@engines.example` } })).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  it('asks for what is needed, by name, and for consent', async () => {
    const { admin, form } = await formWith({ consentText: 'You may write to me.' });
    const missing = await visit(form.key, { fields: {}, token: patiently(form.key) });
    expect([missing.status, await missing.json()]).toMatchObject([400, { fields: [{ field: 'email', message: 'E-mail is needed.' }] }]);
    const wrong = await visit(form.key, { fields: { email: 'nobody' }, consent: true, token: patiently(form.key) });
    expect(await wrong.json()).toMatchObject({ fields: [{ field: 'email' }] });
    const refused = await visit(form.key, { fields: { email: 'a@b.example' }, token: patiently(form.key) });
    expect(await refused.json()).toMatchObject({ fields: [{ field: 'consent' }] });
    await visit(form.key, { fields: { email: 'ada@b.example' }, consent: true, token: patiently(form.key) });
    const [lead] = (await admin.call(leads.list)).items;
    const { contact } = await admin.call(conversion.convert, { params: { id: lead!.id }, body: { version: lead!.version, contact: { how: 'new' }, company: { how: 'none' } } });
    expect((await admin.call(contacts.get, { params: { id: contact.id } })).consent.email).toMatchObject({ state: 'granted', basis: 'Web form: You may write to me.' });
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
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('open the link') as string });
    expect((await admin.call(leads.list)).items).toEqual([]);
    expect((await fetch(`${system.url}/api/public/form-confirmations/nonsense`)).status).toBe(404);
    expect((await admin.call(leadForms.submissions, { params: { id: form.id }, query: {} })).items).toMatchObject([{ state: 'unconfirmed' }]);
  });

  it('does nothing with a cookie that comes along, and opens nothing else', async () => {
    const { form } = await formWith();
    const other = await fetch(`${system.url}/api/leads`, { method: 'POST', headers: { 'content-type': 'application/json', origin: 'https://www.customer.example', 'sec-fetch-site': 'cross-site' }, body: '{}' });
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    const script = await fetch(`${system.url}/api/public/forms/${form.key}/embed.js`);
    expect([script.headers.get('content-type'), script.headers.get('cross-origin-resource-policy')]).toEqual(['text/javascript; charset=utf-8', 'cross-origin']);
  });
});
