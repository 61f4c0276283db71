import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem, query } from '../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { notifications } from '../../notifications/contract.ts';
import { MAX_MESSAGE, MESSAGE_LIMIT, support } from '../contract.ts';
import { tellOfMessage } from './notify.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

type Person = Awaited<ReturnType<TestSystem['signedIn']>>;
const admin = () => system.signedIn({ role: 'admin' });
const client = async () => system.signedIn({ workspaceId: await system.clientWorkspace() });
const ask = (person: Person, text = 'How do I pay?') =>
  person.call(support.create, { body: { text, place: '/pricing', asked: 'pay' } });
const texts = async (person: Person, id: string) =>
  (await person.call(support.messages, { params: { id } })).items
    .map(({ side, text }) => `${side}: ${text}`)
    .toReversed();
const write = (person: Person, id: string, text: string) =>
  person.call(support.send, { params: { id }, body: { text } });
const subjects = async (person: Person, part: 'waiting' | 'mine' | 'open' | 'closed') =>
  (await person.call(support.inbox, { query: { part } })).items.map(({ subject }) => subject);

describe('a conversation', () => {
  it('goes back and forth between a client and the team, and each side sees what is new', async () => {
    const [carmen, avery] = [await client(), await admin()];
    const { id } = await ask(carmen, 'Where is my invoice?\nIt is from May.');
    expect(await carmen.call(support.summary)).toMatchObject({ unread: 0, waiting: null, mailDelivers: false });
    expect((await avery.call(support.inbox)).items.find((one) => one.id === id)).toMatchObject({
      subject: 'Where is my invoice?',
      waiting: true,
      unread: 1,
      place: '/pricing',
      asked: 'pay',
      assignee: null,
      user: { id: carmen.userId },
    });
    await write(avery, id, 'Under Documents.');
    expect(await carmen.call(support.summary)).toMatchObject({ unread: 1 });
    const [own] = (await carmen.call(support.list)).items;
    expect(own).toMatchObject({
      id,
      unread: 1,
      waiting: false,
      assignee: { id: avery.userId },
      excerpt: 'Under Documents.',
      user: { email: null },
    });
    await carmen.call(support.read, { params: { id }, body: { upTo: own!.lastMessageId } });
    expect(await carmen.call(support.summary)).toMatchObject({ unread: 0 });
    expect((await avery.call(support.get, { params: { id } })).readByUser).toBe(own!.lastMessageId);
    await write(carmen, id, 'Found it, thanks!');
    expect(await texts(carmen, id)).toEqual([
      'user: Where is my invoice?\nIt is from May.',
      'team: Under Documents.',
      'user: Found it, thanks!',
    ]);
  });

  it('is closed, and opened again by a message of either side', async () => {
    const [carmen, avery] = [await client(), await admin()];
    const begun = await ask(carmen, 'Close me');
    const closed = await carmen.call(support.update, {
      params: { id: begun.id },
      body: { version: begun.version, state: 'closed' },
    });
    expect(closed).toMatchObject({ state: 'closed', waiting: false });
    expect(await subjects(avery, 'waiting')).not.toContain('Close me');
    expect(await subjects(avery, 'closed')).toContain('Close me');
    await write(carmen, begun.id, 'One more thing');
    expect(await carmen.call(support.get, { params: { id: begun.id } })).toMatchObject({
      state: 'open',
      waiting: true,
    });
    expect((await texts(carmen, begun.id))[1]).toMatch(/^note: .* closed the conversation$/);
  });

  it('is taken by one of the team, handed on and given back, and says so between the messages', async () => {
    const [carmen, avery, blake] = [await client(), await admin(), await admin()];
    const { id, version } = await ask(carmen, 'Assign me');
    const taken = await avery.call(support.update, { params: { id }, body: { version, assigneeId: avery.userId } });
    expect(await subjects(avery, 'mine')).toContain('Assign me');
    expect(await subjects(blake, 'mine')).not.toContain('Assign me');
    const handed = await avery.call(support.update, {
      params: { id },
      body: { version: taken.version, assigneeId: blake.userId },
    });
    expect(handed.assignee).toMatchObject({ id: blake.userId });
    expect(
      (
        await avery.tryCall(support.update, {
          params: { id },
          body: { version: handed.version, assigneeId: carmen.userId },
        })
      ).body,
    ).toMatchObject({ fields: [{ field: 'assigneeId' }] });
    const back = await blake.call(support.update, {
      params: { id },
      body: { version: handed.version, assigneeId: null },
    });
    expect(back.assignee).toBeNull();
    expect(
      (await texts(carmen, id)).slice(1).map((line) => line.replace(/note: (?:\S+ )+?(took|assigned|returned)/, '$1')),
    ).toEqual(['took this conversation', expect.stringMatching(/^assigned this to /), 'returned this to the team']);
    expect(
      (await carmen.tryCall(support.update, { params: { id }, body: { version: back.version, assigneeId: null } }))
        .status,
    ).toBe(403);
  });

  it('refuses a change that was based on an older version', async () => {
    const carmen = await client();
    const { id, version } = await ask(carmen);
    await carmen.call(support.update, { params: { id }, body: { version, state: 'closed' } });
    expect(await carmen.tryCall(support.update, { params: { id }, body: { version, state: 'open' } })).toMatchObject({
      status: 409,
      body: { code: 'stale', details: { current: { state: 'closed' } } },
    });
  });

  it('is no one else’s: neither a teammate, nor another workspace, nor the same person in another workspace', async () => {
    const carmen = await client();
    const colleague = await system.signedIn({ workspaceId: carmen.workspaceId });
    const stranger = await client();
    const { id } = await ask(carmen);
    for (const other of [colleague, stranger]) {
      expect((await other.call(support.list)).items).toEqual([]);
      for (const answer of [
        await other.tryCall(support.get, { params: { id } }),
        await other.tryCall(support.messages, { params: { id } }),
        await other.tryCall(support.send, { params: { id }, body: { text: 'x' } }),
        await other.tryCall(support.read, { params: { id }, body: { upTo: id } }),
        await other.tryCall(support.update, { params: { id }, body: { version: 1, state: 'closed' } }),
      ])
        expect(answer.status).toBe(404);
      for (const endpoint of [support.inbox, support.people, support.replies])
        expect((await other.tryCall(endpoint)).status).toBe(403);
    }
    const visitor = await system.visitor().tryCall(support.list);
    expect(visitor.status).toBe(401);
  });

  it('pages through lists and messages, each once', async () => {
    const [carmen] = [await client()];
    const ids = [];
    for (const text of ['one', 'two', 'three']) ids.push((await ask(carmen, text)).id);
    const first = await carmen.call(support.list, { query: { limit: 2 } });
    const second = await carmen.call(support.list, { query: { limit: 2, cursor: first.next! } });
    expect([...first.items, ...second.items].map(({ subject }) => subject)).toEqual(['three', 'two', 'one']);
    expect(second.next).toBeNull();
    for (const text of ['a', 'b']) await write(carmen, ids[0]!, text);
    const newest = await carmen.call(support.messages, { params: { id: ids[0]! }, query: { limit: 2 } });
    expect(newest.items.map(({ text }) => text)).toEqual(['b', 'a']);
    expect(
      (await carmen.call(support.messages, { params: { id: ids[0]! }, query: { cursor: newest.next! } })).items.map(
        ({ text }) => text,
      ),
    ).toEqual(['one']);
  });

  it('refuses what is empty, too long or too much, in words', async () => {
    const carmen = await client();
    expect((await carmen.tryCall(support.create, { body: { text: '   ' } })).body).toMatchObject({
      message: 'Write a message.',
    });
    expect(
      (await carmen.tryCall(support.create, { body: { text: 'x'.repeat(MAX_MESSAGE + 1) } })).body.message,
    ).toContain('4,000');
    const { id } = await ask(carmen);
    for (let sent = 1; sent < MESSAGE_LIMIT; sent += 1) await write(carmen, id, `message ${sent}`);
    const refused = await carmen.tryCall(support.send, { params: { id }, body: { text: 'one too many' } });
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('is sent once, however often it travels', async () => {
    const carmen = await client();
    const { id } = await ask(carmen);
    const headers = { 'idempotency-key': 'the same intent' };
    const one = await carmen.call(support.send, { params: { id }, body: { text: 'once' }, headers });
    const again = await carmen.call(support.send, { params: { id }, body: { text: 'once' }, headers });
    expect(again.id).toBe(one.id);
    expect(await texts(carmen, id)).toHaveLength(2);
  });
});

describe('the team', () => {
  it('is there when another administrator has just used the product', async () => {
    const carmen = await client();
    const avery = await admin();
    await avery.call(support.summary);
    expect(await carmen.call(support.summary)).toMatchObject({ teamIsHere: true });
    await asSystem(() =>
      query(`update sessions set last_seen_at = now() - interval '11 minutes' where user_id <> $1`, [carmen.userId]),
    );
    expect(await carmen.call(support.summary)).toMatchObject({ teamIsHere: false });
  });

  it('is told of a question that no one has read, once for all messages in a row', async () => {
    const [carmen, avery] = [await client(), await admin()];
    const { id, lastMessageId } = await ask(carmen, 'Is anybody there?');
    const { id: second } = await write(carmen, id, 'Hello?');
    expect(await asSystem(() => tellOfMessage(lastMessageId))).toBeGreaterThan(0);
    expect(await asSystem(() => tellOfMessage(second))).toBe(0);
    const mine = (await avery.call(notifications.list)).items.filter(({ subject }) => subject?.id === id);
    expect(mine).toMatchObject([{ body: 'Is anybody there?', href: `/dashboard?support=${id}` }]);
  });

  it('hears nothing of what it has read, and only whoever takes care of it hears of the rest', async () => {
    const [carmen, avery, blake] = [await client(), await admin(), await admin()];
    const { id, version, lastMessageId } = await ask(carmen);
    await avery.call(support.read, { params: { id }, body: { upTo: lastMessageId } });
    expect(await asSystem(() => tellOfMessage(lastMessageId))).toBe(0);
    await avery.call(support.update, { params: { id }, body: { version, assigneeId: avery.userId } });
    const more = await write(carmen, id, 'And then?');
    expect(await asSystem(() => tellOfMessage(more.id))).toBe(1);
    expect((await blake.call(notifications.list)).items.some(({ subject }) => subject?.id === id)).toBe(false);
    // Once she is of the team no more, the others hear of it, and not she.
    await asSystem(() => query(`update users set role = 'user' where id = $1`, [avery.userId]));
    await blake.call(support.read, { params: { id }, body: { upTo: more.id } });
    const last = await write(carmen, id, 'For the team only');
    expect(await asSystem(() => tellOfMessage(last.id))).toBeGreaterThan(0);
    const told = await asSystem(() =>
      query<{ user_id: string }>(`select user_id from notifications where body = 'For the team only'`),
    );
    expect([
      told.some((row) => row.user_id === blake.userId),
      told.some((row) => row.user_id === avery.userId),
    ]).toEqual([true, false]);
  });

  it('reaches the person by the bell and by mail while they are not looking', async () => {
    const [carmen, avery] = [await client(), await admin()];
    const { id } = await ask(carmen);
    const answer = await write(avery, id, 'Like this.');
    expect(await asSystem(() => tellOfMessage(answer.id))).toBe(1);
    expect((await carmen.call(notifications.list)).items[0]).toMatchObject({
      body: 'Like this.',
      href: `/dashboard?support=${id}`,
    });
    const queued = await asSystem(() =>
      query<{ payload: { text: string } }>(
        `select payload from jobs where kind = 'notifications.mail' and payload::text like $1`,
        [`%${id}%`],
      ),
    );
    expect(queued).toHaveLength(1);
    await carmen.call(support.read, { params: { id }, body: { upTo: answer.id } });
    expect(await asSystem(() => tellOfMessage(answer.id))).toBe(0);
  });

  it('keeps prepared answers, of the operations workspace wherever an administrator is', async () => {
    const [avery, elsewhere] = [
      await admin(),
      await system.signedIn({ role: 'admin', workspaceId: await system.clientWorkspace() }),
    ];
    const reply = await avery.call(support.createReply, { body: { title: 'Invoices', text: 'Under Documents.' } });
    expect((await elsewhere.call(support.replies)).items).toContainEqual(reply);
    const changed = await elsewhere.call(support.updateReply, {
      params: { id: reply.id },
      body: { version: reply.version, title: 'Invoices', text: 'In your mailbox.' },
    });
    expect(
      (
        await avery.tryCall(support.updateReply, {
          params: { id: reply.id },
          body: { version: reply.version, title: 'x', text: 'y' },
        })
      ).status,
    ).toBe(409);
    expect(changed.text).toBe('In your mailbox.');
    await avery.call(support.removeReply, { params: { id: reply.id } });
    expect((await avery.tryCall(support.removeReply, { params: { id: reply.id } })).status).toBe(404);
    expect((await avery.call(support.replies)).items).toEqual([]);
  });
});

describe('live', () => {
  it('tells the workspace of the conversation and the administrators wherever they are', async () => {
    const [carmen, avery] = [await client(), await admin()];
    const heard = async (person: Person, act: () => Promise<unknown>) => {
      const abort = new AbortController();
      const stream = await person.open(
        'GET',
        '/api/events',
        { headers: { accept: 'text/event-stream' } },
        abort.signal,
      );
      await act();
      let text = '';
      for await (const part of stream.body!.pipeThrough(new TextDecoderStream())) {
        text += part;
        if (text.includes('/api/support')) break;
      }
      abort.abort();
      return text;
    };
    const { id } = await ask(carmen);
    expect(await heard(avery, () => write(carmen, id, 'Hello'))).toContain('/api/support');
    expect(await heard(carmen, () => write(avery, id, 'Good day'))).toContain('/api/support');
  });
});
