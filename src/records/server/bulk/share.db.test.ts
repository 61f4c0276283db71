/** Saying of many records at once who sees them: an exact way back, by no one but those who may say so. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { asSystem, inWorkspace, query } from '../../../server/db/index.ts';
import { runs } from '../../../testing/runs.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { leadBulk, leads, opportunities, opportunityBulkCalls } from '../../../domains/crm/contract.ts';
import { bulk } from '../../contract.ts';
import { READER_CALLS } from '../../contract/readers.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

type Person = Awaited<ReturnType<TestSystem['signedIn']>>;
const KINDS = {
  lead: {
    bulk: leadBulk,
    make: (user: Person, n: number) => user.call(leads.create, { body: { lastName: `Lead ${n}`, ownerId: null } }),
  },
  opportunity: {
    bulk: opportunityBulkCalls,
    make: (user: Person, n: number) => user.call(opportunities.create, { body: { name: `Deal ${n}` } }),
  },
} as const;

async function team() {
  const workspaceId = await system.clientWorkspace();
  const [ann, bob, eve] = [
    await system.signedIn({ workspaceId, name: 'Ann' }),
    await system.signedIn({ workspaceId, name: 'Bob' }),
    await system.signedIn({ workspaceId, name: 'Eve' }),
  ];
  return {
    workspaceId,
    ann,
    bob,
    eve,
    chief: await system.signedIn({ workspaceId, workspaceRole: 'owner', name: 'Chief' }),
  };
}

describe.each(['lead', 'opportunity'] as const)('sharing many records of the kind %s', (kind) => {
  const { bulk: calls, make } = KINDS[kind];

  it('is undone without a trace, except where someone has said otherwise since', { timeout: 90_000 }, async () => {
    const { workspaceId, ann, bob, eve } = await team();
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) ids.push((await make(ann, n)).id);
    const state = () =>
      inWorkspace(workspaceId, ann.userId, () =>
        query<{ id: string; row: string }>(
          `select r.id, jsonb_build_array(r.owner_id, r.version, array(select u from unnest(p.readers) u order by u),
            p.record_id)::text as row
       from ${kind === 'lead' ? 'leads' : 'opportunities'} r left join private_records p on p.record_id = r.id
          order by r.id`,
        ),
      );
    const readers = fc.option(fc.subarray([bob.userId, eve.userId]), { nil: null });
    await fc.assert(
      fc.asyncProperty(
        readers,
        fc.subarray(ids, { minLength: 1 }),
        fc.subarray(ids, { maxLength: 2 }),
        readers,
        async (wanted, chosen, touched, otherwise) => {
          const before = await state();
          const done = await ann.call(calls.run, {
            body: { selection: { ids: chosen }, action: { kind: 'share', readers: wanted } },
          });
          const after = await state();
          expect(done).toMatchObject({
            state: 'done',
            withheld: 0,
            count: chosen.length,
            changed: after.filter(({ row }, i) => row !== before[i]!.row).length,
          });
          for (const id of touched)
            await ann.call(READER_CALLS[kind].set, { params: { id }, body: { readers: otherwise } });
          const between = await state();
          const undone = await ann.call(calls.undo, { params: { batchId: done.id! } });
          const changed = (i: number) => before[i]!.row !== after[i]!.row;
          const said = (i: number) => between[i]!.row !== after[i]!.row;
          expect(undone).toMatchObject({ state: 'undone', kept: ids.filter((_, i) => changed(i) && said(i)).length });
          const end = await state();
          for (const i of ids.keys()) expect(end[i]).toEqual(said(i) || !changed(i) ? between[i] : before[i]);
        },
      ),
      { numRuns: runs(8) },
    );
  });

  it('is done to those of which the caller may say so, and says of how many not', async () => {
    const { ann, bob, eve, chief } = await team();
    const [mine, his] = [await make(ann, 1), await make(bob, 2)];
    const ids = [mine.id, his.id];
    const body = { selection: { ids }, action: { kind: 'share' as const, readers: [] } };
    expect(await ann.call(calls.run, { body: { ...body, preview: true } })).toMatchObject({
      state: 'preview',
      count: 1,
      withheld: 1,
      sample: [{ id: mine.id }],
    });
    const done = await ann.call(calls.run, { body });
    expect(done).toMatchObject({ count: 1, changed: 1, withheld: 1 });
    const seen = async (who: Person) =>
      Promise.all(ids.map(async (id) => (await who.tryCall(READER_CALLS[kind].get, { params: { id } })).status));
    expect([await seen(ann), await seen(eve), await seen(chief)]).toEqual([
      [200, 200],
      [404, 200],
      [404, 200],
    ]);
    // Neither by those who do not see it, nor by those who see it and do not have the say.
    expect(await chief.call(calls.undo, { params: { batchId: done.id! } })).toMatchObject({ kept: 1 });
    expect(await seen(eve)).toEqual([404, 200]);
    expect(
      await chief.call(calls.run, { body: { ...body, action: { kind: 'share', readers: [eve.userId] } } }),
    ).toMatchObject({ count: 1, changed: 1, withheld: 0 });
    expect(await seen(eve)).toEqual([404, 200]);
    expect(
      await eve.call(calls.run, { body: { selection: { all: {} }, action: { kind: 'share', readers: null } } }),
    ).toMatchObject({ count: 0, changed: 0, withheld: 1 });
    for (const wrong of [{ readers: ['0198c000-0000-7000-8000-000000000000'] }, {}])
      expect(
        (await ann.send('POST', calls.run.path, { body: { ...body, action: { kind: 'share', ...wrong } } })).status,
      ).toBe(400);
  });

  it('works on thousands in the background, and takes them back', { timeout: 90_000 }, async () => {
    const { ann, eve } = await team();
    const { id } = await make(ann, 0);
    const table = kind === 'lead' ? 'leads' : 'opportunities';
    const columns = (
      await asSystem(() =>
        query<{ name: string }>(
          `select column_name as name from information_schema.columns
            where table_name = $1 and table_schema = 'public' and is_generated = 'NEVER' and column_name <> 'id'`,
          [table],
        ),
      )
    )
      .map(({ name }) => `"${name}"`)
      .join(', ');
    await asSystem(() =>
      query(
        `insert into ${table} (id, ${columns}) select gen_random_uuid(), ${columns}
          from ${table}, generate_series(1, 1200) where id = $1`,
        [id],
      ),
    );
    const count = async (who: Person) =>
      (kind === 'lead'
        ? await who.call(leads.list, { query: { total: '1' } })
        : await who.call(opportunities.list, { query: { total: '1' } })
      ).total?.count;
    expect(await count(eve)).toBe(1201);
    const done = await ann.call(calls.run, {
      body: { selection: { all: {} }, action: { kind: 'share', readers: [] } },
    });
    expect(done.state).toBe('running');
    await vi.waitFor(
      async () =>
        expect(await ann.call(calls.get, { params: { batchId: done.id! } })).toMatchObject({
          state: 'done',
          changed: 1201,
        }),
      { timeout: 60_000, interval: 100 },
    );
    expect([await count(ann), await count(eve)]).toEqual([1201, 0]);
    await ann.call(calls.undo, { params: { batchId: done.id! } });
    expect(await count(eve)).toBe(1201);
  });
});

it('and contacts, which everyone sees, have no such action', async () => {
  const { ann } = await team();
  expect(
    (
      await ann.send('POST', bulk.run.path, {
        body: { selection: { all: {} }, action: { kind: 'share', readers: [] } },
      })
    ).status,
  ).toBe(400);
});
