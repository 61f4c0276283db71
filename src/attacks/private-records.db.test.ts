/**
 * Private leads and opportunities, for everyone who must not see them: every call of the API's description, as a
 * teammate, as an administrator, and with an API key. A word in their texts must appear nowhere.
 */
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contacts } from '../domains/crm/contract/contacts.ts';
import { conversion } from '../domains/crm/contract/lead-conversion.ts';
import { activities } from '../domains/crm/contract/activities.ts';
import { READER_CALLS } from '../records/contract/readers.ts';
import { leads } from '../domains/crm/contract/leads.ts';
import { opportunities } from '../domains/crm/contract/opportunities.ts';
import { API_SCOPES, settings } from '../domains/identity/contract/settings.ts';
import { newId } from '../kernel/ids.ts';
import { asSystem, inWorkspace, query } from '../server/db/index.ts';
import { handOver } from '../server/ownership/ownership.ts';
import { TestClient } from '../testing/client.ts';
import { fitting } from '../testing/schema-values.ts';
import { startTestSystem, type TestSystem } from '../testing/system.ts';
import { inTurn, type Operation, readOperations } from './operations.ts';

/** Part of every text of the private records, and of nothing else. */
const MARK = 'zyxomark';
const SEED = 20_260_102;

type Person = Awaited<ReturnType<TestSystem['signedIn']>>;
let system: TestSystem;
let ann: Person;
let bob: Person;
let eve: Person;
let admin: Person;
let operations: Operation[];
/** Ids that only Ann and Bob may see. */
const hidden = { lead: '', trashed: '', opportunity: '', call: '', task: '', pipeline: '', stage: '' };
let contact = '';
let company = '';

/** People who must not see them, by role. */
const strangers = () => ({ 'a colleague': eve, 'an administrator': admin });

async function attach(path: string): Promise<void> {
  const form = new FormData();
  form.append('file', new File([`${MARK} inside`], `${MARK}.txt`));
  expect((await ann.send('POST', path, { raw: form })).status).toBe(201);
}

async function fill(path: string): Promise<void> {
  await attach(`${path}/files`);
  for (const [what, body] of [
    ['notes', { text: `A note, ${MARK}` }],
    ['comments', { text: `A comment, ${MARK}` }],
  ] as const)
    expect((await ann.send('POST', `${path}/${what}`, { body })).status).toBe(201);
  expect((await ann.send('PUT', `${path}/watch`, { body: { watching: true } })).status).toBe(200);
}

beforeAll(async () => {
  system = await startTestSystem();
  [ann, bob, eve] = [
    await system.signedIn({ name: 'Ann' }),
    await system.signedIn({ name: 'Bob' }),
    await system.signedIn({ name: 'Eve' }),
  ];
  admin = await system.signedIn({ name: 'Adam', role: 'admin', workspaceRole: 'owner' });
  operations = await readOperations(admin);
  // A webhook for every event.
  await asSystem(() =>
    query(
      `insert into webhook_endpoints (id, workspace_id, url, secret, types)
        values ($1, $2, 'https://hooks.example/all', 'sealed', '{*}')`,
      [newId(), admin.workspaceId],
    ),
  );
  const known = await ann.send<{ id: string }>('POST', '/api/contacts', {
    body: { firstName: 'Open', lastName: 'Person', emails: [{ value: 'open@person.example', label: 'work' }] },
  });
  contact = known.body.id;
  const readers = [bob.userId];
  const words = { source: MARK, tags: [MARK] };
  const lead = await ann.call(leads.create, {
    body: {
      firstName: MARK,
      lastName: MARK,
      companyName: `${MARK} Ltd`,
      title: MARK,
      email: `${MARK}@hidden.example`,
      phone: '+15550100199',
      website: `https://${MARK}.example`,
      city: MARK,
      about: MARK,
      ownerId: ann.userId,
      ...words,
      readers,
    },
  });
  hidden.lead = lead.id;
  hidden.trashed = (
    await ann.call(leads.create, {
      body: { firstName: MARK, lastName: 'Twice', email: `${MARK}@hidden.example`, ownerId: ann.userId, readers },
    })
  ).id;
  const deal = await ann.call(opportunities.create, {
    body: {
      name: `${MARK} deal`,
      contactId: contact,
      companyName: 'Known Company',
      nextStep: MARK,
      description: MARK,
      expectedClose: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
      lines: [{ product: MARK, unitPrice: '777777' }],
      people: [{ contactId: contact, role: MARK }],
      ...words,
      readers,
    },
  });
  hidden.opportunity = deal.id;
  company = deal.company!.id;
  hidden.pipeline = deal.pipelineId;
  hidden.stage = deal.stage.id;
  await ann.call(leads.remove, { params: { id: hidden.trashed } });
  await ann.call(leads.update, { params: { id: lead.id }, body: { version: 1, title: `${MARK} again` } });
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const call = { subject: `${MARK} call`, body: MARK, dueAt: soon, tags: [MARK], contactId: contact };
  hidden.call = (
    await ann.call(activities.create, {
      body: { type: 'call', ...call, leadId: lead.id, attendees: [{ userId: eve.userId }] },
    })
  ).id;
  hidden.task = (
    await ann.call(activities.create, {
      body: {
        type: 'task',
        ...call,
        subject: `${MARK} task`,
        opportunityId: deal.id,
        ownerId: eve.userId,
        rule: 'FREQ=WEEKLY',
      },
    })
  ).id;
  for (const path of [`/api/leads/${lead.id}`, `/api/opportunities/${deal.id}`]) await fill(path);
  await ann.send('POST', '/api/favorites', { body: { kind: 'lead', id: lead.id } });
  await ann.send('POST', `/api/leads/bulk`, {
    body: { selection: { ids: [lead.id] }, action: { kind: 'set', set: { city: `${MARK} town` } } },
  });
}, 120_000);
afterAll(() => system.destroy());

const NOT_HERE = /\/api\/events$|\/api\/auth\/|\/api\/openapi|\/api\/admin\/(backup|mail)/;

/** The address with ids of private records; undefined where it needs another kind of id. */
function address({ path, parameters }: Operation, search: string): string | undefined {
  const [, , collection = ''] = path.split('/');
  const known: Readonly<Record<string, string | undefined>> = {
    leads: hidden.lead,
    opportunities: hidden.opportunity,
    activities: hidden.call,
    contacts: contact,
    companies: company,
  };
  const id = known[collection] ?? newId();
  const filled = path.replace('{id}', id).replaceAll(/\{\w+\}/g, newId());
  const asked = new URLSearchParams();
  for (const { name, in: place, schema, required } of parameters) {
    if (place !== 'query') continue;
    if (name === 'search' || name === 'q') asked.set(name, search);
    else if (name === 'pipelineId') asked.set(name, hidden.pipeline);
    else if (name === 'trash' && search === '') asked.set(name, '1');
    else if (required) asked.set(name, String(fc.sample(fitting(schema), { numRuns: 1, seed: SEED })[0]));
  }
  return asked.size > 0 ? `${filled}?${asked.toString()}` : filled;
}

const isOf = (path: string) => /^\/api\/(leads|opportunities|activities)\/\{id\}/.test(path);
const told = (value: unknown) => JSON.stringify(value).toLowerCase();

async function keyOf(person: Person): Promise<(path: string) => Promise<{ status: number; body: unknown }>> {
  const { key } = await person.call(settings.createApiKey, { body: { name: 'all', scopes: [...API_SCOPES] } });
  const client = new TestClient(() => system.url);
  return (path) => client.send('GET', path, { headers: { authorization: `Bearer ${key}` } });
}

describe('a record that only Ann and Bob may see', () => {
  it('appears to no one else in any reading call', { timeout: 240_000 }, async () => {
    const byKey = await keyOf(eve);
    const ways: Record<string, (path: string) => Promise<{ status: number; body: unknown }>> = { 'by key': byKey };
    for (const [name, person] of Object.entries(strangers())) ways[name] = (path) => person.send('GET', path);
    const reading = operations.filter(({ method, path }) => method === 'GET' && !NOT_HERE.test(path));
    expect(reading.length).toBeGreaterThan(150);
    const tries = reading
      .flatMap((operation) =>
        ['', 'zyxo', MARK].flatMap((search) =>
          Object.entries(ways).map(([who, read]) => ({ operation, search, who, read })),
        ),
      )
      .filter(
        ({ operation, search }) =>
          search === '' || operation.parameters.some(({ name }) => name === 'search' || name === 'q'),
      );
    expect(
      await inTurn(tries, async ({ operation, search, who, read }) => {
        const path = address(operation, search)!;
        const { status, body } = await read(path);
        if (told(body).includes(MARK))
          return `${who}: ${path} tells it: ${told(body)
            .slice(Math.max(0, told(body).indexOf(MARK) - 150))
            .slice(0, 300)}`;
        if (Object.values({ ...hidden, pipeline: '-', stage: '-' }).some((id) => id !== '-' && told(body).includes(id)))
          return `${who}: ${path} names it`;
        if (told(body).includes('777777')) return `${who}: ${path} counts it`;
        if (status === 429 || (status >= 500 && status !== 503)) return `${who}: ${path} answers ${status}`;
        if (isOf(operation.path) && status !== 404 && status !== 403 && status !== 400)
          return `${who}: ${path} answers ${status}`;
        return undefined;
      }),
    ).toEqual([]);
  });

  it('is answered like a missing record', async () => {
    for (const [kind, id] of [
      ['leads', hidden.lead],
      ['opportunities', hidden.opportunity],
      ['activities', hidden.call],
    ] as const) {
      const [there, absent] = [
        await eve.send('GET', `/api/${kind}/${id}`),
        await eve.send('GET', `/api/${kind}/${newId()}`),
      ];
      expect([there.status, { ...(there.body as object), requestId: '' }]).toEqual([
        404,
        { ...(absent.body as object), requestId: '' },
      ]);
    }
  });

  it('is found everywhere by people who may see it', async () => {
    for (const person of [ann, bob]) {
      for (const path of [
        `/api/leads?search=${MARK}`,
        `/api/opportunities?search=${MARK}`,
        `/api/opportunities/board?pipelineId=${hidden.pipeline}`,
        `/api/leads/${hidden.lead}/timeline`,
        `/api/leads/${hidden.lead}/notes`,
        `/api/opportunities/${hidden.opportunity}/comments`,
        `/api/opportunities/${hidden.opportunity}/files`,
        `/api/activities?search=${MARK}`,
        `/api/leads/export`,
        `/api/contacts/${contact}/timeline`,
        '/api/opportunities/facets',
      ]) {
        const { status, body } = await person.send('GET', path);
        expect([path, status, told(body).includes(MARK)]).toEqual([path, 200, true]);
      }
    }
    expect(await bob.call(leads.get, { params: { id: hidden.lead } })).toMatchObject({ private: true });
  });

  it('cannot be changed by anyone else', { timeout: 120_000 }, async () => {
    const before = [
      await ann.call(leads.get, { params: { id: hidden.lead } }),
      await ann.call(opportunities.get, { params: { id: hidden.opportunity } }),
      await ann.call(activities.get, { params: { id: hidden.call } }),
    ];
    const writing = operations.filter(({ method, path }) => method !== 'GET' && isOf(path));
    expect(writing.length).toBeGreaterThan(40);
    const tries = writing.flatMap((operation) =>
      fc
        .sample(operation.body ? fitting(operation.body) : fc.constant(undefined), { numRuns: 2, seed: SEED })
        .map((body) => ({ operation, body })),
    );
    expect(
      await inTurn(tries, async ({ operation, body }) => {
        const { status } = await eve.send(
          operation.method,
          address(operation, '')!.split('?')[0]!,
          body === undefined ? {} : { body },
        );
        return status >= 400 && status < 500 && status !== 429
          ? undefined
          : `${operation.method} ${operation.path} answers ${status}`;
      }),
    ).toEqual([]);
    for (const kind of ['leads', 'opportunities'] as const) {
      const all = await eve.send('POST', `/api/${kind}/bulk`, {
        body: { selection: { all: {} }, action: { kind: 'delete' } },
      });
      expect(all.body).toMatchObject({ count: 0 });
    }
    expect([
      await ann.call(leads.get, { params: { id: hidden.lead } }),
      await ann.call(opportunities.get, { params: { id: hidden.opportunity } }),
      await ann.call(activities.get, { params: { id: hidden.call } }),
    ]).toEqual(before);
  });

  it('appears in no duplicate, notification, or automation', async () => {
    const { body } = await eve.send('POST', '/api/leads/duplicates', {
      body: { firstName: MARK, lastName: MARK, email: `${MARK}@hidden.example`, phone: '+15550100199' },
    });
    expect(body).toEqual({ items: [] });
    const mine = await inWorkspace(eve.workspaceId, null, () =>
      query('select id from leads union all select id from opportunities union all select id from activities'),
    );
    expect(mine).toEqual([]);
    expect(
      await asSystem(() =>
        query('select title from notifications where user_id = $1 and title ilike $2', [eve.userId, `%${MARK}%`]),
      ),
    ).toEqual([]);
    expect(told(await asSystem(() => query('select subject, text from mail_outbox')))).not.toContain(MARK);
    // It has received public events by now; the private ones came earlier.
    const seen = (await ann.send<{ id: string }>('POST', '/api/leads', { body: { lastName: 'Open to all' } })).body.id;
    const messages = () =>
      asSystem(() => query<{ payload: { subject?: { id: string } } }>('select payload from webhook_messages'));
    await vi.waitFor(async () => expect(told(await messages())).toContain(seen), { timeout: 20_000, interval: 100 });
    for (const id of [hidden.lead, hidden.opportunity, hidden.call, MARK])
      expect(told(await messages())).not.toContain(id);
  });
});

describe('shared caches and lists', () => {
  const sums = async (person: Person) => {
    const board = await person.call(opportunities.board, { query: { pipelineId: hidden.pipeline } });
    const column = board.columns.find(({ stageId }) => stageId === hidden.stage)!;
    const list = await person.call(opportunities.list, { query: { total: '1' } });
    const dashboard = await person.send<{ pipeline?: unknown }>('GET', '/api/dashboard');
    return {
      count: column.count,
      sum: column.sum.amount,
      cards: column.cards.map(({ id }) => id),
      total: list.total?.count,
      dashboard: told(dashboard.body),
    };
  };

  it('hide a record as soon as it becomes private, and show it again when it is shared', async () => {
    const open = await ann.call(opportunities.create, { body: { name: 'Turns private', amount: '424242' } });
    const before = await sums(eve);
    expect(before.cards).toContain(open.id);
    expect(before.dashboard).toContain('424242');
    const set = (readers: string[] | null) =>
      ann.call(READER_CALLS.opportunity.set, { params: { id: open.id }, body: { readers } });
    expect((await set([])).readers).toEqual([{ id: ann.userId, name: 'Ann' }]);
    const after = await sums(eve);
    expect(after).toMatchObject({ count: before.count - 1, total: before.total! - 1 });
    expect(after.cards).not.toContain(open.id);
    expect(after.dashboard).not.toContain('424242');
    expect((await sums(ann)).cards).toContain(open.id);
    expect((await sums(bob)).cards).not.toContain(open.id);
    await set(null);
    expect((await sums(eve)).cards).toContain(open.id);
  });

  it('lets the owner, the creator, and administrators who see a record choose its readers, and always keeps the owner', async () => {
    expect(
      (
        await admin.send('POST', '/api/leads/assignment-rules', {
          body: { label: 'All to Eve', filter: { match: 'all', conditions: [] }, ownerIds: [eve.userId] },
        })
      ).status,
    ).toBe(201);
    const { id, version, ownerId } = await ann.call(leads.create, {
      body: { firstName: 'Handed', readers: [bob.userId] },
    });
    expect(ownerId).toBe(ann.userId);
    expect((await bob.tryCall(READER_CALLS.lead.set, { params: { id }, body: { readers: null } })).status).toBe(403);
    expect((await admin.tryCall(READER_CALLS.lead.set, { params: { id }, body: { readers: null } })).status).toBe(404);
    expect((await ann.tryCall(READER_CALLS.lead.set, { params: { id }, body: { readers: [newId()] } })).status).toBe(
      400,
    );
    await ann.call(leads.update, { params: { id }, body: { version, ownerId: eve.userId } });
    expect((await eve.call(READER_CALLS.lead.get, { params: { id } })).readers!.map(({ name }) => name)).toEqual([
      'Ann',
      'Bob',
      'Eve',
    ]);
  });

  it('a private lead becomes a private opportunity; everyone sees its contact only if chosen, and undo restores everything', async () => {
    const cat = await system.signedIn({ name: 'Cat' });
    const before = await ann.call(leads.create, {
      body: {
        firstName: 'Paul',
        lastName: 'Poole',
        email: 'paul@poole.example',
        city: 'Poole',
        companyName: 'Poole Pots',
        title: 'Potter',
        about: `${MARK} about`,
        source: MARK,
        tags: [MARK],
        ownerId: ann.userId,
        readers: [bob.userId, cat.userId],
      },
    });
    const path = `/api/leads/${before.id}`;
    await fill(path);
    await ann.call(activities.create, { body: { type: 'call', subject: `${MARK} call`, leadId: before.id } });
    await asSystem(() => query('delete from memberships where user_id = $1', [cat.userId]));
    const belongings = async () =>
      told([await ann.send('GET', `${path}/notes`), await ann.send('GET', `${path}/files`)].map(({ body }) => body));
    const attached = await belongings();
    const body = {
      version: before.version,
      contact: { how: 'new' as const },
      company: { how: 'named' as const, name: 'Poole Pots' },
      opportunity: { name: `${MARK} pots`, amount: '777777' },
    };
    const refused = await ann.send('POST', `${path}/convert`, { body });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'conflict', fields: [{ field: 'everybodySees' }] },
    ]);

    const done = await ann.call(conversion.convert, {
      params: { id: before.id },
      body: { ...body, everybodySees: true },
    });
    for (const [what, id] of [
      ['contacts', done.contact.id],
      ['companies', done.company!.id],
    ] as const) {
      for (const part of ['', '/timeline', '/notes', '/files']) {
        const seen = await eve.send('GET', `/api/${what}/${id}${part}`);
        expect([part, seen.status, told(seen.body).includes(MARK)]).toEqual([part, 200, false]);
      }
    }
    expect((await eve.send('GET', `/api/contacts/${done.contact.id}`)).body).toMatchObject({
      firstName: 'Paul',
      title: 'Potter',
      tags: [],
      about: '',
      source: '',
      emails: [{ value: 'paul@poole.example' }],
    });
    const deal = `/api/opportunities/${done.opportunity!.id}`;
    expect((await eve.send('GET', deal)).status).toBe(404);
    expect(
      (await ann.call(READER_CALLS.opportunity.get, { params: { id: done.opportunity!.id } })).readers!.map(
        ({ name }) => name,
      ),
    ).toEqual(['Ann', 'Bob']);
    expect(
      told(
        [await bob.send('GET', `${deal}/notes`), await bob.send('GET', `${deal}/files`)].map((answer) => answer.body),
      ),
    ).toContain(`a note, ${MARK}`);
    expect(told(await asSystem(() => query('select payload from webhook_messages')))).not.toContain(
      done.opportunity!.id,
    );

    const undone = await bob.call(conversion.undo, { params: { id: before.id } });
    expect(undone.kept).toEqual([]);
    const {
      version: _v,
      updatedAt: _u,
      updatedBy: _b,
      lastActivityAt: _l,
      score: _s,
      scoreReasons: _r,
      ...same
    } = undone.lead;
    expect(before).toMatchObject(same);
    expect(await belongings()).toBe(attached);
    for (const gone of [`/api/contacts/${done.contact.id}`, `/api/companies/${done.company!.id}`, deal])
      expect((await ann.send('GET', gone)).status).toBe(404);
  });

  it('without an opportunity its notes stay with it, a known contact stays unchanged, and later shares stay', async () => {
    const known = await ann.call(contacts.create, { body: { firstName: 'Known' } });
    const { id, version } = await ann.call(leads.create, {
      body: { firstName: 'Known', email: 'known@private.example', tags: [MARK], readers: [] },
    });
    await ann.send('POST', `/api/leads/${id}/notes`, { body: { text: MARK } });
    const contactChoice = { how: 'existing' as const, id: known.id };
    const first = await ann.call(conversion.convert, {
      params: { id },
      body: { version, contact: contactChoice, company: { how: 'none' } },
    });
    expect(first.opportunity).toBeNull();
    expect(told((await ann.send('GET', `/api/leads/${id}/notes`)).body)).toContain(MARK);
    expect(await eve.call(contacts.get, { params: { id: known.id } })).toEqual(known);
    const again = (await ann.call(conversion.undo, { params: { id } })).lead;

    const { opportunity } = await ann.call(conversion.convert, {
      params: { id },
      body: {
        version: again.version,
        contact: contactChoice,
        company: { how: 'none' },
        opportunity: { name: 'Passed on' },
      },
    });
    // The lead is shared with Bob by now, the opportunity is not: he cannot undo what he cannot see.
    await ann.call(READER_CALLS.lead.set, { params: { id }, body: { readers: [bob.userId] } });
    expect((await bob.call(conversion.undo, { params: { id } })).kept).toEqual(['the opportunity']);
    expect(await ann.call(opportunities.get, { params: { id: opportunity!.id } })).toMatchObject({
      name: 'Passed on',
      private: true,
    });
    expect(told((await bob.send('GET', `/api/leads/${id}/notes`)).body)).toContain(MARK);
  });

  it('private records of someone who leaves are counted and reassigned without being shown', async () => {
    const zoe = await system.signedIn({ name: 'Zoe' });
    const { id } = await zoe.call(leads.create, {
      body: { firstName: 'Left behind', ownerId: zoe.userId, readers: [] },
    });
    const members = await admin.send<{ items: { id: string; owned?: Record<string, number> }[] }>(
      'GET',
      '/api/team/members',
    );
    expect(told(members.body.items?.find((one) => one.id === zoe.userId) ?? members.body)).toContain('"leads":1');
    expect(
      await inWorkspace(admin.workspaceId, admin.userId, () => handOver('leads', zoe.userId, bob.userId, 10)),
    ).toBe(1);
    expect(await bob.call(leads.get, { params: { id } })).toMatchObject({ ownerId: bob.userId, private: true });
    expect((await admin.tryCall(leads.get, { params: { id } })).status).toBe(404);
  });

  it('removing a stage keeps private opportunities, and ownerless ones go to the person who reassigns', async () => {
    const pipeline = (
      await admin.send<{
        id: string;
        version: number;
        stages: { id: string; name: string; outcome: string; probability: number }[];
      }>('POST', '/api/pipelines', {
        body: {
          name: 'Two',
          stages: [
            { name: 'One', outcome: 'open' },
            { name: 'Other', outcome: 'open' },
            { name: 'Won', outcome: 'won' },
            { name: 'Lost', outcome: 'lost' },
          ],
        },
      })
    ).body;
    const yan = await system.signedIn({ name: 'Yan' });
    const { id } = await yan.call(opportunities.create, {
      body: { name: 'In a stage', stageId: pipeline.stages[0]!.id, readers: [] },
    });
    const without = {
      version: pipeline.version,
      stages: pipeline.stages
        .slice(1)
        .map(({ id, name, outcome, probability }) => ({ id, name, outcome, probability })),
    };
    expect((await admin.send('PUT', `/api/pipelines/${pipeline.id}`, { body: without })).status).toBe(409);
    expect(
      (
        await admin.send('PUT', `/api/pipelines/${pipeline.id}`, {
          body: { ...without, moveTo: { [pipeline.stages[0]!.id]: pipeline.stages[1]!.id } },
        })
      ).status,
    ).toBe(200);
    expect((await yan.call(opportunities.get, { params: { id } })).stage.name).toBe('Other');
    expect(
      await inWorkspace(admin.workspaceId, admin.userId, () => handOver('opportunities', yan.userId, null, 10)),
    ).toBe(1);
    expect(await admin.call(opportunities.get, { params: { id } })).toMatchObject({ ownerId: admin.userId });
  });

  it('events of a private record reach no unread subscriber, and a page that shows it reloads', async () => {
    const stream = new AbortController();
    const response = await eve.open('GET', '/api/events', {}, stream.signal);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    const listening = (async () => {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        heard += value;
      }
    })().catch(() => undefined);
    const { id } = await ann.call(opportunities.create, { body: { name: 'Watched' } });
    await ann.call(READER_CALLS.opportunity.set, { params: { id }, body: { readers: [] } });
    await vi.waitFor(() => expect(heard).toMatch(/"\*"/), { timeout: 20_000 });
    expect(heard).not.toContain(MARK);
    stream.abort();
    await listening;
  });
});
