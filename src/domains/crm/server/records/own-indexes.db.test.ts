import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Condition } from '../../../../kernel/filter.ts';
import { asSystem, execute, inWorkspace, query } from '../../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { contacts, customFields } from '../../contract.ts';
import { rangeOf, tidyOwnIndexes } from './own-indexes.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const MANY = 20_050;

/** So many contacts with a number, a day and a choice, past the forms: only their number matters here. */
async function fill(workspaceId: string): Promise<void> {
  await asSystem(() => execute(
    `insert into contacts (id, workspace_id, first_name, name_key, last_name_key, company_key, email_key, search_text, custom)
     select gen_random_uuid(), $1, 'P' || n, 'p' || n, '', '', '', ' p' || n,
       jsonb_build_object('score', n % 1000, 'tier', (array['Gold', 'Silver'])[1 + n % 2]) || case when n % 3 = 0 then jsonb_build_object('since', (date '2020-01-01' + n % 900)::text) else '{}'::jsonb end
     from generate_series(1, ${MANY}) n`, [workspaceId],
  ));
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
  it('gets indexes, answers the same with them, and shows nothing to others', async () => {
    const workspaceId = await system.clientWorkspace();
    const user = await system.signedIn({ workspaceId, role: 'admin' });
    for (const [label, kind] of [['Score', 'number'], ['Since', 'day']] as const) await user.call(customFields.create, { body: { object: 'contact', label, kind } });
    const tier = await user.call(customFields.create, { body: { object: 'contact', label: 'Tier', kind: 'select', options: ['Gold', 'Silver'] } });
    await fill(workspaceId);
    const indexes = () => inWorkspace(workspaceId, null, () => query<{ key: string; state: string }>('select key, state from own_field_indexes order by key'));
    const counted = async (condition: Condition) => (await user.call(contacts.list, { query: { filter: JSON.stringify({ match: 'all', conditions: [condition] }), total: '1', limit: 1 } as never })).total;
    const order = async () => (await user.call(contacts.list, { query: { sort: '-custom.score,name', limit: 30 } })).items.map(({ firstName }) => firstName);
    const [sorted] = [await order(), await counted(CASES[0]![0]), await counted(CASES[4]![0]), await counted(CASES[5]![0])];
    await expect.poll(indexes, { timeout: 60_000 }).toEqual([{ key: 'score', state: 'ready' }, { key: 'since', state: 'ready' }, { key: 'tier', state: 'ready' }]);
    expect(await order()).toEqual(sorted);
    for (const [condition, sql] of CASES) {
      const [row] = await inWorkspace(workspaceId, null, () => query<{ n: number }>(`select count(*)::int as n from contacts where ${sql}`));
      expect([condition, await counted(condition)]).toEqual([condition, { count: Math.min(row!.n, 10_000), capped: row!.n > 10_000 }]);
    }
    const ids = (place: string) => inWorkspace(place, null, () => query(`select id from own_field_ids('contact', 'score', true, array['7'], null, null, 10)`));
    expect([(await ids(workspaceId)).length, (await ids(await system.clientWorkspace())).length]).toEqual([10, 0]);
    // A field that is gone takes its index along in the nightly round.
    await user.call(customFields.remove, { params: { id: tier.id } });
    await tidyOwnIndexes();
    await expect.poll(async () => (await indexes()).map(({ key }) => key), { timeout: 20_000 }).toEqual(['score', 'since']);
    await tidyOwnIndexes();
    expect(await asSystem(() => query(`select 1 from pg_class where relname like 'own\\_field\\_%' and relkind = 'i' and length(relname) = 34`))).toHaveLength(2);
  }, 120_000);
});

describe('the bounds of a condition', () => {
  it('hold every value that fits, or say nothing', () => {
    expect(rangeOf({ field: 'x', op: 'between', value: [9, 2] }, true)).toEqual({ low: '2', high: '9' });
    expect(rangeOf({ field: 'x', op: 'starts_with', value: ' Ab' }, false)).toEqual({ low: 'ab', high: 'ab\u{10FFFF}' });
    for (const op of ['neq', 'none_of', 'contains', 'empty', 'within', 'false'] as const) expect(rangeOf({ field: 'x', op, value: 'x' }, false)).toBeUndefined();
  });
});
