/**
 * Bringing two records together, field by field: a three-way comparison of both sides with what each of them was when
 * they were last brought together. Pure; reading and writing are the server's.
 */
import type { ConflictRule, Direction, Side } from '../contract/sync.ts';

/** A field's value in one form for all kinds: text, number, boolean, or a list. */
export type Value = string | number | boolean | null | readonly unknown[];
export type Values = Readonly<Record<string, Value>>;

/** Two fields that are one, with the ways in which it may travel. */
export interface Pair {
  ops: string;
  client: string;
  toOps: boolean;
  toClient: boolean;
  /** Turns a value of one side into what the other side would hold; absent: they hold the same. */
  convert?: (value: Value) => Value;
}

export interface SideState {
  values: Values;
  /** Values after the last sync, by field; absent fields were never compared. */
  base: Values;
  /** ISO instant. */
  updatedAt: string;
}

interface Rules {
  direction: Direction;
  conflict: ConflictRule;
  pairs: readonly Pair[];
}

interface Plan {
  /** Fields to write, by the side that they are written to. */
  toOps: Record<string, Value>;
  toClient: Record<string, Value>;
  /** Pairs that a person has to decide. */
  conflicts: Pair[];
}

/** Nothing, nothing chosen and nothing in a list are one. */
export const isBlank = (value: Value | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

export function sameValue(one: Value | undefined, other: Value | undefined): boolean {
  if (isBlank(one) && isBlank(other)) return true;
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Which ways a pair may travel, given the direction of the whole. */
const ways = ({ toOps, toClient }: Pair, direction: Direction) => ({
  toOps: toOps && direction !== 'to_client',
  toClient: toClient && direction !== 'to_ops',
});

/** The side whose value wins if both changed. `ask` returns neither. */
function winner(rule: ConflictRule, ops: SideState, client: SideState): Side | undefined {
  if (rule === 'ask') return undefined;
  if (rule !== 'newest') return rule;
  return client.updatedAt > ops.updatedAt ? 'client' : 'ops';
}

/**
 * Writes that make both sides equal again.
 * @param decided winning sides that a person chose, by the operations side's field; they override every rule
 */
export function planPair(
  { direction, conflict, pairs }: Rules,
  ops: SideState,
  client: SideState,
  decided: Readonly<Record<string, Side>> = {},
): Plan {
  const plan: Plan = { toOps: {}, toClient: {}, conflicts: [] };
  for (const pair of pairs) {
    const way = ways(pair, direction);
    const from = { ops: ops.values[pair.ops] ?? null, client: client.values[pair.client] ?? null };
    // A converted pair travels one way only.
    const as = {
      ops: way.toClient && pair.convert ? pair.convert(from.ops) : from.ops,
      client: way.toOps && pair.convert ? pair.convert(from.client) : from.client,
    };
    const take = (side: Side) => {
      if (side === 'ops' && way.toClient) plan.toClient[pair.client] = as.ops;
      if (side === 'client' && way.toOps) plan.toOps[pair.ops] = as.client;
    };
    if (sameValue(way.toOps ? from.ops : as.ops, way.toOps ? as.client : from.client)) continue;
    const side = decided[pair.ops] ?? sideToTake(pair, { ops, client }, from, way, conflict);
    if (side === 'ask') plan.conflicts.push(pair);
    else if (side) take(side);
  }
  return plan;
}

function sideToTake(
  pair: Pair,
  { ops, client }: { ops: SideState; client: SideState },
  from: Record<Side, Value>,
  way: { toOps: boolean; toClient: boolean },
  rule: ConflictRule,
): Side | 'ask' | undefined {
  const isNew = !(pair.ops in ops.base) || !(pair.client in client.base);
  if (isNew) {
    // Met for the first time: what one side does not know it learns from the other.
    if (isBlank(from.ops)) return way.toOps ? 'client' : undefined;
    if (isBlank(from.client)) return way.toClient ? 'ops' : undefined;
  }
  const changed = {
    ops: isNew || !sameValue(from.ops, ops.base[pair.ops]),
    client: isNew || !sameValue(from.client, client.base[pair.client]),
  };
  if (changed.ops && changed.client) {
    const won = winner(rule, ops, client);
    return won ?? 'ask';
  }
  if (changed.ops) return way.toClient ? 'ops' : undefined;
  if (changed.client) return way.toOps ? 'client' : undefined;
  return undefined;
}

/** The bases after what was planned was written: what each side holds now, except where a person has yet to decide. */
export function nextBases(
  pairs: readonly Pair[],
  plan: Pick<Plan, 'conflicts'>,
  ops: { values: Values; base: Values },
  client: { values: Values; base: Values },
): { ops: Values; client: Values } {
  const bases = { ops: { ...ops.base }, client: { ...client.base } };
  for (const pair of pairs) {
    if (plan.conflicts.includes(pair)) continue;
    bases.ops[pair.ops] = ops.values[pair.ops] ?? null;
    bases.client[pair.client] = client.values[pair.client] ?? null;
  }
  return bases;
}
