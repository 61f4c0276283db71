import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/ids.ts';
import { asSystem, inWorkspace, query } from '../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../testing/system.ts';
import { contacts } from '../../domains/crm/contract/contacts.ts';
import { MERGE_CALLS } from '../../domains/crm/contract/merge.ts';
import { contactFiles, notes, timeline } from '../contract/record-calls.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

async function contactIn(workspaceId: string): Promise<string> {
  const id = newId();
  await asSystem(() =>
    query(
      `insert into contacts (id, workspace_id, first_name, name_key, last_name_key, company_key, email_key,
        search_text) values ($1, $2, 'Ada', 'ada', '', '', '', ' ada')`,
      [id, workspaceId],
    ),
  );
  return id;
}

describe('notes', () => {
  it('are written, changed, pinned, deleted and brought back', async () => {
    const user = await system.signedIn({ name: 'Grace' });
    const id = await contactIn(user.workspaceId);
    const first = await user.call(notes.create, { params: { id }, body: { text: 'First' } });
    expect(first).toMatchObject({ text: 'First', pinned: false, version: 1, author: { name: 'Grace' } });
    const second = await user.call(notes.create, { params: { id }, body: { text: 'Second' } });
    await user.call(notes.update, { params: { id, noteId: first.id }, body: { pinned: true, version: 1 } });
    expect((await user.call(notes.list, { params: { id } })).items.map((note) => note.text)).toEqual([
      'First',
      'Second',
    ]);
    await user.call(notes.remove, { params: { id, noteId: second.id } });
    expect((await user.call(notes.list, { params: { id } })).items).toHaveLength(1);
    await user.call(notes.restore, { params: { id, noteId: second.id } });
    expect((await user.call(notes.list, { params: { id } })).items).toHaveLength(2);
  });

  it('refuse a change that is based on an old version, and answer the present one', async () => {
    const user = await system.signedIn();
    const id = await contactIn(user.workspaceId);
    const note = await user.call(notes.create, { params: { id }, body: { text: 'One' } });
    await user.call(notes.update, { params: { id, noteId: note.id }, body: { text: 'Two', version: 1 } });
    const stale = await user.tryCall(notes.update, {
      params: { id, noteId: note.id },
      body: { text: 'Lost?', version: 1 },
    });
    expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
    expect(stale.body.details).toMatchObject({ current: { text: 'Two', version: 2 } });
  });

  it('are paged without a gap or a repetition, pinned ones first', async () => {
    const user = await system.signedIn();
    const id = await contactIn(user.workspaceId);
    for (let n = 0; n < 7; n++)
      await user.call(notes.create, { params: { id }, body: { text: String(n), pinned: n % 3 === 0 } });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await user.call(notes.list, { params: { id }, query: { limit: 2, cursor } });
      seen.push(...page.items.map((note) => note.text));
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(seen).toEqual(['6', '3', '0', '5', '4', '2', '1']);
    const damaged = await user.tryCall(notes.list, { params: { id }, query: { cursor: 'bm90IGEgY3Vyc29y' } });
    expect(damaged.status).toBe(400);
  });

  it("answer another workspace's contact as an absent one", async () => {
    const [user, foreign] = [await system.signedIn(), await system.clientWorkspace()];
    const there = await user.tryCall(notes.create, { params: { id: await contactIn(foreign) }, body: { text: 'x' } });
    const absent = await user.tryCall(notes.create, { params: { id: newId() }, body: { text: 'x' } });
    expect([there.status, there.body.message]).toEqual([404, absent.body.message]);
  });
});

describe('notes that not everyone may read', () => {
  const kept = async (user: Awaited<ReturnType<TestSystem['signedIn']>>, id: string) => ({
    list: (await user.call(notes.list, { params: { id } })).items.map(({ text }) => text),
    timeline: (await user.call(timeline.list, { params: { id } })).items.flatMap(({ note }) => note?.text ?? []),
  });

  it('are there for their author and whom the author names, and for no one else', async () => {
    const workspaceId = await system.clientWorkspace();
    const [author, reader, other] = [
      await system.signedIn({ workspaceId }),
      await system.signedIn({ workspaceId }),
      await system.signedIn({ workspaceId, workspaceRole: 'owner' }),
    ];
    const id = await contactIn(workspaceId);
    const before = (await other.call(contacts.get, { params: { id } })).lastActivityAt;
    const note = await author.call(notes.create, {
      params: { id },
      body: { text: 'between us', readers: [reader.userId, author.userId] },
    });
    expect(note.readers).toEqual([{ id: reader.userId, name: expect.any(String) as string }]);
    await author.call(notes.create, { params: { id }, body: { text: 'to myself', readers: [] } });
    expect(await kept(author, id)).toEqual({
      list: ['to myself', 'between us'],
      timeline: ['to myself', 'between us'],
    });
    expect(await kept(reader, id)).toEqual({ list: ['between us'], timeline: ['between us'] });
    expect(await kept(other, id)).toEqual({ list: [], timeline: [] });
    // Neither a trace: no event that webhooks and workflows could hear of, no sign of work on the record.
    expect(
      await inWorkspace(workspaceId, null, () => query(`select 1 from events where type like '%.note_%'`)),
    ).toEqual([]);
    expect((await other.call(contacts.get, { params: { id } })).lastActivityAt).toBe(before);

    const params = { id, noteId: note.id };
    expect(
      (await other.tryCall(notes.update, { params, body: { text: 'mine now', version: note.version } })).status,
    ).toBe(404);
    expect((await other.tryCall(notes.remove, { params })).status).toBe(404);
    expect(
      (await reader.tryCall(notes.update, { params, body: { readers: null, version: note.version } })).status,
    ).toBe(403);
    const changed = await reader.call(notes.update, {
      params,
      body: { text: 'between the two of us', version: note.version },
    });
    expect(
      (await author.tryCall(notes.update, { params, body: { readers: [newId()], version: changed.version } })).status,
    ).toBe(400);
    await author.call(notes.update, { params, body: { readers: null, version: changed.version } });
    expect((await kept(other, id)).list).toEqual(['between the two of us']);
  });

  it('go along when records are merged, and stay as they are', async () => {
    const workspaceId = await system.clientWorkspace();
    const [author, other] = [await system.signedIn({ workspaceId }), await system.signedIn({ workspaceId })];
    const [keepId, mergeId] = [await contactIn(workspaceId), await contactIn(workspaceId)];
    await author.call(notes.create, { params: { id: mergeId }, body: { text: 'to myself', readers: [] } });
    const merged = await other.call(MERGE_CALLS.contact.merge, {
      body: { keepId, keepVersion: 1, mergeId, mergeVersion: 1 },
    });
    expect([(await kept(author, keepId)).list, (await kept(other, keepId)).list]).toEqual([['to myself'], []]);
    await other.call(MERGE_CALLS.contact.undo, { params: { mergeId: merged.mergeId } });
    expect((await kept(author, mergeId)).list).toEqual(['to myself']);
    await other.call(contacts.remove, { params: { id: mergeId } });
    await (await system.signedIn({ workspaceId, role: 'admin' })).call(contacts.purge, { body: { ids: [mergeId] } });
    expect(await inWorkspace(workspaceId, null, () => query('select 1 from record_notes'))).toEqual([]);
  });
});

describe('files', () => {
  const upload = async (
    user: Awaited<ReturnType<TestSystem['signedIn']>>,
    id: string,
    name: string,
    content: string | Uint8Array<ArrayBuffer>,
    type = 'text/plain',
  ) => {
    const form = new FormData();
    form.set('file', new File([content], name, { type }));
    return user.send<{ id: string; name: string; type: string; size: number; message: string }>(
      'POST',
      `/api/contacts/${id}/files`,
      { raw: form },
    );
  };

  it('come back byte for byte, as a download under their own name', async () => {
    const user = await system.signedIn();
    const id = await contactIn(user.workspaceId);
    const content = 'Größe: 12 €\n'.repeat(5000);
    const { status, body } = await upload(user, id, 'Übersicht "2026".txt', content);
    expect([status, body.name, body.size]).toEqual([201, 'Übersicht "2026".txt', Buffer.byteLength(content)]);
    const response = await user.open('GET', `/api/contacts/${id}/files/${body.id}`);
    expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''%C3%9Cbersicht");
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(await response.text()).toBe(content);
    expect((await user.call(contactFiles.list, { params: { id } })).items).toHaveLength(1);
    await user.call(contactFiles.remove, { params: { id, fileId: body.id } });
    expect((await user.send('GET', `/api/contacts/${id}/files/${body.id}`)).status).toBe(404);
  });

  it('are what they hold, not what they claim to be', async () => {
    const user = await system.signedIn();
    const id = await contactIn(user.workspaceId);
    const { body } = await upload(user, id, 'photo.png', '<html><script>alert(1)</script>', 'image/png');
    expect(body.type).not.toBe('image/png');
    expect(body.type).not.toBe('text/html');
    // Kinds of text have no mark: their name tells them apart, and not what the browser says.
    expect((await upload(user, id, 'people.csv', 'name,city\nAda,London', 'application/x.html')).body.type).toBe(
      'text/csv',
    );
  });

  it('are refused when empty or missing, and leave nothing behind', async () => {
    const user = await system.signedIn();
    const id = await contactIn(user.workspaceId);
    expect((await upload(user, id, 'empty.txt', '')).status).toBe(400);
    const form = new FormData();
    form.set('note', 'no file');
    expect((await user.send('POST', `/api/contacts/${id}/files`, { raw: form })).status).toBe(400);
    expect((await user.call(contactFiles.list, { params: { id } })).items).toEqual([]);
  });

  it('are not to be had from another workspace', async () => {
    const [owner, stranger] = [
      await system.signedIn(),
      await system.signedIn({ workspaceId: await system.clientWorkspace() }),
    ];
    const id = await contactIn(owner.workspaceId);
    const { body } = await upload(owner, id, 'secret.txt', 'secret');
    expect((await stranger.send('GET', `/api/contacts/${id}/files/${body.id}`)).status).toBe(404);
  });
});
