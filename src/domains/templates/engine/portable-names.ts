/**
 * Names instead of ids, so that a template fits any workspace: fields by key, stages and pipelines by name, people by
 * their part. Works on any JSON, so that it need not know what it walks through. Pure.
 */

import { UUID } from '../../../kernel/ids.ts';

type Json = unknown;

/** Every string in a value, changed. A string may become several where it stands in a list. */
function mapStrings(value: Json, change: (text: string) => string | readonly string[]): Json {
  if (typeof value === 'string') {
    const changed = change(value);
    return typeof changed === 'string' ? changed : (changed[0] ?? value);
  }
  if (Array.isArray(value))
    return value.flatMap((one: Json) => (typeof one === 'string' ? change(one) : [mapStrings(one, change)]));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapStrings(one, change)]));
  return value;
}

const CUSTOM = /\bcustom\.([a-z0-9_]{1,60})/g;

/** Keys of the workspace's fields that a value speaks of, in its names and in its texts. */
export function customKeysIn(value: Json): string[] {
  return [...new Set([...JSON.stringify(value).matchAll(CUSTOM)].map((match) => match[1]!))];
}

/** The same with other keys of fields; those that are not among `keys` stay. */
export function renameCustom<T>(value: T, keys: ReadonlyMap<string, string>): T {
  if ([...keys].every(([from, to]) => from === to)) return value;
  return JSON.parse(
    JSON.stringify(value).replace(CUSTOM, (whole, key: string) => (keys.has(key) ? `custom.${keys.get(key)!}` : whole)),
  ) as T;
}

/** `{price} * {seats}` with other keys. */
export const renameInFormula = (formula: string, keys: ReadonlyMap<string, string>): string =>
  formula.replace(/\{([a-z0-9_]+)\}/g, (whole, key: string) => (keys.has(key) ? `{${keys.get(key)!}}` : whole));

export const stageName = (pipeline: string, stage: string): string => `@stage:${pipeline}/${stage}`;
export const pipelineName = (pipeline: string): string => `@pipeline:${pipeline}`;
export const OWNERS = '@owners';
export const EVERYONE = '@everyone';
const isName = (text: string) => text.startsWith('@stage:') || text.startsWith('@pipeline:');
const isPeople = (text: string) => text === OWNERS || text === EVERYONE;

/** Names of stages and pipelines that a value speaks of. */
export function namesIn(value: Json): string[] {
  const names = new Set<string>();
  mapStrings(value, (text) => {
    if (isName(text)) names.add(text);
    return text;
  });
  return [...names];
}

/** Puts ids in the place of names. What is not known stays a name. */
export function withIds<T>(
  value: T,
  known: { names: ReadonlyMap<string, string>; owners: readonly string[]; everyone: readonly string[] },
): T {
  return mapStrings(value, (text) => {
    if (isName(text)) return known.names.get(text) ?? text;
    if (isPeople(text)) return text === OWNERS ? known.owners : known.everyone;
    return text;
  }) as T;
}

/**
 * Puts names in the place of ids.
 * @param names of stages and pipelines by their id
 * @param people ids that become `@owners`
 * @returns undefined when an id is left that means something in one workspace only
 */
export function withNames<T>(value: T, names: ReadonlyMap<string, string>, people: ReadonlySet<string>): T | undefined {
  let foreign = false;
  const changed = mapStrings(value, (text) => {
    if (!UUID.test(text)) return text;
    if (people.has(text)) return OWNERS;
    const name = names.get(text);
    foreign ||= name === undefined;
    return name ?? text;
  });
  return foreign ? undefined : (onceEach(changed) as T);
}

/** Several people of one list became one part. */
function onceEach(value: Json): Json {
  if (Array.isArray(value)) {
    const list = value.map(onceEach);
    return list.filter((one, i) => one !== OWNERS || list.indexOf(OWNERS) === i);
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, onceEach(one)]));
  return value;
}
