/** Notes and comments are found by their words, by those who may read them and only by those. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem, execute, inWorkspace, query } from '../../../server/db/index.ts';
import { TestClient } from '../../../testing/client.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { settings } from '../../../domains/identity/contract/settings.ts';
import { activities, contacts, leads, opportunities } from '../../../domains/crm/contract.ts';
import { COLLABORATION, RECORD_CALLS, said } from '../../contract.ts';

let system: TestSystem;
type Person = Awaited<ReturnType<TestSystem['signedIn']>>;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  system = await startTestSystem();
  const workspaceId = await system.clientWorkspace();
  ada = await system.signedIn({ workspaceId, name: 'Ada', workspaceRole: 'owner' });
  bob = await system.signedIn({ workspaceId, name: 'Bob' });
});
afterAll(() => system.destroy());

const found = async (person: Person, search: string, limit = 20) =>
  (await person.call(said.search, { query: { search, limit } })).items;
const names = async (person: Person, search: string) =>
  (await found(person, search)).map(({ what, record }) => `${what} ${record.name}`);
const noteOn = (
  kind: 'contact' | 'lead' | 'opportunity' | 'activity',
  id: string,
  text: string,
  readers: string[] | null = null,
  by = ada,
) => by.call(RECORD_CALLS[kind].notes.create, { params: { id }, body: { text, readers } });

describe('what people wrote', () => {
  it('is found by its words in any order, folded, with the record that it is about, the latest first', async () => {
    const grace = await ada.call(contacts.create, { body: { firstName: 'Grace', lastName: 'Hopper' } });
    const call = await ada.call(activities.create, { body: { type: 'call', subject: 'Ring her' } });
    await noteOn('contact', grace.id, 'She asked for the BLÜE desks,\nand for chairs.');
    await noteOn('activity', call.id, 'Blue desks are sold out.', null, bob);
    await ada.call(COLLABORATION.contact.comments.create, {
      params: { id: grace.id },
      body: { text: 'Which blue does she mean?' },
    });
    expect(await names(ada, 'blue')).toEqual(['comment Grace Hopper', 'note Ring her', 'note Grace Hopper']);
    expect(await names(bob, 'desks blue')).toEqual(['note Ring her', 'note Grace Hopper']);
    expect((await found(ada, 'chairs'))[0]).toMatchObject({
      what: 'note',
      kind: 'contact',
      record: { id: grace.id, name: 'Grace Hopper' },
      text: 'She asked for the BLÜE desks, and for chairs.',
      author: { id: ada.userId, name: 'Ada' },
      private: false,
    });
    expect(await found(ada, 'blue', 1)).toHaveLength(1);
    expect(await names(ada, 'bl')).toHaveLength(3);
    expect(await names(ada, '%')).toEqual([]);
    expect((await ada.tryCall(said.search, { query: { search: ' ' } })).status).toBe(400);
  });

  it('is found as it is now: changed, deleted and brought back', async () => {
    const { id } = await ada.call(contacts.create, { body: { lastName: 'Change' } });
    const note = await noteOn('contact', id, 'walrus');
    const { notes } = RECORD_CALLS.contact;
    await ada.call(notes.update, { params: { id, noteId: note.id }, body: { text: 'penguin', version: 1 } });
    expect([await names(ada, 'walrus'), await names(ada, 'penguin')]).toEqual([[], ['note Change']]);
    await ada.call(notes.update, { params: { id, noteId: note.id }, body: { pinned: true, version: 2 } });
    expect(await names(ada, 'penguin')).toEqual(['note Change']);
    await ada.call(notes.remove, { params: { id, noteId: note.id } });
    expect(await names(ada, 'penguin')).toEqual([]);
    await ada.call(notes.restore, { params: { id, noteId: note.id } });
    expect(await names(ada, 'penguin')).toEqual(['note Change']);
    const { comments } = COLLABORATION.contact;
    const comment = await ada.call(comments.create, { params: { id }, body: { text: 'ostrich' } });
    await ada.call(comments.update, { params: { id, commentId: comment.id }, body: { text: 'emu bird', version: 1 } });
    expect([await names(ada, 'ostrich'), await names(ada, 'emu')]).toEqual([[], ['comment Change']]);
    // Records in the trash are not found by their notes or comments.
    await ada.call(contacts.remove, { params: { id } });
    expect([await names(ada, 'emu'), await names(ada, 'penguin')]).toEqual([[], []]);
  });

  it('is found by its readers alone, and takes no one else’s place', async () => {
    const { id } = await ada.call(contacts.create, { body: { lastName: 'Secret' } });
    const eve = await system.signedIn({ workspaceId: ada.workspaceId, name: 'Eve' });
    await noteOn('contact', id, 'giraffe for all');
    for (let n = 0; n < 70; n++) await noteOn('contact', id, `giraffe for few ${n}`, [bob.userId]);
    expect((await found(bob, 'giraffe few'))[0]).toMatchObject({ private: true });
    expect((await found(eve, 'giraffe')).map(({ text }) => text)).toEqual(['giraffe for all']);
    const stranger = await system.signedIn({ workspaceId: await system.clientWorkspace(), workspaceRole: 'owner' });
    expect(await found(stranger, 'giraffe')).toEqual([]);
  });

  it('about a private record is found by those who see that, on its activities, too', async () => {
    const lead = await ada.call(leads.create, { body: { lastName: 'Hidden', readers: [] } });
    const deal = await ada.call(opportunities.create, { body: { name: 'Quiet', readers: [bob.userId] } });
    const visit = await ada.call(activities.create, { body: { type: 'meeting', subject: 'Visit', leadId: lead.id } });
    await noteOn('lead', lead.id, 'okapi one');
    await noteOn('opportunity', deal.id, 'okapi two');
    await noteOn('activity', visit.id, 'okapi three');
    expect(await names(ada, 'okapi')).toEqual(['note Visit', 'note Quiet', 'note Hidden']);
    expect(await names(bob, 'okapi')).toEqual(['note Quiet']);
  });

  it('in an app that is off is not found, and no API key asks for it', async () => {
    const lead = await ada.call(leads.create, { body: { lastName: 'Offside' } });
    await noteOn('lead', lead.id, 'tapir');
    expect(await names(ada, 'tapir')).toEqual(['note Offside']);
    await asSystem(() => execute(`update workspaces set apps_off = '{leads}' where id = $1`, [ada.workspaceId]));
    // Sessions that were there before hear of it in a moment.
    expect(await names(await system.signedIn({ workspaceId: ada.workspaceId }), 'tapir')).toEqual([]);
    const admin = await system.signedIn({ role: 'admin', workspaceId: ada.workspaceId });
    const { key } = await admin.call(settings.createApiKey, { body: { name: 'one', scopes: ['contacts:read'] } });
    expect(
      (
        await new TestClient(() => system.url).send('GET', '/api/notes-and-comments?search=tapir', {
          headers: { authorization: `Bearer ${key}` },
        })
      ).status,
    ).toBe(403);
  });

  it('long ago and rarely is found by the index, and so is what was there before it was searched', async () => {
    const { id } = await ada.call(contacts.create, { body: { lastName: 'Archive' } });
    await inWorkspace(ada.workspaceId, ada.userId, async () => {
      await query(
        `insert into record_notes (id, workspace_id, kind, record_id, text, search_text)
          values ('00000000-0000-7000-8000-000000000001', $1, 'contact', $2, 'An axolotl', ' an axolotl')`,
        [ada.workspaceId, id],
      );
      await query(
        `insert into record_notes (id, workspace_id, kind, record_id, text, search_text) select gen_random_uuid(), $1,
          'contact', $2, 'Filler ' || n, ' filler ' || n from generate_series(1, 2100) n`,
        [ada.workspaceId, id],
      );
    });
    expect(await names(ada, 'axolotl')).toEqual(['note Archive']);
    expect(await found(ada, 'filler')).toHaveLength(20);
  });
});
