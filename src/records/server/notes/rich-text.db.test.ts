import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainToRichText } from '../../../kernel/rich-text-render.ts';
import type { RichNode, RichText } from '../../../kernel/rich-text-types.ts';
import { contacts, MERGE_CALLS } from '../../../domains/crm/contract.ts';
import { notifications } from '../../../domains/notifications/contract.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { COLLABORATION, notes, said, timeline } from '../../contract.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ APP_URL: 'http://gauntlet.test' });
});
afterAll(() => system.destroy());

const { comments } = COLLABORATION.contact;
const text = (words: string, marks?: RichNode['marks']): RichNode => ({
  type: 'text',
  text: words,
  ...(marks && { marks }),
});
const doc = (...content: RichNode[]): RichText => ({
  type: 'doc',
  content: content.map((node) =>
    node.type === 'text' || node.type === 'mention' ? { type: 'paragraph', content: [node] } : node,
  ),
});
const mention = (id: string, label: string): RichNode => ({ type: 'mention', attrs: { id, label } });
const CHECKLIST = doc(text('Plan', [{ type: 'bold' }]), {
  type: 'taskList',
  content: [
    {
      type: 'taskItem',
      attrs: { checked: false },
      content: [{ type: 'paragraph', content: [text('Call the tapir keeper')] }],
    },
  ],
});

async function team() {
  const workspaceId = await system.clientWorkspace();
  const ada = await system.signedIn({ workspaceId, name: 'Ada Byron', workspaceRole: 'owner' });
  const bob = await system.signedIn({ workspaceId, name: 'Bob Byte', workspaceRole: 'member' });
  const { id } = await ada.call(contacts.create, { body: { firstName: 'Grace', lastName: 'Hopper' } });
  return { workspaceId, ada, bob, id };
}
const news = async (person: Awaited<ReturnType<typeof team>>['bob']) =>
  (await person.call(notifications.list)).items.map(({ title, body }) => [title, body]);

describe('a note with formatting', () => {
  it('is stored with its plain text, shown in list and timeline, and found by its words', async () => {
    const { ada, id } = await team();
    const note = await ada.call(notes.create, { params: { id }, body: { body: CHECKLIST } });
    expect(note).toMatchObject({ text: 'Plan\n[ ] Call the tapir keeper', body: CHECKLIST, version: 1 });
    expect((await ada.call(notes.list, { params: { id } })).items).toEqual([note]);
    const entry = (await ada.call(timeline.list, { params: { id } })).items.find(({ kind }) => kind === 'note');
    expect(entry?.note).toMatchObject({ text: note.text, body: CHECKLIST });
    const found = await ada.call(said.search, { query: { search: 'tapir keeper' } });
    expect(found.items.map((one) => one.id)).toEqual([note.id]);
  });

  it('loses its formatting when only text is sent, and keeps it when neither is', async () => {
    const { ada, id } = await team();
    const { id: noteId } = await ada.call(notes.create, { params: { id }, body: { body: CHECKLIST } });
    const params = { id, noteId };
    expect(await ada.call(notes.update, { params, body: { pinned: true, version: 1 } })).toMatchObject({
      body: CHECKLIST,
    });
    expect(await ada.call(notes.update, { params, body: { text: 'plain', version: 2 } })).toMatchObject({
      text: 'plain',
      body: null,
      pinned: true,
    });
    // The body wins where both are sent.
    expect(
      await ada.call(notes.update, { params, body: { text: 'other', body: CHECKLIST, version: 3 } }),
    ).toMatchObject({ text: 'Plan\n[ ] Call the tapir keeper', body: CHECKLIST });
    await expect(ada.call(notes.update, { params, body: { body: CHECKLIST, version: 3 } })).rejects.toThrow(
      /409.*"code":"stale".*"version":4.*"body":\{"type":"doc"/,
    );
  });

  it('written as plain text has no body, as before', async () => {
    const { ada, id } = await team();
    const note = await ada.call(notes.create, { params: { id }, body: { text: 'as **before** <b>' } });
    expect(note).toMatchObject({ text: 'as **before** <b>', body: null });
  });

  it('goes along when records are merged', async () => {
    const { ada, id } = await team();
    const other = await ada.call(contacts.create, { body: { firstName: 'Grace', lastName: 'Hoper' } });
    await ada.call(notes.create, { params: { id: other.id }, body: { body: CHECKLIST } });
    await ada.call(MERGE_CALLS.contact.merge, {
      body: { keepId: id, keepVersion: 1, mergeId: other.id, mergeVersion: 1 },
    });
    expect((await ada.call(notes.list, { params: { id } })).items[0]).toMatchObject({ body: CHECKLIST });
  });
});

describe('mentions in a text with formatting', () => {
  it('notify the person, under the name that the person has', async () => {
    const { ada, bob, id } = await team();
    const note = await ada.call(notes.create, { params: { id }, body: { body: doc(mention(bob.userId, 'The boss')) } });
    expect(note).toMatchObject({
      text: '@Bob Byte',
      body: doc(mention(bob.userId, 'Bob Byte')),
      mentions: [{ id: bob.userId, name: 'Bob Byte' }],
    });
    expect(await news(bob)).toEqual([['Ada Byron mentioned you on Grace Hopper', '@Bob Byte']]);
    // Changed with the same mention, no one is told again; a name typed out counts, too.
    await ada.call(notes.update, {
      params: { id, noteId: note.id },
      body: { body: doc(mention(bob.userId, 'Bob Byte'), text('and more')), version: 1 },
    });
    expect(await news(bob)).toHaveLength(1);
    const comment = await ada.call(comments.create, {
      params: { id },
      body: { body: doc(text('@Bob Byte, look', [{ type: 'italic' }])) },
    });
    expect(comment.mentions).toEqual([{ id: bob.userId, name: 'Bob Byte' }]);
  });

  it('of people of another workspace become plain text, and tell them nothing', async () => {
    const { ada, id } = await team();
    const stranger = await team();
    const comment = await ada.call(comments.create, {
      params: { id },
      body: { body: doc(mention(stranger.bob.userId, 'Zed Elsewhere')) },
    });
    expect(comment).toMatchObject({ body: doc(text('@Zed Elsewhere')), mentions: [] });
    expect(await news(stranger.bob)).toEqual([]);
  });

  it('of people who may not read a private note tell them nothing', async () => {
    const { ada, bob, id } = await team();
    const note = await ada.call(notes.create, {
      params: { id },
      body: { body: doc(mention(bob.userId, 'Bob Byte')), readers: [] },
    });
    expect(note.mentions).toEqual([]);
    expect(await news(bob)).toEqual([]);
    expect((await bob.call(notes.list, { params: { id } })).items).toEqual([]);
  });
});

describe('a comment with formatting', () => {
  it('is written, changed, and without its words once it is deleted', async () => {
    const { ada, bob, id } = await team();
    const { id: commentId } = await ada.call(comments.create, { params: { id }, body: { body: CHECKLIST } });
    await bob.call(comments.create, { params: { id }, body: { text: 'Yes', parentId: commentId } });
    const params = { id, commentId };
    expect(
      await ada.call(comments.update, { params, body: { body: doc(text('Two', [{ type: 'code' }])), version: 1 } }),
    ).toMatchObject({ text: 'Two', body: doc(text('Two', [{ type: 'code' }])) });
    expect(await ada.call(comments.update, { params, body: { text: 'Three', version: 2 } })).toMatchObject({
      body: null,
    });
    await ada.call(comments.update, { params, body: { body: CHECKLIST, version: 3 } });
    await ada.call(comments.remove, { params });
    expect((await bob.call(comments.list, { params: { id } })).items[0]).toMatchObject({
      text: '',
      body: null,
      deleted: true,
    });
  });
});

describe('what is refused', () => {
  it('names the place, and nothing is stored', async () => {
    const { ada, id } = await team();
    const post = (body: unknown, part = 'notes') => ada.send('POST', `/api/contacts/${id}/${part}`, { body });
    const link = doc(text('x', [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }]));
    for (const part of ['notes', 'comments']) {
      for (const [body, field] of [
        [{ body: link }, 'body.content.0.content.0.marks.0.attrs.href'],
        [{}, 'text'],
        [{ body: plainToRichText(' ') }, 'body'],
        [{ body: plainToRichText('x'.repeat(20_001)) }, 'body'],
        [{ body: doc({ type: 'iframe' }) }, 'body.content.0.type'],
        [{ body: 'text' }, 'body'],
      ] as const)
        expect(await post(body, part)).toMatchObject({
          status: 400,
          body: { code: 'validation', fields: [{ field }] },
        });
    }
    expect((await ada.call(notes.list, { params: { id } })).items).toEqual([]);
  });

  it('is refused fast where it is 20,000 levels deep', async () => {
    const { ada, id } = await team();
    const deep = `${'{"type":"blockquote","content":['.repeat(20_000)}${']}'.repeat(20_000)}`;
    const answer = await ada.send('POST', `/api/contacts/${id}/notes`, {
      raw: `{"body":{"type":"doc","content":[${deep}]}}`,
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });
});
