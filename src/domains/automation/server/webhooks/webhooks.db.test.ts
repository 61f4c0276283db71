import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { asSystem, execute, query } from '../../../../server/db/index.ts';
import { allowPrivateHosts } from '../../../../server/http-client/client.ts';
import { runRecurring } from '../../../../server/jobs/recurring.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { contacts } from '../../../crm/contract.ts';
import { webhooks } from '../../contract.ts';
import { SEND_DUE } from './deliver.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

let system: TestSystem;
type Client = Awaited<ReturnType<TestSystem['signedIn']>>;
let ada: Client;
let receiver: Server;
let url: string;
let received: Received[] = [];
let status = 200;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      if (status === 0) return void request.socket.destroy();
      response.writeHead(status, { 'set-cookie': 'their=secret' }).end(`answer ${status}`);
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  url = `http://${host}/hook`;
  system = await startTestSystem({ OUTGOING_ALLOW: host });
});
afterAll(async () => {
  await system.destroy();
  allowPrivateHosts([]);
  receiver.close();
});
beforeEach(async () => {
  received = [];
  status = 200;
  ada = await system.signedIn({ role: 'admin', workspaceId: await system.clientWorkspace() });
});

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 20_000, interval: 30 });
const add = (types = ['contact.created']) => ada.call(webhooks.create, { body: { url, types } });
const isSigned = ({ headers, body }: Received, secret: string) => {
  const signature = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
    .digest('base64');
  return String(headers['webhook-signature']).split(' ').includes(`v1,${signature}`);
};
const due = () =>
  asSystem(() =>
    execute(`update webhook_messages set next_at = now() - make_interval(secs => 1) where state = 'pending'`),
  );

describe('a webhook', () => {
  it('tells of what was chosen, signed, once, and keeps what was answered without secrets', async () => {
    const endpoint = await add();
    const contact = await ada.call(contacts.create, { body: { firstName: 'Ada' } });
    await ada.call(contacts.update, { params: { id: contact.id }, body: { version: 1, title: 'Countess' } });
    await until(() => expect(received).toHaveLength(1));
    expect(isSigned(received[0]!, endpoint.secret)).toBe(true);
    expect(JSON.parse(received[0]!.body)).toMatchObject({
      type: 'contact.created',
      data: { subject: { type: 'contact', id: contact.id }, workspaceId: ada.workspaceId },
    });
    const message = await until(async () => {
      const { items } = await ada.call(webhooks.messages, { params: { id: endpoint.id } });
      expect(items[0]).toMatchObject({ state: 'delivered', attempts: 1, lastStatus: 200 });
      return items[0]!;
    });
    const { tries } = await ada.call(webhooks.message, { params: { id: message.id } });
    expect(tries[0]).toMatchObject({
      status: 200,
      responseBody: 'answer 200',
      responseHeaders: { 'set-cookie': '••••' },
    });
    expect(tries[0]!.requestHeaders['webhook-signature']).toMatch(/^v1,\S{6}…$/);
    expect(received[0]!.headers['webhook-id']).toBe(message.id);
  });

  it('is sent again under the same id until it is taken', async () => {
    const endpoint = await add();
    status = 500;
    await ada.call(contacts.create, { body: { firstName: 'Ada' } });
    await until(() => expect(received).toHaveLength(1));
    await until(async () =>
      expect(await ada.call(webhooks.get, { params: { id: endpoint.id } })).toMatchObject({
        pending: 1,
        failingSince: expect.any(String) as string,
      }),
    );
    status = 204;
    await due();
    await runRecurring(SEND_DUE);
    await until(() => expect(received).toHaveLength(2));
    expect(received[0]!.headers['webhook-id']).toBe(received[1]!.headers['webhook-id']);
    await until(async () =>
      expect(await ada.call(webhooks.get, { params: { id: endpoint.id } })).toMatchObject({
        pending: 0,
        failingSince: null,
      }),
    );
  });

  it('rests after it did not answer at all, until someone wants to know', async () => {
    const endpoint = await add();
    status = 0;
    await ada.call(contacts.create, { body: { firstName: 'Ada' } });
    const pending = () => ada.call(webhooks.get, { params: { id: endpoint.id } });
    await until(async () =>
      expect(await pending()).toMatchObject({ pending: 1, failingSince: expect.any(String) as string }),
    );
    const before = await asSystem(() => query(`select id from jobs where workspace_id = $1`, [ada.workspaceId]));
    await due();
    await runRecurring(SEND_DUE);
    expect(await asSystem(() => query(`select id from jobs where workspace_id = $1`, [ada.workspaceId]))).toEqual(
      before,
    );
    status = 200;
    await ada.call(webhooks.test, { params: { id: endpoint.id } });
    await until(async () => expect(await pending()).toMatchObject({ pending: 0, failingSince: null }));
    expect(received).toHaveLength(3);
  });

  it('is given up after about a day, and can be sent again then: one, or a whole span', async () => {
    const endpoint = await add();
    status = 500;
    await ada.call(contacts.create, { body: { firstName: 'Ada' } });
    await until(() => expect(received).toHaveLength(1));
    await asSystem(() =>
      execute(
        'update webhook_messages set attempts = 7, next_at = now() - make_interval(secs => 1) where endpoint_id = $1',
        [endpoint.id],
      ),
    );
    await runRecurring(SEND_DUE);
    const failed = await until(async () => {
      const { items } = await ada.call(webhooks.messages, { params: { id: endpoint.id }, query: { state: 'failed' } });
      expect(items).toHaveLength(1);
      return items[0]!;
    });
    status = 200;
    await ada.call(webhooks.replay, { params: { id: failed.id } });
    await until(() => expect(received).toHaveLength(3));
    await until(async () =>
      expect((await ada.call(webhooks.message, { params: { id: failed.id } })).state).toBe('delivered'),
    );
    const span = {
      from: new Date(Date.now() - 60_000).toISOString(),
      until: new Date(Date.now() + 60_000).toISOString(),
    };
    expect(await ada.call(webhooks.replaySpan, { params: { id: endpoint.id }, body: span })).toEqual({ replayed: 0 });
    expect(await ada.call(webhooks.replaySpan, { params: { id: endpoint.id }, body: { ...span, all: true } })).toEqual({
      replayed: 1,
    });
    await until(() => expect(received).toHaveLength(4));
  });

  it('is switched off after days without an answer, and its administrators hear of it', async () => {
    const endpoint = await add();
    status = 500;
    await asSystem(() =>
      execute(`update webhook_endpoints set failing_since = now() - interval '6 days' where id = $1`, [endpoint.id]),
    );
    await ada.call(webhooks.test, { params: { id: endpoint.id } });
    await until(async () =>
      expect(await ada.call(webhooks.get, { params: { id: endpoint.id } })).toMatchObject({
        state: 'disabled',
        disabledReason: 'The endpoint did not accept a message for five days.',
      }),
    );
    const news = await asSystem(() =>
      query(`select 1 from notifications where user_id = $1 and kind = 'webhook_disabled'`, [ada.userId]),
    );
    expect(news).toHaveLength(1);
    status = 200;
    const { version } = await ada.call(webhooks.get, { params: { id: endpoint.id } });
    expect(await ada.call(webhooks.update, { params: { id: endpoint.id }, body: { version, on: true } })).toMatchObject(
      { state: 'on', disabledReason: null, failingSince: null },
    );
  });

  it('signs with the old secret as well for a day after a new one was made', async () => {
    const endpoint = await add();
    const { secret } = await ada.call(webhooks.rotate, { params: { id: endpoint.id } });
    await ada.call(webhooks.test, { params: { id: endpoint.id } });
    await until(() => expect(received).toHaveLength(1));
    expect([isSigned(received[0]!, secret), isSigned(received[0]!, endpoint.secret)]).toEqual([true, true]);
    await asSystem(() =>
      execute(`update webhook_endpoints set previous_until = now() - interval '1 second' where id = $1`, [endpoint.id]),
    );
    await ada.call(webhooks.test, { params: { id: endpoint.id } });
    await until(() => expect(received).toHaveLength(2));
    expect([isSigned(received[1]!, secret), isSigned(received[1]!, endpoint.secret)]).toEqual([true, false]);
    expect((await ada.call(webhooks.secret, { params: { id: endpoint.id } })).secret).toBe(secret);
  });
});

describe('the door', () => {
  it('lets no address inside the network be called', async () => {
    for (const inside of [
      'http://127.0.0.1:1/',
      'http://169.254.169.254/latest',
      'http://localhost/',
      'ftp://example.com/',
      'http://10.0.0.1/',
      'http://user:pw@example.com/',
    ]) {
      const refused = await ada.tryCall(webhooks.create, { body: { url: inside, types: ['*'] } });
      expect([inside, refused.status, refused.body.fields?.[0]?.field]).toEqual([inside, 400, 'url']);
    }
    expect((await ada.tryCall(webhooks.create, { body: { url, types: ['nothing.at_all'] } })).status).toBe(400);
  });

  it('is for administrators, and another workspace finds nothing behind it', async () => {
    const { id, version } = await add();
    const message = await ada.call(webhooks.test, { params: { id } });
    const user = await system.signedIn({ workspaceId: ada.workspaceId });
    const stranger = await system.signedIn({ role: 'admin', workspaceId: await system.clientWorkspace() });
    const params = { id };
    const calls = (client: Client) => [
      client.tryCall(webhooks.get, { params }),
      client.tryCall(webhooks.update, { params, body: { version } }),
      client.tryCall(webhooks.remove, { params }),
      client.tryCall(webhooks.secret, { params }),
      client.tryCall(webhooks.rotate, { params }),
      client.tryCall(webhooks.test, { params }),
      client.tryCall(webhooks.messages, { params }),
      client.tryCall(webhooks.replaySpan, {
        params,
        body: { from: new Date(0).toISOString(), until: new Date().toISOString() },
      }),
      client.tryCall(webhooks.message, { params: { id: message.id } }),
      client.tryCall(webhooks.replay, { params: { id: message.id } }),
    ];
    expect(new Set((await Promise.all(calls(user))).map((answer) => answer.status))).toEqual(new Set([403]));
    expect(new Set((await Promise.all(calls(stranger))).map((answer) => answer.status))).toEqual(new Set([404]));
    expect((await stranger.call(webhooks.list)).items).toEqual([]);
    expect((await ada.tryCall(webhooks.update, { params, body: { version: version + 1 } })).body.code).toBe('stale');
    await ada.call(webhooks.remove, { params });
    expect((await ada.tryCall(webhooks.get, { params })).status).toBe(404);
  });
});
