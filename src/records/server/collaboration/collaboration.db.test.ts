import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { asSystem, execute, query } from '../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { notifications } from '../../../domains/notifications/contract.ts';
import {
  activities,
  businessLicenses,
  companies,
  contacts,
  leads,
  opportunities,
} from '../../../domains/crm/contract.ts';
import { COLLABORATION, customFields, favourites, notes, RECORD_CALLS, views, watchSettings } from '../../contract.ts';
import { MERGE_CALLS } from '../../../domains/crm/contract.ts';
import { RECORD_KINDS, type RecordKind } from '../../contract/kinds.ts';
import { tellNews } from './watch-digest.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ APP_URL: 'http://gauntlet.test' });
});
afterAll(() => system.destroy());

type Person = Awaited<ReturnType<TestSystem['signedIn']>>;
let count = 0;

/** A workspace with people of these names, the first of whom owns it. */
async function team<const Names extends readonly string[]>(...names: Names): Promise<{ [K in keyof Names]: Person }> {
  const workspaceId = await system.clientWorkspace();
  const people: Person[] = [];
  for (const name of names)
    people.push(await system.signedIn({ workspaceId, name, workspaceRole: people.length === 0 ? 'owner' : 'member' }));
  return people as { [K in keyof Names]: Person };
}

const MAKE: Record<RecordKind, (user: Person, ownerId: string | null) => Promise<{ id: string }>> = {
  contact: (user, ownerId) => user.call(contacts.create, { body: { firstName: 'Grace', lastName: 'Hopper', ownerId } }),
  company: (user, ownerId) => user.call(companies.create, { body: { name: `Navy ${++count}`, ownerId } }),
  lead: (user, ownerId) => user.call(leads.create, { body: { firstName: 'Grace', ownerId } }),
  opportunity: (user, ownerId) => user.call(opportunities.create, { body: { name: 'A compiler', ownerId } }),
  activity: (user, ownerId) =>
    user.call(activities.create, { body: { type: 'task', subject: 'Call Grace', ...(ownerId && { ownerId }) } }),
  business_license: (user) => user.call(businessLicenses.create, { body: { name: 'Trading license' } }),
};
const contactOf = async (user: Person, ownerId: string | null = null) => (await MAKE.contact(user, ownerId)).id;
const { comments, watch } = COLLABORATION.contact;
const news = async (person: Person) => (await person.call(notifications.list)).items;
const titles = async (person: Person) => (await news(person)).map((item) => item.title);
const mailsTo = (person: Person) =>
  asSystem(() =>
    query<{ subject: string }>(
      `select m.subject from mail_outbox m join users u on u.id = $1
        where m.recipients::text like '%' || u.email || '%' order by m.id`,
      [person.userId],
    ),
  );
/** Sends the notifications that are due after the quiet period. */
const newsOf = async (person: Person, expected: number) => {
  await vi.waitFor(
    async () => {
      await tellNews({ quiet: 0 });
      expect(
        (await news(person)).filter(({ kind }) => kind === 'watched_record_changed').length,
      ).toBeGreaterThanOrEqual(expected);
    },
    { timeout: 20_000, interval: 100 },
  );
  return (await news(person)).filter(({ kind }) => kind === 'watched_record_changed');
};

describe('comments', () => {
  it.each(RECORD_KINDS)('can be written, answered and settled on a %s, and stand in its timeline', async (kind) => {
    const [ada] = await team('Ada');
    const { id } = await MAKE[kind](ada, null);
    const calls = COLLABORATION[kind].comments;
    const first = await ada.call(calls.create, { params: { id }, body: { text: 'Shall we?' } });
    const answer = await ada.call(calls.create, { params: { id }, body: { text: 'Yes', parentId: first.id } });
    await ada.call(calls.create, { params: { id }, body: { text: 'Done', parentId: answer.id } });
    await ada.call(calls.resolve, { params: { id, commentId: first.id }, body: { resolved: true } });
    const [thread] = (await ada.call(calls.list, { params: { id } })).items;
    expect(thread).toMatchObject({
      text: 'Shall we?',
      resolvedBy: { name: 'Ada' },
      replies: [{ text: 'Yes' }, { text: 'Done' }],
    });
    // Not every kind binds a timeline: where there is one, comments are in it.
    const entries = await ada.tryCall(RECORD_CALLS[kind].timeline.list, { params: { id } });
    if (entries.status === 200)
      expect(
        entries.body.items.filter((entry) => entry.kind === 'comment').map((entry) => entry.comment?.text),
      ).toEqual(['Done', 'Yes', 'Shall we?']);
  });

  it('are opened again by an answer, and reacted to once by each', async () => {
    const [ada, bob] = await team('Ada', 'Bob');
    const id = await contactOf(ada);
    const { id: commentId } = await ada.call(comments.create, { params: { id }, body: { text: 'Settled' } });
    await bob.call(comments.resolve, { params: { id, commentId }, body: { resolved: true } });
    for (const person of [ada, bob, bob])
      await person.call(comments.react, { params: { id, commentId }, body: { reaction: 'like', on: true } });
    await ada.call(comments.create, { params: { id }, body: { text: 'Not quite', parentId: commentId } });
    const [thread] = (await ada.call(comments.list, { params: { id } })).items;
    expect(thread).toMatchObject({
      resolvedAt: null,
      reactions: [{ reaction: 'like', people: [{ name: 'Ada' }, { name: 'Bob' }] }],
    });
    await bob.call(comments.react, { params: { id, commentId }, body: { reaction: 'like', on: false } });
    expect((await ada.call(comments.list, { params: { id } })).items[0]!.reactions).toEqual([
      { reaction: 'like', people: [{ id: ada.userId, name: 'Ada' }] },
    ]);
  });

  it('keep their place without words when they are deleted with answers below, and come back', async () => {
    const [ada] = await team('Ada');
    const id = await contactOf(ada);
    const first = await ada.call(comments.create, { params: { id }, body: { text: 'Oops' } });
    await ada.call(comments.create, { params: { id }, body: { text: 'Why?', parentId: first.id } });
    const alone = await ada.call(comments.create, { params: { id }, body: { text: 'Alone' } });
    for (const { id: commentId } of [first, alone]) await ada.call(comments.remove, { params: { id, commentId } });
    expect((await ada.call(comments.list, { params: { id } })).items).toMatchObject([
      { deleted: true, text: '', replies: [{ text: 'Why?' }] },
    ]);
    await ada.call(comments.restore, { params: { id, commentId: first.id } });
    expect((await ada.call(comments.list, { params: { id } })).items).toMatchObject([{ deleted: false, text: 'Oops' }]);
  });

  it('are changed by who wrote them, deleted by them and administrators, and never over a later change', async () => {
    const [ada, bob] = await team('Ada', 'Bob');
    const admin = await system.signedIn({ workspaceId: ada.workspaceId, role: 'admin', name: 'Root' });
    const id = await contactOf(ada);
    const { id: commentId } = await ada.call(comments.create, { params: { id }, body: { text: 'Mine' } });
    const change = (person: Person, version: number) =>
      person.tryCall(comments.update, { params: { id, commentId }, body: { text: 'Changed', version } });
    expect([(await change(bob, 1)).status, (await change(admin, 1)).status]).toEqual([403, 403]);
    expect((await change(ada, 1)).body).toMatchObject({ text: 'Changed', version: 2 });
    const stale = await change(ada, 1);
    expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
    expect((await bob.tryCall(comments.remove, { params: { id, commentId } })).status).toBe(403);
    expect((await admin.tryCall(comments.remove, { params: { id, commentId } })).status).toBe(204);
    expect((await bob.tryCall(comments.restore, { params: { id, commentId } })).status).toBe(403);
  });

  it('are paged without a gap or a repetition, the newest first', async () => {
    const [ada] = await team('Ada');
    const id = await contactOf(ada);
    for (let n = 0; n < 5; n++) await ada.call(comments.create, { params: { id }, body: { text: String(n) } });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await ada.call(comments.list, { params: { id }, query: { limit: 2, cursor } });
      seen.push(...page.items.map(({ text }) => text));
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(seen).toEqual(['4', '3', '2', '1', '0']);
    expect((await ada.tryCall(comments.list, { params: { id }, query: { cursor: 'bm90IGEgY3Vyc29y' } })).status).toBe(
      400,
    );
  });
});

describe('a mention', () => {
  it('tells whom it names, in the app and by mail, once, and lets them watch', async () => {
    const [ada, bob, cleo] = await team('Ada', 'Bob Byte', 'Cleo');
    const id = await contactOf(ada);
    const { id: commentId, mentions } = await ada.call(comments.create, {
      params: { id },
      body: { text: 'Please look, @Bob Byte.' },
    });
    expect(mentions).toEqual([{ id: bob.userId, name: 'Bob Byte' }]);
    expect(await news(bob)).toMatchObject([
      {
        kind: 'record_mentioned',
        title: 'Ada mentioned you on Grace Hopper',
        body: 'Please look, @Bob Byte.',
        href: `/contacts/${id}?tab=comments`,
      },
    ]);
    expect(await bob.call(watch.get, { params: { id } })).toMatchObject({ watching: true, reason: 'mentioned' });
    await ada.call(comments.update, {
      params: { id, commentId },
      body: { text: 'Look, @Bob Byte and @Cleo.', version: 1 },
    });
    expect([(await titles(bob)).length, (await titles(cleo)).length]).toEqual([1, 1]);
    await vi.waitFor(
      async () =>
        expect((await mailsTo(bob)).map(({ subject }) => subject)).toEqual(['Ada mentioned you on Grace Hopper']),
      { timeout: 20_000 },
    );
  });

  it('in a note tells too, and no one outside of the workspace or gone from it', async () => {
    const [ada, bob] = await team('Ada', 'Bob Byte');
    const { userId: gone } = await system.signedIn({ workspaceId: ada.workspaceId, name: 'Gone' });
    await asSystem(() => execute('update users set active = false where id = $1', [gone]));
    const stranger = await system.signedIn({ workspaceId: await system.clientWorkspace(), name: 'Stranger' });
    const id = await contactOf(ada);
    const note = await ada.call(notes.create, {
      params: { id },
      body: { text: '@Bob Byte @Gone @Stranger @Ada', mentions: [stranger.userId] },
    });
    expect(note.mentions.map(({ name }) => name)).toEqual(['Bob Byte', 'Ada']);
    expect([await titles(bob), await titles(stranger), await titles(ada)]).toEqual([
      ['Ada mentioned you on Grace Hopper'],
      [],
      [],
    ]);
    await ada.call(notes.update, { params: { id, noteId: note.id }, body: { pinned: true, version: 1 } });
    expect((await ada.call(notes.list, { params: { id } })).items[0]!.mentions).toHaveLength(2);
  });
});

describe('watching', () => {
  it('is the owner’s by itself, until they do not want it', async () => {
    const [ada, bob] = await team('Ada', 'Bob');
    const id = await contactOf(ada, bob.userId);
    expect(await bob.call(watch.get, { params: { id } })).toEqual({
      watching: true,
      reason: 'owner',
      watchers: [{ id: bob.userId, name: 'Bob' }],
    });
    expect(await bob.call(watch.set, { params: { id }, body: { watching: false } })).toMatchObject({
      watching: false,
      watchers: [],
    });
    await bob.call(watch.set, { params: { id }, body: { watching: true } });
    expect(await bob.call(watch.get, { params: { id } })).toMatchObject({ watching: true, reason: 'chosen' });
    const other = await contactOf(ada, bob.userId);
    await bob.call(watchSettings.update, { body: { own: false, mentioned: false, commented: false } });
    expect((await bob.call(watch.get, { params: { id: other } })).watching).toBe(false);
    await ada.call(comments.create, { params: { id: other }, body: { text: '@Bob' } });
    await bob.call(comments.create, { params: { id: other }, body: { text: 'I see' } });
    expect((await bob.call(watch.get, { params: { id: other } })).watching).toBe(false);
  });

  it('tells of comments at once, and no one of their own', async () => {
    const [ada, bob] = await team('Ada', 'Bob');
    const id = await contactOf(ada, bob.userId);
    await ada.call(comments.create, { params: { id }, body: { text: 'Any news?' } });
    await bob.call(comments.create, { params: { id }, body: { text: 'Not yet' } });
    expect([await titles(bob), await titles(ada)]).toEqual([
      ['Ada commented on Grace Hopper'],
      ['Bob commented on Grace Hopper'],
    ]);
  });

  it('tells of what others changed, together and in one sentence', async () => {
    const [ada, bob] = await team('Ada', 'Bob');
    const id = await contactOf(ada, bob.userId);
    await ada.call(contacts.update, { params: { id }, body: { title: 'Admiral', version: 1 } });
    await ada.call(contacts.update, { params: { id }, body: { source: 'Fair', version: 2 } });
    await bob.call(contacts.update, { params: { id }, body: { about: 'My own words', version: 3 } });
    await ada.call(notes.create, { params: { id }, body: { text: 'She called.' } });
    // All of it has reached the subscriber when the note has.
    await vi.waitFor(
      async () => {
        const [row] = await asSystem(() =>
          query<{ acts: string[] }>('select acts from watch_news where record_id = $1', [id]),
        );
        expect(row?.acts).toContain('note_added');
      },
      { timeout: 20_000, interval: 50 },
    );
    expect(await newsOf(bob, 1)).toMatchObject([
      { title: 'Grace Hopper', body: 'Ada changed source and title and wrote a note.', href: `/contacts/${id}` },
    ]);
    expect(await titles(ada)).toEqual([]);
  });

  it('names fields of one’s own by their label, those that are gone too', async () => {
    const [ada, bob] = await team('Ada', 'Bob');
    const id = await contactOf(ada, bob.userId);
    const own = async (label: string) =>
      ada.call(customFields.create, { body: { object: 'contact', label, kind: 'text' } });
    const [gone, kept] = [await own('Gone field (1)'), await own('Kept field (2)')];
    await ada.call(contacts.update, {
      params: { id },
      body: { custom: { [gone.key]: 'a', [kept.key]: 'b' }, version: 1 },
    });
    const admin = await system.signedIn({ workspaceId: ada.workspaceId, role: 'admin' });
    await admin.call(customFields.remove, { params: { id: gone.id } });
    await vi.waitFor(
      async () => {
        const [row] = await asSystem(() =>
          query<{ fields: string[] }>('select fields from watch_news where record_id = $1', [id]),
        );
        expect(row?.fields).toHaveLength(2);
      },
      { timeout: 20_000, interval: 50 },
    );
    expect(await newsOf(bob, 1)).toMatchObject([{ body: 'Ada changed Gone field (1) (deleted) and Kept field (2).' }]);
    await admin.call(customFields.remove, { params: { id: kept.id } });
  });

  it('tells of many records in one message', async () => {
    const [ada, bob] = await team('Ada', 'Bob');
    for (let n = 0; n < 5; n++) {
      const { id } = await MAKE.lead(ada, bob.userId);
      await ada.call(leads.update, { params: { id }, body: { title: 'Head', version: 1 } });
    }
    await vi.waitFor(
      async () => {
        const [row] = await asSystem(() =>
          query<{ n: number }>('select count(*)::int as n from watch_news where user_id = $1', [bob.userId]),
        );
        expect(row!.n).toBe(5);
      },
      { timeout: 20_000, interval: 50 },
    );
    expect((await newsOf(bob, 1)).map(({ title }) => title)).toEqual(['5 records you watch were changed']);
  });

  it('names no private record among many: a message may go by mail', async () => {
    const [ada, bob] = await team('Ada', 'Bob');
    for (let n = 0; n < 5; n++) {
      const { id } = await ada.call(leads.create, {
        body: { firstName: 'Secret', ownerId: bob.userId, readers: [bob.userId] },
      });
      await ada.call(leads.update, { params: { id }, body: { title: 'Head', version: 1 } });
    }
    const waiting = async () =>
      (await asSystem(() => query('select 1 from watch_news where user_id = $1', [bob.userId]))).length;
    await vi.waitFor(async () => expect(await waiting()).toBe(5), { timeout: 20_000, interval: 50 });
    const [told] = await newsOf(bob, 1);
    expect([told!.title, told!.body]).toEqual([
      '5 private records you watch were changed',
      'Open them to see the changes.',
    ]);
  });
});

describe('favourites', () => {
  const names = async (person: Person) => (await person.call(favourites.list)).items.map(({ name }) => name);

  it('are records of any kind and views, in one’s own order', async () => {
    const [ada, bob] = await team('Ada', 'Bob');
    const view = await ada.call(views.create, {
      body: { object: 'lead', name: 'Hot ones', config: {}, shared: false },
    });
    const ids: string[] = [];
    for (const kind of RECORD_KINDS) {
      const { id } = await MAKE[kind](ada, null);
      ids.push(id);
      await ada.call(favourites.add, { body: { kind, id } });
    }
    await ada.call(favourites.add, { body: { kind: 'view', id: view.id, before: ids[0]! } });
    await ada.call(favourites.add, { body: { kind: 'contact', id: ids[0]! } });
    expect((await ada.call(favourites.list)).items).toMatchObject([
      { name: 'Hot ones', object: 'lead', path: `/leads?view=${view.id}` },
      { name: 'Grace Hopper', path: `/contacts/${ids[0]}` },
      {},
      {},
      {},
      {},
      {},
    ]);
    const turned = await ada.call(favourites.order, { body: { ids: [ids[5]!, view.id] } });
    expect(turned.items.map(({ id }) => id)).toEqual([ids[5], view.id, ...ids.slice(0, 5)]);
    await ada.call(favourites.remove, { params: { id: view.id } });
    expect((await ada.tryCall(favourites.remove, { params: { id: view.id } })).status).toBe(404);
    expect(await names(bob)).toEqual([]);
    expect((await bob.tryCall(favourites.add, { body: { kind: 'view', id: view.id } })).status).toBe(404);
  });

  it('are out of sight while their record is in the trash, and go with a merge', async () => {
    const [ada] = await team('Ada');
    const [keepId, mergeId] = [await contactOf(ada), await contactOf(ada)];
    await ada.call(favourites.add, { body: { kind: 'contact', id: mergeId } });
    await ada.call(comments.create, { params: { id: mergeId }, body: { text: 'Twice?' } });
    await ada.call(contacts.remove, { params: { id: mergeId } });
    expect(await names(ada)).toEqual([]);
    await ada.call(contacts.restore, { params: { id: mergeId } });
    const { version } = await ada.call(contacts.get, { params: { id: mergeId } });
    await ada.call(MERGE_CALLS.contact.merge, { body: { keepId, mergeId, keepVersion: 1, mergeVersion: version } });
    expect((await ada.call(favourites.list)).items.map(({ id }) => id)).toEqual([keepId]);
    expect((await ada.call(comments.list, { params: { id: keepId } })).items).toMatchObject([{ text: 'Twice?' }]);
    expect((await ada.call(watch.get, { params: { id: keepId } })).reason).toBe('commented');
  });
});

it('another workspace’s record is as an absent one to every call [V42]', async () => {
  const [ada] = await team('Ada');
  const [eve] = await team('Eve');
  for (const kind of RECORD_KINDS) {
    const { id } = await MAKE[kind](ada, null);
    const { comments: calls, watch: watching } = COLLABORATION[kind];
    const { id: commentId } = await ada.call(calls.create, { params: { id }, body: { text: 'Ours' } });
    const params = { id, commentId };
    const answers = [
      await eve.tryCall(calls.list, { params }),
      await eve.tryCall(calls.create, { params, body: { text: 'x' } }),
      await eve.tryCall(calls.update, { params, body: { text: 'x', version: 1 } }),
      await eve.tryCall(calls.remove, { params }),
      await eve.tryCall(calls.restore, { params }),
      await eve.tryCall(calls.resolve, { params, body: { resolved: true } }),
      await eve.tryCall(calls.react, { params, body: { reaction: 'like', on: true } }),
      await eve.tryCall(watching.get, { params }),
      await eve.tryCall(watching.set, { params, body: { watching: true } }),
      await eve.tryCall(favourites.add, { body: { kind, id } }),
    ];
    expect({ kind, statuses: answers.map(({ status }) => status) }).toEqual({ kind, statuses: answers.map(() => 404) });
  }
});
