/** A change of a record, how the record looks with it, and what to do when somebody else was quicker. */
import { ApiError } from '../../../../web/api/error.ts';
import type { CustomValues, Ref } from '../../contract/fields.ts';

/** A field that changed between the version that was read and the current one, by whom and when. */
export interface OthersChange {
  field: string;
  from: unknown;
  to: unknown;
  by: Ref | null;
  at: string | null;
}

export interface StaleDetails<T> {
  current: T;
  changed: OthersChange[];
}

/** What a refused save says about the changes of others; undefined when it was refused for another reason. */
export function staleDetails<T extends { version: number }>(error: unknown): StaleDetails<T> | undefined {
  if (!(error instanceof ApiError) || error.code !== 'stale') return undefined;
  const details = error.parsed?.details as Partial<StaleDetails<T>> | undefined;
  return details?.current && Array.isArray(details.changed) ? { current: details.current, changed: details.changed } : undefined;
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

/** Works for records whose fields are flat, but for `custom`. */
export function plainChanges<Rec extends { custom: CustomValues }>(): ChangeKit<Rec, PlainChange> {
  const part = (record: Rec, key: string): unknown => (record as Record<string, unknown>)[key];
  return {
    body: ({ fields }) => fields,
    fieldsOf: ({ fields }) => Object.entries(fields).flatMap(([key, value]) => (key === 'custom' ? Object.keys(value as object).map((name) => `custom.${name}`) : [key])),
    without: ({ fields, refs }, given) => {
      const custom = Object.fromEntries(Object.entries((fields.custom ?? {}) as object).filter(([name]) => !given.includes(`custom.${name}`)));
      const plain = Object.fromEntries(Object.entries(fields).filter(([key]) => key !== 'custom' && !given.includes(key)));
      return { fields: { ...plain, ...(Object.keys(custom).length > 0 && { custom }) }, ...(refs && { refs }) };
    },
    shownWith: (record, { fields: { custom, ...plain }, refs }) => ({
      ...record, ...plain, ...refs,
      ...(custom !== undefined && { custom: Object.fromEntries(Object.entries({ ...record.custom, ...(custom as CustomValues) }).filter(([, value]) => value !== null)) }),
    }),
    shownWithout: (now, before, { fields, refs }) => ({ ...now, ...Object.fromEntries([...Object.keys(fields), ...Object.keys(refs ?? {})].map((key) => [key, part(before, key)])) }),
    inverse: (before, { fields, refs }) => {
      const back = Object.entries(fields).map(([key, value]): [string, unknown] => {
        if (key === 'custom') return [key, Object.fromEntries(Object.keys(value as object).map((name) => [name, before.custom[name] ?? null]))];
        const ref = part(before, withoutId(key)) as Ref | null | undefined;
        return [key, key in before ? part(before, key) : (ref?.id ?? null)];
      });
      return {
        fields: Object.fromEntries(back),
        ...(refs && { refs: Object.fromEntries(Object.keys(refs).map((key) => [key, (part(before, key) as Ref | null | undefined) ?? null])) }),
      };
    },
    valueOf: (record, field) => {
      if (field.startsWith('custom.')) return record.custom[field.slice('custom.'.length)];
      return field in record ? part(record, field) : (part(record, withoutId(field)) as Ref | null | undefined)?.name;
    },
  };
}
