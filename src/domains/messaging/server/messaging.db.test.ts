import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asSystem, execute, inWorkspace, query } from '../../../server/db/index.ts';
import { useDns } from '../../../server/dns/resolver.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { mailsTo } from '../../../testing/mails.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { contacts } from '../../crm/contract.ts';
import { messaging, type MessageState } from '../contract.ts';
import { sendMessage, type OutgoingMessage } from '../index.ts';
import { WAKE_MESSAGES } from './deliver.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());
afterEach(() => useDns(undefined));

type Owner = Awaited<ReturnType<typeof business>>;
async function business() {
  const workspaceId = await system.clientWorkspace('Hahn & Söhne');
  return system.signedIn({ workspaceId, workspaceRole: 'owner', role: 'admin' });
}

let keys = 0;
function send(owner: Owner, address: string, more: Partial<OutgoingMessage> = {}) {
  return inWorkspace(owner.workspaceId, owner.userId, () =>
    sendMessage({
      workspaceId: owner.workspaceId,
      channel: 'email',
      purpose: 'marketing',
      to: { address },
      subject: 'Hello',
      text: 'Good news.',
      key: `test:${++keys}`,
      ...more,
    }),
  );
}

const stateOf = async (owner: Owner, id: string): Promise<MessageState | undefined> =>
  (await owner.call(messaging.messages)).items.find((one) => one.id === id)?.state;
async function settled(owner: Owner, id: string, state: MessageState): Promise<void> {
  await expect.poll(() => stateOf(owner, id), { timeout: 20_000 }).toBe(state);
}

async function headersTo(address: string) {
  const rows = await asSystem(() =>
    query<{ headers: Record<string, string>; message_id: string }>(
      'select headers, message_id from mail_outbox where position($1 in recipients::text) > 0 order by kept_at',
      [address],
    ),
  );
  return rows.at(-1)!;
}
const linkOf = (headers: Record<string, string>) => new URL(/<(.*)>/.exec(headers['List-Unsubscribe']!)![1]!).pathname;
const post = (path: string, fields: Record<string, string> = {}) =>
  fetch(`${system.url}${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

describe('one click', () => {
  it('ends everything that is not transactional, whoever sends it, and the record says so [V12]', async () => {
    const owner = await business();
    const contact = await owner.call(contacts.create, {
      body: { firstName: 'Ada', emails: [{ value: 'Ada@one.example' }] },
    });
    const first = await send(owner, 'ada@ONE.example');
    await settled(owner, first.id, 'kept');
    const [text] = await mailsTo('ada@one.example');
    expect(text).toContain('Unsubscribe: http');
    const { headers } = await headersTo('ada@one.example');
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const path = linkOf(headers);
    // Reading the page, as scanners do, changes nothing.
    for (const method of ['GET', 'HEAD']) expect((await fetch(`${system.url}${path}`, { method })).status).toBe(200);
    expect((await send(owner, 'ada@one.example')).state).toBe('queued');
    const done = await post(path, { 'List-Unsubscribe': 'One-Click' });
    expect([done.status, await done.text()]).toEqual([200, 'Unsubscribed']);
    for (const purpose of ['service', 'marketing', 'newsletter'] as const)
      expect(await send(owner, 'ada@one.example', { purpose })).toMatchObject({
        state: 'refused',
        why: 'The person unsubscribed.',
      });
    expect((await send(owner, 'ada@one.example', { purpose: 'transactional' })).state).toBe('queued');
    expect((await owner.call(contacts.get, { params: { id: contact.id } })).consent.email.state).toBe('denied');
    const { events } = await owner.call(messaging.consent, { query: { contactId: contact.id } });
    expect(events).toMatchObject([{ purpose: 'all', state: 'withdrawn', source: 'one_click', recordedBy: null }]);
    expect(events[0]!.proof).toMatchObject({ ip: expect.any(String) as string });
  });

  it('stops a message that waits already', async () => {
    const owner = await business();
    const first = await send(owner, 'grace@one.example');
    await settled(owner, first.id, 'kept');
    const path = linkOf((await headersTo('grace@one.example')).headers);
    const { inboundUrl: _, ...settings } = await owner.call(messaging.settings);
    const email = { on: true, from: '00:00', to: '23:59' };
    const { version } = await owner.call(messaging.saveSettings, {
      body: { ...settings, quiet: { ...settings.quiet, email } },
    });
    const waiting = await send(owner, 'grace@one.example');
    expect(waiting.state).toBe('held');
    await owner.call(messaging.saveSettings, { body: { ...settings, version } });
    await post(path);
    await asSystem(() =>
      execute('update messages set due_at = now() - make_interval(secs => 1) where id = $1', [waiting.id]),
    );
    await runRecurring(WAKE_MESSAGES);
    await settled(owner, waiting.id, 'refused');
  });

  it('opens the page of choices, where someone can agree to one thing again', async () => {
    const owner = await business();
    const first = await send(owner, 'mary@one.example');
    await settled(owner, first.id, 'kept');
    const path = linkOf((await headersTo('mary@one.example')).headers);
    expect((await post(path)).headers.get('location')).toBe(`${path}?done=yes`);
    const preferences = path.replace('/unsubscribe/', '/preferences/');
    const page = await fetch(`${system.url}${preferences}`, { headers: { 'accept-language': 'de' } });
    const text = await page.text();
    expect(text).toContain('lang="de"');
    expect(text).toContain('m…@one.example');
    expect(text).not.toContain(' checked');
    await post(preferences, { newsletter: 'yes' });
    expect((await send(owner, 'mary@one.example', { purpose: 'newsletter' })).state).toBe('queued');
    expect((await send(owner, 'mary@one.example')).state).toBe('refused');
    expect((await post(`${path.slice(0, -1)}!`)).status).toBe(404);
  });
});

describe('a message', () => {
  it('is the same under the same key, and goes to one person once', async () => {
    const owner = await business();
    const results = await Promise.all([1, 2, 3].map(() => send(owner, 'twice@one.example', { key: 'the-same' })));
    expect(new Set(results.map(({ id }) => id)).size).toBe(1);
    await settled(owner, results[0]!.id, 'kept');
    expect(await mailsTo('twice@one.example')).toHaveLength(1);
  });

  it('whose process died while it was handed over is shown, and not sent again by itself', async () => {
    const owner = await business();
    const first = await send(owner, 'lost@one.example');
    await settled(owner, first.id, 'kept');
    await asSystem(() =>
      execute(
        `update messages set state = 'sending', finished_at = null, handed_at = now() - interval '10 minutes' where id = $1`,
        [first.id],
      ),
    );
    await runRecurring(WAKE_MESSAGES);
    expect(await stateOf(owner, first.id)).toBe('unknown');
    await runRecurring(WAKE_MESSAGES);
    expect(await mailsTo('lost@one.example')).toHaveLength(1);
    await owner.call(messaging.resolve, { params: { id: first.id }, body: { as: 'again' } });
    await settled(owner, first.id, 'kept');
    const sent = await asSystem(() =>
      query<{ message_id: string }>(
        `select message_id from mail_outbox where recipients::text like '%lost@one.example%'`,
      ),
    );
    expect(new Set(sent.map((row) => row.message_id)).size).toBe(1);
  });

  it('is planned before it is sent: how many it reaches, and why not the others', async () => {
    const owner = await business();
    for (const [n, consent] of (['granted', 'denied', 'unknown', 'unknown'] as const).entries())
      await owner.call(contacts.create, {
        body: { firstName: `P${n}`, emails: [{ value: `p${n}@plan.example` }], consent: { email: { state: consent } } },
      });
    await owner.call(contacts.create, { body: { firstName: 'Nobody' } });
    await owner.call(messaging.suppress, { body: { channel: 'email', addresses: ['P3@plan.example', 'none'] } });
    expect(await owner.call(messaging.plan, { query: { channel: 'email', purpose: 'marketing' } })).toMatchObject({
      total: 5,
      wouldGo: 2,
    });
    const newsletter = await owner.call(messaging.plan, { query: { channel: 'email', purpose: 'newsletter' } });
    expect(Object.fromEntries(newsletter.refused.map(({ reason, count }) => [reason, count]))).toEqual({
      withdrawn: 1,
      no_consent: 1,
      imported: 1,
      no_address: 1,
    });
  });

  it('to a teammate needs no consent', async () => {
    const owner = await business();
    const teammate = await system.signedIn({ workspaceId: owner.workspaceId, email: 'mate@team.example' });
    expect((await send(owner, 'mate@team.example', { purpose: 'newsletter' })).state).toBe('queued');
    expect(teammate.userId).toBeTruthy();
  });
});

describe('what comes back', () => {
  const report = (address: string, messageId: string, status: string) =>
    [
      'From: MAILER-DAEMON@mx.example',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
      '',
      '--b1',
      'Content-Type: text/plain',
      '',
      'Sorry.',
      '--b1',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example',
      '',
      `Final-Recipient: rfc822; ${address}`,
      'Action: failed',
      `Status: ${status}`,
      'Diagnostic-Code: smtp; 550 5.1.1 No such user',
      '--b1',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: <${messageId}>`,
      `To: ${address}`,
      '--b1--',
      '',
    ].join('\r\n');

  it('suppresses an address that does not exist, and no other', async () => {
    const owner = await business();
    const first = await send(owner, 'gone@one.example');
    await settled(owner, first.id, 'kept');
    const { inboundUrl } = await owner.call(messaging.settings);
    const path = new URL(inboundUrl).pathname;
    const receive = async (raw: string, at = path) => {
      const answer = await fetch(`${system.url}${at}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ raw }),
      });
      return [answer.status, await answer.json()] as const;
    };
    const { message_id: messageId } = await headersTo('gone@one.example');
    expect((await receive(report('gone@one.example', messageId, '5.1.1'), `${path}x`))[0]).toBe(404);
    expect(await receive(report('stranger@one.example', 'made-up@x', '5.1.1'))).toEqual([
      200,
      { kind: 'bounce', addresses: 0 },
    ]);
    expect((await receive(report('gone@one.example', messageId, '4.2.2')))[1]).toEqual({
      kind: 'bounce',
      addresses: 0,
    });
    expect((await receive(report('gone@one.example', messageId, '5.1.1')))[1]).toEqual({
      kind: 'bounce',
      addresses: 1,
    });
    expect(await stateOf(owner, first.id)).toBe('bounced');
    expect((await send(owner, 'gone@one.example', { purpose: 'transactional' })).state).toBe('refused');
    const [row] = (await owner.call(messaging.suppressions)).items;
    expect(row).toMatchObject({ address: 'gone@one.example', reason: 'bounced' });
    await owner.call(messaging.unsuppress, { params: { id: row!.id } });
    expect((await send(owner, 'gone@one.example')).state).toBe('queued');
  });
});

it('the ledger of consent cannot be changed, not even by the database’s owner [V12]', async () => {
  const owner = await business();
  await owner.call(messaging.recordConsent, {
    body: {
      channel: 'email',
      address: 'ada@two.example',
      purpose: 'newsletter',
      state: 'granted',
      wording: 'By phone',
    },
  });
  for (const statement of [`update consent_events set wording = 'x'`, 'delete from consent_events']) {
    await expect(asSystem(() => execute(statement))).rejects.toThrow('append-only');
    await expect(inWorkspace(owner.workspaceId, null, () => execute(statement))).rejects.toThrow(
      /permission denied|append/,
    );
  }
});

it('a sending domain is verified by its own key, and only then sends in its name', async () => {
  const owner = await business();
  const { version, inboundUrl: _, ...settings } = await owner.call(messaging.settings);
  const save = () =>
    owner.tryCall(messaging.saveSettings, {
      body: { ...settings, version, sender: { ...settings.sender, address: 'news@hahn.example' } },
    });
  expect((await save()).body).toMatchObject({ fields: [{ field: 'sender.address' }] });
  const domain = await owner.call(messaging.addDomain, { body: { domain: 'hahn.example' } });
  const dkim = domain.records[0]!;
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'der' });
  const zone = (value: string) =>
    useDns({
      txt: (name) =>
        Promise.resolve(name === dkim.name ? [value] : name === 'hahn.example' ? ['v=spf1 -all', 'x'] : []),
      cname: () => Promise.resolve([]),
      addresses: () => Promise.resolve([]),
      mx: () => Promise.resolve([]),
      srv: () => Promise.resolve([]),
    });
  zone(`v=DKIM1; p=${other.toString('base64')}`);
  expect((await owner.call(messaging.checkDomain, { params: { id: domain.id } })).isVerified).toBe(false);
  zone(dkim.value);
  const checked = await owner.call(messaging.checkDomain, { params: { id: domain.id } });
  expect(checked.records.map(({ state }) => state)).toEqual(['ok', 'ok', 'missing']);
  expect((await save()).status).toBe(200);
  const message = await send(owner, 'reader@three.example');
  await settled(owner, message.id, 'kept');
  expect((await headersTo('reader@three.example')).message_id).toBe(`${message.id}@hahn.example`);
});
