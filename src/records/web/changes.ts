/** A change of a record, how the record looks with it, and what to do when someone else was quicker. */
import { ApiError } from '../../web/api/error.ts';
import type { CustomValues, Ref } from '../contract/field-values.ts';
import type { Agent } from '../contract/field-values.ts';

/** A field that changed between the version that was read and the current one, by whom and when. */
export interface OthersChange {
  field: string;
  from: unknown;
  to: unknown;
  by: Ref | null;
  through?: Agent;
  at: string | null;
}

export interface StaleDetails<T> {
  current: T;
  changed: OthersChange[];
}

/** Other people's changes from a refused save; undefined if it was refused for another reason. */
export function staleDetails<T extends { version: number }>(error: unknown): StaleDetails<T> | undefined {
  if (!(error instanceof ApiError) || error.code !== 'stale') return undefined;
  const details = error.parsed?.details as Partial<StaleDetails<T>> | undefined;
  return details?.current && Array.isArray(details.changed)
    ? { current: details.current, changed: details.changed }
    : undefined;
}

/** Whether one of these fields is among those that others changed; a group meets its parts. */
export function isDisputed(own: readonly string[], changed: readonly Pick<OthersChange, 'field'>[]): boolean {
  return changed.some(({ field }) =>
    own.some((one) => one === field || one.startsWith(`${field}.`) || field.startsWith(`${one}.`)),
  );
}

/**
 * The fields that the body of an update writes, as lists of changes name them: parts of a group one by one, a company
 * by whichever name.
 */
export function fieldsWritten(body: Record<string, unknown>): string[] {
  return Object.entries(body).flatMap(([key, value]) => {
    if (isGroup(key) && typeof value === 'object' && value !== null)
      return Object.keys(value).map((name) => `${key}.${name}`);
    return key === 'companyName' ? [key, 'companyId', 'company'] : key.endsWith('Id') ? [key, withoutId(key)] : [key];
  });
}

/** How changes of a kind of record are worked with. Fields are named as the server's lists of changes name them. */
export interface ChangeKit<Rec, Change> {
  /** The body of the update, without the version. */
  body: (change: Change) => Record<string, unknown>;
  fieldsOf: (change: Change) => string[];
  /** The change without these fields: the other person's values stay. */
  without: (change: Change, given: readonly string[]) => Change;
  /** The record as it will look once the change is saved. */
  shownWith: (record: Rec, change: Change) => Rec;
  /** Takes a change back that could not be saved, and leaves what else happened meanwhile. */
  shownWithout: (now: Rec, before: Rec, change: Change) => Rec;
  /** The change that puts these fields back to what they were. */
  inverse: (before: Rec, change: Change) => Change;
  valueOf: (record: Rec, field: string) => unknown;
}

/** A change of a record whose fields are named alike in its answer and in its update; references end in `Id`. */
export interface PlainChange {
  fields: Record<string, unknown>;
  /** The records behind changed references, so that their names show at once: `{ company: { id, name } }`. */
  refs?: Record<string, Ref | null>;
}

const withoutId = (key: string) => key.replace(/Id$/, '');

/** Groups of values that merge by key; null takes a custom value away. */
const GROUPS = ['custom', 'address'] as const;
const isGroup = (key: string): boolean => (GROUPS as readonly string[]).includes(key);
type Values = Record<string, unknown>;

/** Works for records whose fields are flat, but for `custom` and `address`. */
export function plainChanges<Rec extends { custom: CustomValues }>(): ChangeKit<Rec, PlainChange> {
  const part = (record: Rec, key: string): unknown => (record as Values)[key];
  const groupOf = (record: Rec, key: string) => (part(record, key) ?? {}) as Values;
  return {
    body: ({ fields }) => fields,
    fieldsOf: ({ fields }) =>
      Object.entries(fields).flatMap(([key, value]) =>
        isGroup(key) ? Object.keys(value as object).map((name) => `${key}.${name}`) : [key],
      ),
    without: ({ fields, refs }, given) => {
      const kept = Object.entries(fields).flatMap(([key, value]): [string, unknown][] => {
        if (!isGroup(key)) return given.includes(key) ? [] : [[key, value]];
        const rest = Object.entries(value as object).filter(([name]) => !given.includes(`${key}.${name}`));
        return rest.length > 0 ? [[key, Object.fromEntries(rest)]] : [];
      });
      return { fields: Object.fromEntries(kept), ...(refs && { refs }) };
    },
    shownWith: (record, { fields, refs }) => {
      const groups = GROUPS.filter((key) => fields[key] !== undefined).map((key): [string, Values] => [
        key,
        Object.fromEntries(
          Object.entries({ ...groupOf(record, key), ...(fields[key] as Values) }).filter(([, value]) => value !== null),
        ),
      ]);
      return { ...record, ...fields, ...refs, ...Object.fromEntries(groups) };
    },
    shownWithout: (now, before, { fields, refs }) => ({
      ...now,
      ...Object.fromEntries(
        [...Object.keys(fields), ...Object.keys(refs ?? {})].map((key) => [key, part(before, key)]),
      ),
    }),
    inverse: (before, { fields, refs }) => {
      const back = Object.entries(fields).map(([key, value]): [string, unknown] => {
        if (isGroup(key))
          return [
            key,
            Object.fromEntries(Object.keys(value as object).map((name) => [name, groupOf(before, key)[name] ?? null])),
          ];
        const ref = part(before, withoutId(key)) as Ref | null | undefined;
        return [key, key in before ? part(before, key) : (ref?.id ?? null)];
      });
      return {
        fields: Object.fromEntries(back),
        ...(refs && {
          refs: Object.fromEntries(
            Object.keys(refs).map((key) => [key, (part(before, key) as Ref | null | undefined) ?? null]),
          ),
        }),
      };
    },
    valueOf: (record, field) => {
      const [group = '', name] = field.split('.');
      if (name !== undefined && isGroup(group)) return groupOf(record, group)[name];
      return field in record ? part(record, field) : (part(record, withoutId(field)) as Ref | null | undefined)?.name;
    },
  };
}
