import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../kernel/ids.ts';
import { inWorkspace, insertRow } from '../../../server/db/index.ts';
import { allowPrivateHosts } from '../../../server/http-client/client.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { approvals } from '../../approvals/contract.ts';
import { connections } from '../../connections/contract.ts';
import { contacts, leads } from '../../crm/contract.ts';
import { candidates, places } from '../contract.ts';

let system: TestSystem;
let owner: Awaited<ReturnType<TestSystem['signedIn']>>;
let workspaceId: string;

beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());
beforeEach(async () => {
  workspaceId = await system.clientWorkspace('Tan Dental');
  owner = await system.signedIn({ workspaceId, workspaceRole: 'owner', role: 'admin' });
});

/** A candidate as a crawl leaves it, with these records as possible duplicates. */
function candidateOf(matches: { kind: 'lead' | 'contact'; id: string }[], more: object = {}): Promise<string> {
  const [crawlId, siteId, id] = [newId(), newId(), newId()];
  return inWorkspace(workspaceId, owner.userId, async () => {
    await insertRow('crawls', {
      id: crawlId,
      workspaceId,
      name: 'Test',
      state: 'done',
      maxPages: 1,
      maxPagesPerSite: 1,
      maxDepth: 1,
      delayMs: 1_000,
      problems: [],
      createdBy: owner.userId,
    });
    await insertRow('crawl_sites', { id: siteId, workspaceId, crawlId, origin: 'https://acme.test', delayMs: 1_000 });
    await insertRow('crawl_candidates', {
      id,
      workspaceId,
      crawlId,
      siteId,
      key: id,
      kind: 'person',
      name: 'Ann Lee',
      title: 'Owner',
      company: 'Acme',
      email: 'ann@acme.test',
      phone: '+14155550132',
      website: 'https://acme.test',
      city: 'Denver',
      country: 'US',
      isJudged: true,
      duplicates: matches.map((match) => ({ ...match, name: 'Ann', reason: 'email', matched: 'ann@acme.test' })),
      ...more,
    });
    return id;
  });
}

describe('a candidate that is a lead already', () => {
  it('is previewed, merged field by field, and split again by undo', async () => {
    const lead = await owner.call(leads.create, {
      body: {
        firstName: 'Ann',
        lastName: 'Lee',
        title: 'CEO',
        email: 'ann@acme.test',
        status: 'working',
        ownerId: null,
      },
    });
    const id = await candidateOf([{ kind: 'lead', id: lead.id }]);
    const body = { recordId: lead.id };
    const preview = await owner.call(candidates.previewMerge, { params: { id }, body });
    expect(preview.conflicts).toEqual([{ field: 'title', keep: 'CEO', merge: 'Owner' }]);
    expect(preview.result).toContainEqual({ field: 'city', value: 'Denver' });
    // The preview left nothing behind.
    expect((await owner.call(leads.list, { query: { total: '1' } })).total!.count).toBe(1);
    expect((await owner.call(leads.list, { query: { trash: '1' } })).items).toEqual([]);

    const merged = await owner.call(candidates.merge, {
      params: { id },
      body: { ...body, version: preview.version, choose: { title: 'merge' } },
    });
    expect(merged).toMatchObject({ state: 'accepted', leadId: lead.id, isMerged: true });
    expect(await owner.call(leads.get, { params: { id: lead.id } })).toMatchObject({
      title: 'Owner',
      city: 'Denver',
      phone: '+14155550132',
      status: 'working',
    });
    expect((await owner.call(leads.list, { query: {} })).items).toHaveLength(1);

    const undone = await owner.call(candidates.undoMerge, { params: { id } });
    expect(undone).toMatchObject({ state: 'new', leadId: null, isMerged: false });
    expect(await owner.call(leads.get, { params: { id: lead.id } })).toMatchObject({ title: 'CEO', city: '' });
    expect((await owner.call(leads.list, { query: {} })).items).toHaveLength(1);
    expect((await owner.tryCall(candidates.undoMerge, { params: { id } })).status).toBe(409);
  });

  it('refuses an outdated version, another record, and a second merge', async () => {
    const [lead, other] = [
      await owner.call(leads.create, { body: { firstName: 'Ann', email: 'ann@acme.test' } }),
      await owner.call(leads.create, { body: { firstName: 'Bo' } }),
    ];
    const id = await candidateOf([{ kind: 'lead', id: lead.id }]);
    const merge = (recordId: string, version: number) =>
      owner.tryCall(candidates.merge, { params: { id }, body: { recordId, version } });
    expect((await merge(other.id, other.version)).status).toBe(400);
    const { version } = await owner.call(leads.update, {
      params: { id: lead.id },
      body: { title: 'Chair', version: lead.version },
    });
    expect((await merge(lead.id, lead.version)).status).toBe(409);
    expect((await merge(lead.id, version)).status).toBe(200);
    expect((await merge(lead.id, version + 1)).status).toBe(409);
  });

  it('withdraws its request for approval', async () => {
    const lead = await owner.call(leads.create, { body: { firstName: 'Ann', email: 'ann@acme.test' } });
    const id = await candidateOf([{ kind: 'lead', id: lead.id }]);
    await owner.call(candidates.submit, { body: { ids: [id] } });
    await owner.call(candidates.merge, { params: { id }, body: { recordId: lead.id, version: lead.version } });
    expect((await owner.call(approvals.list, { query: { tab: 'incoming' } })).items).toEqual([]);
  });
});

it('merges into a contact: the address and number are added, and the timeline names the merge', async () => {
  const contact = await owner.call(contacts.create, {
    body: { firstName: 'Ann', lastName: 'Lee', emails: [{ value: 'ann@home.test' }] },
  });
  const id = await candidateOf([{ kind: 'contact', id: contact.id }]);
  const merged = await owner.call(candidates.merge, {
    params: { id },
    body: { recordId: contact.id, version: contact.version },
  });
  expect(merged).toMatchObject({ contactId: contact.id, leadId: null });
  const after = await owner.call(contacts.get, { params: { id: contact.id } });
  expect(after.emails.map(({ value }) => value)).toEqual(['ann@home.test', 'ann@acme.test']);
  expect(after).toMatchObject({ company: { name: 'Acme' }, address: { city: 'Denver' } });
  await owner.call(candidates.undoMerge, { params: { id } });
  expect((await owner.call(contacts.get, { params: { id: contact.id } })).emails).toHaveLength(1);
});

describe('places', () => {
  let server: FastifyInstance;
  let apiUrl: string;
  beforeAll(async () => {
    server = Fastify();
    server.post('/v1/*', (request) => ({
      places: [
        {
          id: 'a',
          displayName: { text: 'Ash Dental' },
          formattedAddress: '1 Main St, Denver',
          websiteUri: 'https://ash-dental.example/',
        },
      ],
      ...(!(request.body as { pageToken?: string }).pageToken && { nextPageToken: 'more' }),
    }));
    apiUrl = await server.listen({ host: '127.0.0.1', port: 0 });
    allowPrivateHosts([new URL(apiUrl).host]);
  });
  afterAll(async () => {
    allowPrivateHosts([]);
    await server.close();
  });

  it('says that none is connected, and searches the connected one page by page', async () => {
    expect(await owner.call(places.status)).toEqual({ isConnected: false });
    expect((await owner.tryCall(places.search, { query: { text: 'dentists in Denver' } })).status).toBe(503);
    await owner.call(connections.create, {
      body: { port: 'places', provider: 'google', name: 'Places', settings: { apiKey: 'AIza-key', apiUrl } },
    });
    expect(await owner.call(places.status)).toEqual({ isConnected: true });
    const first = await owner.call(places.search, { query: { text: 'dentists in Denver' } });
    expect(first).toMatchObject({
      source: 'Google Maps',
      next: 'more',
      items: [{ website: 'https://ash-dental.example/' }],
    });
    const last = await owner.call(places.search, { query: { text: 'dentists in Denver', cursor: 'more' } });
    expect(last.next).toBeNull();
    expect((await owner.tryCall(places.search, { query: { text: 'x' } })).status).toBe(400);
  });
});
