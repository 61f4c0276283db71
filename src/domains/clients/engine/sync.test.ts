import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextBases, type Pair, planPair, sameValue, type Value, type Values } from './sync.ts';

const FIELDS = ['name', 'mail', 'tags', 'size'];
const PAIRS: Pair[] = FIELDS.map((field) => ({ ops: field, client: `c_${field}`, toOps: true, toClient: true }));
const value: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom('', 'Ada', 'ada ', 'Bob', null),
  fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }),
  fc.integer({ min: 0, max: 3 }),
);
const record = fc.record(Object.fromEntries(FIELDS.map((field) => [field, value]))) as fc.Arbitrary<Values>;

/** Two stores that write what they are told in a way of their own, and the link between them. */
function world(ops: Values, client: Values, store: (value: Value) => Value = (one) => one) {
  const keep = (values: Values, rename = (key: string) => key) =>
    Object.fromEntries(Object.entries(values).map(([key, one]) => [rename(key), store(one)]));
  const state = {
    ops: { values: keep(ops), base: {} as Values, updatedAt: '2026-01-01' },
    client: { values: keep(client, (key) => `c_${key}`), base: {} as Values, updatedAt: '2026-01-02' },
  };
  return {
    state,
    change(side: 'ops' | 'client', field: string, to: Value) {
      const key = side === 'ops' ? field : `c_${field}`;
      state[side].values = { ...state[side].values, [key]: store(to) };
      state[side].updatedAt = `${state[side].updatedAt}1`;
    },
    run(direction: 'to_ops' | 'to_client' | 'both', conflict: 'newest' | 'ops' | 'client' | 'ask') {
      const plan = planPair({ direction, conflict, pairs: PAIRS }, state.ops, state.client);
      state.ops.values = { ...state.ops.values, ...keep(plan.toOps) };
      state.client.values = { ...state.client.values, ...keep(plan.toClient) };
      const bases = nextBases(PAIRS, plan, state.ops, state.client);
      [state.ops.base, state.client.base] = [bases.ops, bases.client];
      return plan;
    },
    agrees: () => PAIRS.every((pair) => sameValue(state.ops.values[pair.ops], state.client.values[pair.client])),
  };
}

const rule = fc.constantFrom('newest' as const, 'ops' as const, 'client' as const);
const anyRule = fc.constantFrom('newest' as const, 'ops' as const, 'client' as const, 'ask' as const);
const direction = fc.constantFrom('to_ops' as const, 'to_client' as const, 'both' as const);
const acts = fc.array(fc.tuple(fc.constantFrom('ops' as const, 'client' as const), fc.constantFrom(...FIELDS), value), {
  maxLength: 8,
});
const size = (plan: ReturnType<typeof planPair>) => Object.keys(plan.toOps).length + Object.keys(plan.toClient).length;

describe('two records that are one', () => {
  it('agree after a run both ways, whatever happened before', () => {
    fc.assert(
      fc.property(record, record, rule, fc.array(acts, { maxLength: 4 }), (ops, client, conflict, rounds) => {
        const both = world(ops, client);
        both.run('both', conflict);
        expect(both.agrees()).toBe(true);
        for (const round of rounds) {
          for (const act of round) both.change(...act);
          both.run('both', conflict);
          expect(both.agrees()).toBe(true);
        }
      }),
    );
  });

  it('are left alone by a second run, even where a side writes in a way of its own', () => {
    const tidy = (one: Value) => (typeof one === 'string' ? one.trim().toUpperCase() : one);
    fc.assert(
      fc.property(
        record,
        record,
        anyRule,
        direction,
        acts,
        fc.constantFrom(tidy, undefined),
        (ops, client, conflict, way, changes, store) => {
          const both = world(ops, client, store);
          both.run(way, conflict);
          expect(size(both.run(way, conflict))).toBe(0);
          for (const act of changes) both.change(...act);
          both.run(way, conflict);
          expect(size(both.run(way, conflict))).toBe(0);
        },
      ),
    );
  });

  it('never travel against the direction', () => {
    fc.assert(
      fc.property(record, record, anyRule, acts, (ops, client, conflict, changes) => {
        const both = world(ops, client);
        for (const act of changes) both.change(...act);
        expect(both.run('to_ops', conflict).toClient).toEqual({});
        for (const act of changes) both.change(...act);
        expect(both.run('to_client', conflict).toOps).toEqual({});
      }),
    );
  });

  it('wait for a person where the rule says so, and for nothing else', () => {
    const both = world(
      { name: 'Ada', mail: '', tags: [], size: 1 },
      { name: 'Ada', mail: 'ada@x.io', tags: [], size: 1 },
    );
    both.run('both', 'ask');
    both.change('ops', 'name', 'Ada L.');
    both.change('client', 'name', 'Ada Lovelace');
    both.change('client', 'size', 2);
    const plan = both.run('both', 'ask');
    expect(plan.conflicts.map(({ ops }) => ops)).toEqual(['name']);
    expect(plan.toOps).toEqual({ size: 2 });
    // It stays open until someone decides …
    expect(both.run('both', 'ask').conflicts).toHaveLength(1);
    const decided = planPair({ direction: 'both', conflict: 'ask', pairs: PAIRS }, both.state.ops, both.state.client, {
      name: 'client',
    });
    expect(decided).toMatchObject({ toOps: { name: 'Ada Lovelace' }, conflicts: [] });
    // … or both sides say the same.
    both.change('ops', 'name', 'Ada Lovelace');
    expect(both.run('both', 'ask').conflicts).toEqual([]);
  });

  it('keep what the losing side says when nothing may be written there', () => {
    const one = world({ name: 'Ada', mail: '', tags: [], size: 1 }, { name: 'Ada', mail: '', tags: [], size: 1 });
    one.run('to_ops', 'ops');
    one.change('ops', 'name', 'Augusta');
    expect(size(one.run('to_ops', 'ops'))).toBe(0);
    one.change('client', 'name', 'A. Lovelace');
    expect(one.run('to_ops', 'client').toOps).toEqual({ name: 'A. Lovelace' });
  });
});
