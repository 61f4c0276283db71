import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Condition } from '../../../kernel/filter.ts';
import { asSystem, execute, inWorkspace, query } from '../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { contacts } from '../../../domains/crm/contract.ts';
import { customFields } from '../../contract.ts';
import { rangeOf, tidyOwnIndexes } from './indexes.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const MANY = 20_050;

/**
 * So many contacts with a town, a number, a day and a choice, and five with a tag, past the forms: only their number
 * matters here.
 */
async function fill(workspaceId: string): Promise<void> {
  await asSystem(() =>
    execute(
      `insert into contacts (id, workspace_id, first_name, name_key, last_name_key, company_key, email_key, city, tags,
        search_text, custom)
     select gen_random_uuid(), $1, 'P' || n, 'p' || n, '', '', '', 'Town ' || n % 50,
        case when n % 5000 = 7 then array['Zebra'] else array['vip'] end,
       ' p' || n || ' town ' || n % 50 || case when n % 5000 = 7 then ' zebra' else ' vip' end,
       jsonb_build_object('score', n % 1000, 'tier', (array['Gold', 'Silver'])[1 + n % 2]) || case when n % 3 = 0
          then jsonb_build_object('since', (date '2020-01-01' + n % 900)::text) else '{}'::jsonb end
     from generate_series(1, ${MANY}) n`,
      [workspaceId],
    ),
  );
}

const CASES: readonly (readonly [Condition, string])[] = [
  [{ field: 'custom.score', op: 'eq', value: 7 }, `(custom->>'score')::int = 7`],
  [{ field: 'custom.score', op: 'between', value: [12, 10] }, `(custom->>'score')::int between 10 and 12`],
  [{ field: 'custom.score', op: 'gt', value: 996 }, `(custom->>'score')::int > 996`],
  [{ field: 'custom.score', op: 'lt', value: 900 }, `(custom->>'score')::int < 900`],
  [{ field: 'custom.tier', op: 'any_of', value: ['Gold'] }, `custom->>'tier' = 'Gold'`],
  [{ field: 'custom.since', op: 'on', value: '2020-01-04' }, `custom->>'since' = '2020-01-04'`],
  [{ field: 'custom.since', op: 'before', value: '2020-01-09' }, `custom->>'since' < '2020-01-09'`],
  [{ field: 'custom.since', op: 'empty' }, `custom->>'since' is null`],
];

describe('a large list that is sorted and filtered by fields of its own', () => {
  it('gets indexes, answers the same with them, and shows nothing to others @long', async () => {
    const workspaceId = await system.clientWorkspace();
    const user = await system.signedIn({ workspaceId, role: 'admin' });
    for (const [label, kind] of [
      ['Score', 'number'],
      ['Since', 'day'],
    ] as const)
      await user.call(customFields.create, { body: { object: 'contact', label, kind } });
    const tier = await user.call(customFields.create, {
      body: { object: 'contact', label: 'Tier', kind: 'select', options: ['Gold', 'Silver'] },
    });
    await fill(workspaceId);
    const indexes = () =>
      inWorkspace(workspaceId, null, () =>
        query<{ key: string; state: string }>('select key, state from own_field_indexes order by key'),
      );
    const counted = async (condition: Condition) =>
      (
        await user.call(contacts.list, {
          query: { filter: JSON.stringify({ match: 'all', conditions: [condition] }), total: '1', limit: 1 },
        })
      ).total;
    const order = async () =>
      (await user.call(contacts.list, { query: { sort: '-custom.score,name', limit: 30 } })).items.map(
        ({ firstName }) => firstName,
      );
    const towns = async () =>
      (await user.call(contacts.list, { query: { sort: '-city,name', limit: 30 } })).items.map(
        ({ firstName }) => firstName,
      );
    const byTown = await towns();
    const [sorted] = [
      await order(),
      await counted(CASES[0]![0]),
      await counted(CASES[4]![0]),
      await counted(CASES[5]![0]),
    ];
    await expect.poll(indexes, { timeout: 60_000 }).toEqual([
      { key: '.city', state: 'ready' },
      { key: 'score', state: 'ready' },
      { key: 'since', state: 'ready' },
      { key: 'tier', state: 'ready' },
    ]);
    expect([await order(), await towns()]).toEqual([sorted, byTown]);
    for (const [condition, sql] of CASES) {
      const [row] = await inWorkspace(workspaceId, null, () =>
        query<{ n: number }>(`select count(*)::int as n from contacts where ${sql}`),
      );
      expect([condition, await counted(condition)]).toEqual([
        condition,
        { count: Math.min(row!.n, 10_000), capped: row!.n > 10_000 },
      ]);
    }
    const ids = (place: string) =>
      inWorkspace(place, null, () =>
        query(`select id from own_field_ids('contact', 'score', true, array['7'], null, null, 10)`),
      );
    expect([(await ids(workspaceId)).length, (await ids(await system.clientWorkspace())).length]).toEqual([10, 0]);
    // A field that is gone takes its index along in the nightly round.
    await user.call(customFields.remove, { params: { id: tier.id } });
    await tidyOwnIndexes();
    await expect
      .poll(async () => (await indexes()).map(({ key }) => key), { timeout: 20_000 })
      .toEqual(['.city', 'score', 'since']);
    await tidyOwnIndexes();
    expect(
      await asSystem(() =>
        query(`select 1 from pg_class where relname like 'own\\_field\\_%' and relkind = 'i' and length(relname) = 34`),
      ),
    ).toHaveLength(3);

    // A long value is no reason to refuse a record, nor the end of the list.
    await user.call(customFields.create, { body: { object: 'contact', label: 'Motto', kind: 'text' } });
    const motto = (at?: string | null) =>
      user.call(contacts.list, {
        query: { sort: 'custom.motto,-custom.score,name', limit: 1, ...(at && { cursor: at }) },
      });
    const page = await motto();
    await expect
      .poll(async () => (await indexes()).find(({ key }) => key === 'motto')?.state, { timeout: 20_000 })
      .toBe('ready');
    const long = Array.from({ length: 1_000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000))).join('');
    const [one] = page.items;
    await user.call(contacts.update, {
      params: { id: one!.id },
      body: { version: one!.version, custom: { motto: long } },
    });
    const other = (
      await user.call(contacts.create, { body: { firstName: 'Other', custom: { motto: `${long.slice(0, 999)}x` } } })
    ).id;
    const top = await motto();
    const behind = await motto(top.next);
    expect([top.items[0]!.id, behind.items[0]!.id].toSorted()).toEqual([one!.id, other].toSorted());
    expect((await motto(behind.prev)).items.map(({ id }) => id)).toEqual([top.items[0]!.id]);
    expect(await counted({ field: 'custom.motto', op: 'starts_with', value: long.slice(0, 199) })).toEqual({
      count: 2,
      capped: false,
    });

    // Words that some thousands have: a page of them near the beginning of the list, or strewn over all of it.
    const searched = async (sort: string, end: string) =>
      (
        await user.call(contacts.list, {
          query: {
            search: 'town 4',
            sort,
            limit: 15,
            filter: JSON.stringify({ match: 'all', conditions: [{ field: 'firstName', op: 'ends_with', value: end }] }),
          },
        })
      ).items.map(({ firstName }) => firstName);
    const inSql = async (order: string, end: string) =>
      (
        await inWorkspace(workspaceId, null, () =>
          query<{ name: string }>(
            `select first_name as name from contacts where search_text like '%town 4%' and first_name like $1
              order by ${order} limit 15`,
            [`%${end}`],
          ),
        )
      ).map(({ name }) => name);
    for (const end of ['4', '144']) {
      expect([await searched('name', end), await searched('-name', end)]).toEqual([
        await inSql('name_key, id', end),
        await inSql('name_key desc, id desc', end),
      ]);
    }

    // A word that few have: the same answer as without looking for it, right after a change and for another field's
    // word too.
    const tagged = async (...tags: string[]) =>
      (
        await user.call(contacts.list, {
          query: {
            filter: JSON.stringify({ match: 'all', conditions: [{ field: 'tags', op: 'any_of', value: tags }] }),
            sort: 'createdAt',
            limit: 10,
          },
        })
      ).items;
    const zebras = await tagged('Zebra', 'unicorn');
    expect(zebras.map(({ firstName }) => firstName).sort()).toEqual(['P10007', 'P15007', 'P20007', 'P5007', 'P7']);
    const [first] = zebras;
    await user.call(contacts.update, {
      params: { id: first!.id },
      body: { version: first!.version, tags: ['horse'], title: 'Zebra keeper' },
    });
    expect([
      (await tagged('Zebra')).length,
      (await tagged('horse')).length,
      (await tagged('unicorn')).length,
      (await tagged('vip')).length,
    ]).toEqual([4, 1, 0, 10]);
  }, 120_000);
});

describe('the bounds of a condition', () => {
  it('hold every value that fits, or say nothing', () => {
    expect(rangeOf({ field: 'x', op: 'between', value: [9, 2] }, true)).toEqual({ low: '2', high: '9' });
    expect(rangeOf({ field: 'x', op: 'starts_with', value: ' Ab' }, false)).toEqual({
      low: 'ab',
      high: 'ab\u{10FFFF}',
    });
    for (const op of ['neq', 'none_of', 'contains', 'empty', 'within', 'false'] as const)
      expect(rangeOf({ field: 'x', op, value: 'x' }, false)).toBeUndefined();
  });
});
