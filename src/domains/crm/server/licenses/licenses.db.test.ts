import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayAt } from '../../../../kernel/days.ts';
import type { TestClient } from '../../../../testing/client.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { businessLicenses, calendarFeeds, contacts, leads } from '../../contract.ts';
import { RECORD_CALLS } from '../../../../records/contract.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const inDays = (days: number) => addDays(dayAt(new Date(), 'UTC'), days);

type Refused = { code: string; fields?: { field: string }[] };
/** The body of a refused call. */
async function refused(client: TestClient, ...[endpoint, args]: Parameters<TestClient['tryCall']>): Promise<Refused> {
  const { status, body } = await client.tryCall(endpoint, args);
  expect(status).toBeGreaterThanOrEqual(400);
  return body as Refused;
}

async function member() {
  const workspaceId = await system.clientWorkspace();
  return { workspaceId, user: await system.signedIn({ workspaceId }) };
}

describe('business licenses', () => {
  it('are entered, changed by version, put into the trash and taken out again', async () => {
    const { user } = await member();
    const made = await user.call(businessLicenses.create, {
      body: {
        name: 'Delgado Solar',
        kind: 'professional',
        number: 'C-46 1',
        authority: 'CSLB',
        expiresOn: inDays(40),
        fee: '450.5',
        feeCurrency: 'USD',
        website: 'delgado.example',
      },
    });
    expect(made).toMatchObject({
      version: 1,
      state: 'expiring',
      daysLeft: 40,
      fee: '450.5000',
      website: 'https://delgado.example/',
      contactCount: 0,
      terms: [],
    });
    const changed = await user.call(businessLicenses.update, {
      params: { id: made.id },
      body: { standing: 'suspended', expiresOn: null, version: 1 },
    });
    expect(changed).toMatchObject({ version: 2, state: 'suspended', daysLeft: null, number: 'C-46 1' });
    expect(
      await refused(user, businessLicenses.update, { params: { id: made.id }, body: { name: 'X', version: 1 } }),
    ).toMatchObject({ code: 'stale' });
    await user.call(businessLicenses.remove, { params: { id: made.id } });
    expect((await user.call(businessLicenses.list)).items).toEqual([]);
    expect((await user.call(businessLicenses.list, { query: { trash: '1' } })).items.map((one) => one.id)).toEqual([
      made.id,
    ]);
    expect(await user.call(businessLicenses.restore, { params: { id: made.id } })).toMatchObject({ deletedAt: null });
    expect((await user.call(businessLicenses.list)).items.map((one) => one.name)).toEqual(['Delgado Solar']);
  });

  it('have notes, files and a timeline like every record, and no one of another workspace sees them', async () => {
    const [{ user }, { user: stranger }] = [await member(), await member()];
    const { id } = await user.call(businessLicenses.create, { body: { name: 'Delgado Solar' } });
    const calls = RECORD_CALLS.business_license;
    const note = await user.call(calls.notes.create, { params: { id }, body: { text: 'The board meets in May.' } });
    const form = new FormData();
    form.set('file', new Blob(['certificate']), 'certificate.txt');
    expect((await user.send('POST', `/api/business-licenses/${id}/files`, { raw: form })).status).toBe(201);
    await user.call(businessLicenses.update, { params: { id }, body: { number: 'C-46', version: 1 } });
    await user.call(businessLicenses.renew, { params: { id }, body: { expiresOn: '2030-01-31', version: 2 } });
    const { items } = await user.call(calls.timeline.list, { params: { id }, query: { limit: 30 } });
    expect(items.map((entry) => entry.kind)).toEqual(['renewed', 'updated', 'file', 'note', 'created']);
    expect(items.slice(0, 2)).toMatchObject([
      { detail: '2030-01-31' },
      { changes: [{ field: 'number', from: '', to: 'C-46' }] },
    ]);
    expect((await user.call(calls.files.list, { params: { id } })).items.map((file) => file.name)).toEqual([
      'certificate.txt',
    ]);
    const absent = { code: 'not_found' };
    expect(await refused(stranger, calls.timeline.list, { params: { id }, query: { limit: 30 } })).toMatchObject(
      absent,
    );
    expect(await refused(stranger, calls.notes.create, { params: { id }, body: { text: 'x' } })).toMatchObject(absent);
    expect(
      await refused(stranger, calls.notes.update, { params: { id, noteId: note.id }, body: { text: 'x', version: 1 } }),
    ).toMatchObject(absent);
    expect(await refused(stranger, calls.files.list, { params: { id } })).toMatchObject(absent);
    expect(
      await refused(user, calls.notes.update, { params: { id, noteId: note.id }, body: { text: 'x', version: 7 } }),
    ).toMatchObject({ code: 'stale' });
  });

  it('refuses what cannot be, naming the field', async () => {
    const { user } = await member();
    const create = (body: object) => refused(user, businessLicenses.create, { body: { name: 'A', ...body } });
    expect(await create({ name: ' ' })).toMatchObject({ code: 'validation', fields: [{ field: 'name' }] });
    expect(await create({ issuedOn: '2026-02-02', expiresOn: '2026-02-01' })).toMatchObject({
      code: 'validation',
      fields: [{ field: 'expiresOn' }],
    });
    expect(await create({ expiresOn: '2026-02-30' })).toMatchObject({
      code: 'validation',
      fields: [{ field: 'expiresOn' }],
    });
    expect(await create({ fee: '-1' })).toMatchObject({ code: 'validation', fields: [{ field: 'fee' }] });
    expect(await create({ website: 'javascript:alert(1)' })).toMatchObject({
      code: 'validation',
      fields: [{ field: 'website' }],
    });
    expect(await create({ responsibleId: '01900000-0000-7000-8000-000000000000' })).toMatchObject({
      code: 'validation',
      fields: [{ field: 'responsibleId' }],
    });
  });

  it('belong to one workspace [S7.18]', async () => {
    const [one, other] = [await member(), await member()];
    const { id } = await one.user.call(businessLicenses.create, { body: { name: 'Ours' } });
    const absent = { code: 'not_found' };
    expect(await refused(other.user, businessLicenses.get, { params: { id } })).toMatchObject(absent);
    expect(
      await refused(other.user, businessLicenses.update, { params: { id }, body: { name: 'Theirs', version: 1 } }),
    ).toMatchObject(absent);
    expect(
      await refused(other.user, businessLicenses.renew, {
        params: { id },
        body: { expiresOn: inDays(400), version: 1 },
      }),
    ).toMatchObject(absent);
    expect(await refused(other.user, businessLicenses.remove, { params: { id } })).toMatchObject(absent);
    expect(
      await refused(other.user, contacts.create, { body: { firstName: 'Ada', businessLicenseId: id } }),
    ).toMatchObject({ code: 'validation' });
  });

  it('counts what is filed under it [S7.19]', async () => {
    const { user } = await member();
    const { id } = await user.call(businessLicenses.create, { body: { name: 'Ours' } });
    await user.call(contacts.create, { body: { firstName: 'Ada', businessLicenseId: id } });
    await user.call(contacts.create, { body: { firstName: 'Bob' } });
    for (const lastName of ['Cem', 'Dora'])
      await user.call(leads.create, { body: { lastName, businessLicenseId: id } });
    await user.call(leads.create, { body: { lastName: 'Eve' } });
    expect(await user.call(businessLicenses.get, { params: { id } })).toMatchObject({
      contactCount: 1,
      leadCount: 2,
      opportunityCount: 0,
    });
    expect(
      (await user.call(contacts.contextList, { query: { businessLicenseId: id } })).items.map((row) => row.firstName),
    ).toEqual(['Ada']);
  });
});

describe('renewals', () => {
  it('keep the earlier term, and the newest can be undone while nothing was changed since', async () => {
    const { user } = await member();
    const { id } = await user.call(businessLicenses.create, {
      body: { name: 'Food permit', number: '1', issuedOn: inDays(-360), expiresOn: inDays(5), standing: 'pending' },
    });
    const params = { id };
    expect(
      await refused(user, businessLicenses.renew, { params, body: { expiresOn: inDays(5), version: 1 } }),
    ).toMatchObject({ code: 'validation', fields: [{ field: 'expiresOn' }] });
    const renewed = await user.call(businessLicenses.renew, {
      params,
      body: { expiresOn: inDays(370), issuedOn: inDays(0), number: '2', note: 'By post', version: 1 },
    });
    expect(renewed).toMatchObject({
      number: '2',
      expiresOn: inDays(370),
      state: 'valid',
      standing: 'active',
      version: 2,
    });
    expect(renewed.terms).toMatchObject([{ number: '1', expiresOn: inDays(5), note: 'By post', undoable: true }]);
    const termId = renewed.terms[0]!.id;
    const changed = await user.call(businessLicenses.update, { params, body: { about: 'Changed', version: 2 } });
    expect(changed.terms[0]!.undoable).toBe(false);
    expect(await refused(user, businessLicenses.undoRenewal, { params: { id, termId } })).toMatchObject({
      code: 'conflict',
    });
    const again = await user.call(businessLicenses.renew, { params, body: { expiresOn: null, version: 3 } });
    const undone = await user.call(businessLicenses.undoRenewal, { params: { id, termId: again.terms[0]!.id } });
    expect(undone).toMatchObject({ number: '2', expiresOn: inDays(370), standing: 'active' });
    expect(undone.terms.map((term) => term.id)).toEqual([termId]);
  });
});

describe('calendar', () => {
  it('shows the last day of each license that still counts, to whoever has the address', async () => {
    const { user } = await member();
    await user.call(businessLicenses.create, {
      body: { name: 'Food permit, new', expiresOn: '2031-03-09', number: 'F-1' },
    });
    await user.call(businessLicenses.create, { body: { name: 'Old', expiresOn: '2031-03-09', standing: 'revoked' } });
    const { path } = await user.call(calendarFeeds.create, { body: { kind: 'licenses' } });
    const { status, body } = await system.visitor().send<string>('GET', path);
    expect(status).toBe(200);
    expect(body).toContain('SUMMARY:Food permit\\, new expires');
    expect(body).toContain('DTSTART;VALUE=DATE:20310309');
    expect(body).not.toContain('Old');
    await user.call(calendarFeeds.revoke, { params: { kind: 'licenses' } });
    expect((await system.visitor().send('GET', path)).status).toBe(404);
  });
});
