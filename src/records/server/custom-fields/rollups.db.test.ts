import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inWorkspace, query } from '../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { activities, companies, contacts, exchangeRates, leads, opportunities } from '../../../domains/crm/contract.ts';
import { bulk, customFields, type RollUp } from '../../contract.ts';
import { imports } from '../../../domains/crm/contract.ts';
import { MERGE_CALLS } from '../../../domains/crm/contract.ts';
import { kindOf } from '../list/list-kind.ts';
import { rollUpContext } from './recalculate.ts';
import { rollUpSql } from './rollup-sql.ts';
import { Parameters } from '../list/sort.ts';
import { runs } from '../../../testing/runs.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

type Client = Awaited<ReturnType<TestSystem['signedIn']>>;
async function workspace() {
  const workspaceId = await system.clientWorkspace();
  return { workspaceId, user: await system.signedIn({ workspaceId, role: 'admin' }) };
}

const any = (field: string, ...value: string[]) => ({
  match: 'all' as const,
  conditions: [{ field, op: 'any_of' as const, value }],
});

async function define(
  user: Client,
  object: 'contact' | 'company' | 'lead' | 'opportunity',
  label: string,
  rollup: RollUp,
) {
  return user.call(customFields.create, { body: { object, label, kind: 'rollup', rollup } });
}

describe('roll-ups', () => {
  it('are right in the answer of the very call that changed something, exact, and in the reporting currency', async () => {
    const { user } = await workspace();
    const ada = await user.call(contacts.create, { body: { firstName: 'Ada', companyName: 'Engines' } });
    const company = ada.company!.id;
    await define(user, 'company', 'Deals', { source: 'opportunities', function: 'count' });
    await define(user, 'company', 'Worth', {
      source: 'opportunities',
      function: 'sum',
      field: 'amount',
      filter: any('state', 'open'),
    });
    await define(user, 'company', 'Talks', { source: 'activities', function: 'count', filter: any('type', 'call') });
    await user.call(exchangeRates.save, { body: { currency: 'EUR', day: '2020-01-01', rate: '1.1' } });
    for (const [amount, currency] of [
      ['0.1', 'USD'],
      ['0.2', 'USD'],
      ['100', 'EUR'],
      ['5', 'GBP'],
    ] as const)
      await user.call(opportunities.create, { body: { name: 'Loom', amount, currency, companyId: company } });
    await define(user, 'company', 'Next', { source: 'activities', function: 'earliest', field: 'dueAt' });
    await user.call(activities.create, {
      body: { type: 'call', subject: 'Hello', contactId: ada.id, day: '2031-05-03', zone: 'Pacific/Kiritimati' },
    });
    const read = async () => (await user.call(companies.get, { params: { id: company } })).custom;
    // Pounds have no rate: they are not in the sum. 0.1 + 0.2 + 110 is 110.3 and nothing beside.
    expect(await read()).toEqual({ deals: 4, worth: 110.3, talks: 1, next: '2031-05-03' });
    await user.call(contacts.update, { params: { id: ada.id }, body: { companyName: '', version: ada.version } });
    expect((await read()).talks).toBe(0);
    const filter = JSON.stringify({ match: 'all', conditions: [{ field: 'custom.worth', op: 'gt', value: 110 }] });
    expect(
      (await user.call(companies.list, { query: { filter, sort: '-custom.deals' } })).items.map(({ id }) => id),
    ).toEqual([company]);
  });

  it('keep the type of what their conditions ask for: records would refuse every change otherwise', async () => {
    const { user } = await workspace();
    const score = await user.call(customFields.create, {
      body: { object: 'contact', label: 'Score', kind: 'formula', formula: '1 + 2' },
    });
    await define(user, 'company', 'Warm', {
      source: 'contacts',
      function: 'count',
      filter: { match: 'all', conditions: [{ field: `custom.${score.key}`, op: 'gt', value: 1 }] },
    });
    const refused = await user.tryCall(customFields.update, {
      params: { id: score.id },
      body: { formula: '"three"', version: score.version },
    });
    expect(refused).toMatchObject({
      status: 400,
      body: { message: '“Warm” of companies could not be calculated any more.' },
    });
    const ada = await user.call(contacts.create, { body: { firstName: 'Ada', companyName: 'Engines' } });
    expect((await user.call(companies.get, { params: { id: ada.company!.id } })).custom.warm).toBe(1);
    expect(
      (
        await user.tryCall(customFields.update, {
          params: { id: score.id },
          body: { formula: '2 + 2', version: score.version },
        })
      ).status,
    ).toBe(200);
  });

  it('fill the records that are there, are read by formulas, and roll other roll-ups up', async () => {
    const { user } = await workspace();
    const ada = await user.call(contacts.create, { body: { firstName: 'Ada', companyName: 'Engines' } });
    const deal = await user.call(opportunities.create, {
      body: {
        name: 'Loom',
        currency: 'USD',
        contactId: ada.id,
        lines: [
          { product: 'Card', quantity: '3', unitPrice: '1.115' },
          { product: 'Box', quantity: '2', unitPrice: '10', discount: '50' },
        ],
      },
    });
    await define(user, 'opportunity', 'Pieces', { source: 'lines', function: 'sum', field: 'quantity' });
    const net = await define(user, 'opportunity', 'Net', { source: 'lines', function: 'sum', field: 'net' });
    await user.call(customFields.create, {
      body: { object: 'opportunity', label: 'Each', kind: 'formula', formula: '{net} / {pieces}' },
    });
    await define(user, 'contact', 'Bought', { source: 'opportunities', function: 'sum', field: 'custom.pieces' });
    await define(user, 'company', 'Most', { source: 'contacts', function: 'max', field: 'custom.bought' });
    const read = async () => ({
      deal: (await user.call(opportunities.get, { params: { id: deal.id } })).custom,
      contact: (await user.call(contacts.get, { params: { id: ada.id } })).custom,
      company: (await user.call(companies.get, { params: { id: ada.company!.id } })).custom,
    });
    await expect
      .poll(read, { timeout: 20_000 })
      .toEqual({ deal: { pieces: 5, net: 13.35, each: 2.67 }, contact: { bought: 5 }, company: { most: 5 } });
    const again = await user.call(opportunities.create, {
      body: {
        name: 'More',
        currency: 'USD',
        contactId: ada.id,
        lines: [{ product: 'Card', quantity: '4', unitPrice: '1' }],
      },
    });
    expect(again.custom).toEqual({ pieces: 4, net: 4, each: 1 });
    expect(await read()).toMatchObject({ contact: { bought: 9 }, company: { most: 9 } });
    expect((await user.call(opportunities.get, { params: { id: deal.id } })).version).toBe(deal.version);
    expect((await user.tryCall(customFields.remove, { params: { id: net.id } })).status).toBe(409);
  });

  it('that make no sense are refused, each at its part, and cannot be entered', async () => {
    const { user } = await workspace();
    const refused = async (object: 'contact' | 'lead' | 'opportunity', rollup: RollUp) =>
      (await user.tryCall(customFields.create, { body: { object, label: 'X', kind: 'rollup', rollup } })).body as {
        fields?: { field: string }[];
      };
    const at = (field: string) => ({ fields: [{ field }] });
    expect(await refused('lead', { source: 'opportunities', function: 'count' })).toMatchObject(at('rollup.source'));
    expect(await refused('contact', { source: 'opportunities', function: 'sum', field: 'closedAt' })).toMatchObject(
      at('rollup.field'),
    );
    expect(await refused('contact', { source: 'activities', function: 'sum' })).toMatchObject(at('rollup.field'));
    expect(
      await refused('contact', {
        source: 'activities',
        function: 'count',
        filter: {
          match: 'all',
          conditions: [{ field: 'dueAt', op: 'within', value: { range: 'last_days', days: 7 } }],
        },
      }),
    ).toMatchObject(at('rollup.filter'));
    expect(
      await refused('contact', { source: 'activities', function: 'count', filter: any('owner', 'me') }),
    ).toMatchObject(at('rollup.filter'));
    expect(
      await refused('opportunity', { source: 'lines', function: 'count', filter: any('type', 'call') }),
    ).toMatchObject(at('rollup.filter'));
    const field = await define(user, 'contact', 'Calls', { source: 'activities', function: 'count' });
    const made = await user.call(contacts.create, { body: { firstName: 'Ada' } });
    expect(made.custom).toEqual({ calls: 0 });
    expect(
      (
        await user.tryCall(contacts.update, {
          params: { id: made.id },
          body: { custom: { calls: 3 }, version: made.version },
        })
      ).status,
    ).toBe(400);
    const preview = await user.call(customFields.preview, {
      query: {
        object: 'contact',
        rollup: JSON.stringify({ source: 'activities', function: 'latest', field: 'createdAt' }),
      },
    });
    expect(preview).toEqual({ result: 'day', items: [{ id: made.id, name: 'Ada', value: null }] });
    const other = (await workspace()).user;
    expect(
      (
        await other.tryCall(customFields.update, {
          params: { id: field.id },
          body: { rollup: { source: 'activities', function: 'count' }, version: 1 },
        })
      ).status,
    ).toBe(404);
  });
});

const FIELDS: readonly (readonly [
  object: 'contact' | 'company' | 'lead' | 'opportunity',
  label: string,
  rollup: RollUp,
])[] = [
  ['opportunity', 'Acts', { source: 'activities', function: 'count' }],
  ['opportunity', 'Net', { source: 'lines', function: 'sum', field: 'net' }],
  ['lead', 'Acts', { source: 'activities', function: 'count', filter: any('status', 'done') }],
  ['lead', 'Minutes', { source: 'activities', function: 'average', field: 'durationMinutes' }],
  ['contact', 'Acts', { source: 'activities', function: 'count' }],
  ['contact', 'Last', { source: 'activities', function: 'latest', field: 'doneAt' }],
  ['contact', 'Sold', { source: 'opportunities', function: 'sum', field: 'amount' }],
  ['company', 'People', { source: 'contacts', function: 'count', filter: any('tags', 'x') }],
  ['company', 'Acts', { source: 'activities', function: 'count' }],
  ['company', 'Sold', { source: 'opportunities', function: 'max', field: 'amount' }],
  ['company', 'Theirs', { source: 'contacts', function: 'sum', field: 'custom.sold' }],
];
const TABLES = { contact: 'contacts', company: 'companies', lead: 'leads', opportunity: 'opportunities' } as const;

/** Records whose kept value is not what a fresh calculation gives, children before parents. */
async function wrong(workspaceId: string): Promise<unknown[]> {
  return inWorkspace(workspaceId, null, async () => {
    const found: unknown[] = [];
    for (const [object, label, rollUp] of FIELDS) {
      const parameters = new Parameters();
      parameters.add(workspaceId);
      const sql = rollUpSql(object, rollUp, await rollUpContext(object), parameters);
      const rows = await query(
        `select '${object} ${label}' as field, r.id, r.custom->'${label.toLowerCase()}' as kept, fresh
          from ${kindOf(object)!.table} r, lateral (select nullif(${sql}, 'null'::jsonb) as fresh) f
          where fresh is distinct from r.custom->'${label.toLowerCase()}'`,
        parameters.values,
      );
      found.push(...rows);
    }
    return found;
  });
}

interface World {
  user: Client;
  workspaceId: string;
}

async function ids(
  world: World,
  kind: keyof typeof TABLES | 'activity',
  trash = false,
): Promise<{ id: string; version: number }[]> {
  const table = kind === 'activity' ? 'activities' : TABLES[kind];
  return inWorkspace(world.workspaceId, null, () =>
    query<{ id: string; version: number }>(
      `select id, version from ${table} where deleted_at is ${trash ? 'not' : ''} null order by id`,
    ),
  );
}

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

type Act = (world: World, n: number, m: number) => Promise<unknown>;
const ACTS: Readonly<Record<string, Act>> = {
  contact: async ({ user }, n) =>
    user.call(contacts.create, {
      body: { firstName: `P${n}`, tags: n % 2 ? ['x'] : [], ...(n % 3 && { companyName: `C${n % 3}` }) },
    }),
  lead: async ({ user }, n) => user.call(leads.create, { body: { firstName: `L${n}` } }),
  async deal(world, n, m) {
    const [contact, company] = [pick(await ids(world, 'contact'), n), pick(await ids(world, 'company'), m)];
    const people = pick(await ids(world, 'contact'), m);
    return world.user.call(opportunities.create, {
      body: {
        name: 'Deal',
        ...(n % 3 !== 0 && { amount: String(n) }),
        ...(contact && { contactId: contact.id }),
        ...(company && n % 2 && { companyId: company.id }),
        ...(n % 3 === 0 && { lines: [{ product: 'Card', quantity: '2', unitPrice: '1.5' }] }),
        ...(people && people.id !== contact?.id && { people: [{ contactId: people.id, role: 'part' }] }),
      },
    });
  },
  async activity(world, n, m) {
    const kind = pick(['contact', 'company', 'lead', 'opportunity'] as const, n)!;
    const [of, guest] = [pick(await ids(world, kind), m), pick(await ids(world, 'contact'), n + m)];
    if (of)
      await world.user.call(activities.create, {
        body: {
          type: 'call',
          subject: 'Call',
          [`${kind}Id`]: of.id,
          attendees: guest ? [{ contactId: guest.id }] : [],
          ...(m % 2 && { doneAt: '2026-05-01T10:00:00.000Z' }),
          durationMinutes: n,
        },
      });
  },
  async move(world, n, m) {
    const one = pick(await ids(world, 'contact'), n);
    if (one)
      await world.user.call(contacts.update, {
        params: { id: one.id },
        body: { companyName: m % 4 ? `C${m % 4}` : '', version: one.version },
      });
  },
  async resell(world, n, m) {
    const [one, company] = [pick(await ids(world, 'opportunity'), n), pick(await ids(world, 'company'), m)];
    if (one)
      await world.user.call(opportunities.update, {
        params: { id: one.id },
        body: { companyId: company?.id ?? null, version: one.version },
      });
  },
  async remove(world, n, m) {
    const kind = pick(['contact', 'company', 'opportunity', 'activity'] as const, n)!;
    const one = pick(await ids(world, kind), m);
    const call = {
      contact: contacts.remove,
      company: companies.remove,
      opportunity: opportunities.remove,
      activity: activities.remove,
    }[kind];
    if (one) await world.user.tryCall(call as typeof contacts.remove, { params: { id: one.id } });
  },
  async restore(world, n, m) {
    const kind = pick(['contact', 'company', 'opportunity', 'activity'] as const, n)!;
    const one = pick(await ids(world, kind, true), m);
    const call = {
      contact: contacts.restore,
      company: companies.restore,
      opportunity: opportunities.restore,
      activity: activities.restore,
    }[kind];
    if (one) await world.user.tryCall(call as typeof contacts.restore, { params: { id: one.id } });
  },
  async merge(world, n, m) {
    const kind = pick(['contact', 'company', 'lead'] as const, n)!;
    const list = await ids(world, kind);
    const [a, b] = [pick(list, m), pick(list, m + 1)];
    if (!a || !b || a.id === b.id) return;
    const { mergeId } = await world.user.call(MERGE_CALLS[kind].merge, {
      body: { keepId: a.id, keepVersion: a.version, mergeId: b.id, mergeVersion: b.version },
    });
    if (n % 2) await world.user.call(MERGE_CALLS[kind].undo, { params: { mergeId } });
  },
  async many(world, n, m) {
    const selected = (await ids(world, 'contact')).filter((_, i) => (i + n) % 2 === 0).map(({ id }) => id);
    if (selected.length === 0) return;
    const action = pick(
      [{ kind: 'addTags', tags: ['x'] }, { kind: 'removeTags', tags: ['x'] }, { kind: 'delete' }] as const,
      m,
    )!;
    const { id } = await world.user.call(bulk.run, { body: { selection: { ids: selected }, action } as never });
    if (n % 2) await world.user.call(bulk.undo, { params: { batchId: id! } });
  },
};

it('are what a fresh calculation gives after any history @long', async () => {
  const step = fc.tuple(fc.constantFrom(...Object.keys(ACTS)), fc.nat(11), fc.nat(11));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 20 }), async (history) => {
      const world = await workspace();
      for (const [object, label, rollUp] of FIELDS) await define(world.user, object, label, rollUp);
      for (let n = 0; n < 3; n++) await ACTS['contact']!(world, n, n);
      await ACTS['lead']!(world, 0, 0);
      for (const [act, n, m] of history) {
        await ACTS[act]!(world, n, m);
        expect({ after: act, wrong: await wrong(world.workspaceId) }).toEqual({ after: act, wrong: [] });
      }
    }),
    { numRuns: runs(5), endOnFailure: true },
  );
}, 240_000);

it('follow an import and its reversal', async () => {
  const { user, workspaceId } = await workspace();
  for (const [object, label, rollUp] of FIELDS) await define(user, object, label, rollUp);
  const company = await user.call(companies.create, { body: { name: 'Engines' } });
  const form = new FormData();
  form.set('file', new Blob(['First name,Company,Tags\nAda,Engines,x\nBob,Engines,y\nCy,Engines,x\n']), 'contacts.csv');
  const { body } = await user.send<{ id: string }>('POST', '/api/imports?kind=contact', { raw: form });
  const until = async (state: string) => {
    await expect
      .poll(async () => (await user.call(imports.get, { params: { id: body.id } })).state, {
        timeout: 20_000,
        interval: 30,
      })
      .toBe(state);
  };
  await user.call(imports.start, { params: { id: body.id } });
  await until('done');
  const people = async () => (await user.call(companies.get, { params: { id: company.id } })).custom['people'];
  expect([await people(), await wrong(workspaceId)]).toEqual([2, []]);
  await user.call(imports.revert, { params: { id: body.id } });
  await until('reverted');
  expect([await people(), await wrong(workspaceId)]).toEqual([0, []]);
});

it('see each other when two people add to one record at once', async () => {
  const { user, workspaceId } = await workspace();
  await define(user, 'company', 'Acts', { source: 'activities', function: 'count' });
  const ada = await user.call(contacts.create, { body: { firstName: 'Ada', companyName: 'Engines' } });
  const other = await user.call(companies.create, { body: { name: 'Motors' } });
  const call = (n: number) =>
    user.call(activities.create, { body: { type: 'call', subject: `Call ${n}`, contactId: ada.id } });
  await Promise.all([
    ...Array.from({ length: 6 }, (_, n) => call(n)),
    user.call(contacts.update, { params: { id: ada.id }, body: { companyId: other.id, version: ada.version } }),
    ...Array.from({ length: 6 }, (_, n) => call(n + 6)),
  ]);
  const kept = async (id: string) => (await user.call(companies.get, { params: { id } })).custom['acts'];
  expect([await kept(ada.company!.id), await kept(other.id)]).toEqual([0, 12]);
  expect(await inWorkspace(workspaceId, null, () => query('select * from rollup_due'))).toEqual([]);
});
