/**
 * The fields that a sync can pair: how each is read from a whole record, and how it is written into what the CRM wants.
 */
import { selectRows } from '../../../../server/db/index.ts';
import { fieldsOf as definedFields } from '../../../../records/define-record.ts';
import { companyDefinition } from '../../../crm/kinds/company.ts';
import type { MappedPair, SyncField, SyncKind } from '../../contract/sync.ts';
import type { Pair, Value, Values } from '../../engine/sync.ts';

type Whole = Record<string, unknown>;

export interface Field extends SyncField {
  read: (record: Whole) => Value;
  /** Puts a value into the input of a creation or an update; absent where the field can only be read. */
  write?: (input: Whole, value: Value) => void;
}

const plain = (value: unknown): Value => (value === undefined ? null : (value as Value));

/** The blank value of each type; other types always have a value, and blanks are not written. */
const EMPTY: Record<string, Value> = { text: '', tags: [], day: null, instant: null };

/** A field that is written under the name that it is read by. */
const own = (key: string, label: string, type = 'text'): Field => ({
  key,
  label,
  type,
  writable: true,
  read: (record) => plain(record[key]),
  write: (input, value) => {
    if (value !== null || type in EMPTY) input[key] = value ?? EMPTY[type];
  },
});
const place = (part: string, label: string, top: boolean): Field => ({
  key: part,
  label,
  type: 'text',
  writable: true,
  read: (record) => plain(top ? record[part] : (record['address'] as Whole | undefined)?.[part]),
  write: (input, value) => {
    if (top) input[part] = value ?? '';
    else input['address'] = { ...(input['address'] as Whole | undefined), [part]: value ?? '' };
  },
});
/** A record's company, by name: its id is another one in another workspace. */
const companyName: Field = {
  key: 'companyName',
  label: 'Company',
  type: 'text',
  writable: true,
  read: (record) => plain((record['company'] as { name: string } | null)?.name ?? ''),
  write: (input, value) => {
    input['companyName'] = value ?? '';
  },
};
const readOnly = (key: string, label: string, read: Field['read']): Field => ({
  key,
  label,
  type: 'text',
  writable: false,
  read,
});
const named = (key: string, label: string) =>
  readOnly(key, label, (record) => plain((record[key] as { name?: string } | null)?.name ?? ''));
const values = (key: string, label: string): Field => ({
  key,
  label,
  type: key,
  writable: true,
  read: (record) => plain(record[key] ?? []),
  write: (input, value) => {
    input[key] = value ?? [];
  },
});

const STANDARD: Record<SyncKind, readonly Field[]> = {
  contact: [
    own('firstName', 'First name'),
    own('lastName', 'Last name'),
    own('title', 'Title'),
    companyName,
    values('emails', 'Email addresses'),
    values('phones', 'Phone numbers'),
    place('street', 'Street', false),
    place('city', 'City', false),
    place('region', 'Region', false),
    place('postalCode', 'Postal code', false),
    place('country', 'Country', false),
    own('source', 'Source'),
    own('tags', 'Tags', 'tags'),
    own('about', 'About'),
  ],
  company: [
    ...definedFields(companyDefinition).map(({ name, label, group }) =>
      group ? place(name, label, false) : own(name, label),
    ),
    own('tags', 'Tags', 'tags'),
  ],
  lead: [
    own('firstName', 'First name'),
    own('lastName', 'Last name'),
    { ...own('companyName', 'Company') },
    own('title', 'Title'),
    own('email', 'Email'),
    own('phone', 'Phone'),
    own('website', 'Website'),
    place('city', 'City', true),
    place('country', 'Country', true),
    own('source', 'Source'),
    own('tags', 'Tags', 'tags'),
    own('about', 'About'),
    readOnly('status', 'Status', (record) => plain(record['status'])),
  ],
  opportunity: [
    own('name', 'Name'),
    own('amount', 'Amount', 'amount'),
    own('currency', 'Currency', 'currency'),
    own('expectedClose', 'Expected close', 'day'),
    companyName,
    own('source', 'Source'),
    own('nextStep', 'Next step'),
    own('description', 'Description'),
    own('tags', 'Tags', 'tags'),
    named('stage', 'Stage'),
  ],
  activity: [
    own('type', 'Type', 'activity type'),
    own('subject', 'Subject'),
    own('body', 'Text'),
    own('dueAt', 'Due', 'instant'),
    own('priority', 'Priority', 'priority'),
    own('outcome', 'Outcome'),
    own('place', 'Place'),
    own('doneAt', 'Done', 'instant'),
    own('tags', 'Tags', 'tags'),
  ],
};

const CUSTOM_TYPES: Record<string, string> = {
  text: 'text',
  long_text: 'text',
  url: 'text',
  email: 'text',
  phone: 'text',
  select: 'text',
  number: 'number',
  day: 'day',
  boolean: 'boolean',
  multi: 'tags',
};

function customField({ key, label, kind }: { key: string; label: string; kind: string }): Field {
  const type = CUSTOM_TYPES[kind];
  return {
    key: `custom.${key}`,
    label,
    type: type ?? 'text',
    writable: type !== undefined,
    read: (record) => plain((record['custom'] as Whole | undefined)?.[key]),
    ...(type !== undefined && {
      write: (input: Whole, value: Value) => {
        input['custom'] = { ...(input['custom'] as Whole | undefined), [key]: value === '' ? null : value };
      },
    }),
  };
}

/** All fields of a kind in the present workspace, those of its own included. */
export async function fieldsOf(kind: SyncKind): Promise<Map<string, Field>> {
  const custom = await selectRows(
    'custom_fields',
    ['key', 'label', 'kind'],
    { object: kind },
    { orderBy: ['position', 'label'] },
  );
  return new Map([...STANDARD[kind], ...custom.map(customField)].map((field) => [field.key, field]));
}

export type Fields = ReadonlyMap<string, Field>;

export interface SidedFields {
  ops: Fields;
  client: Fields;
}

/** Any value as text, as it is written into a text field and shown in the log. */
export function textOf(value: Value | undefined): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value))
    return value
      .map((one: unknown) =>
        typeof one === 'object' && one !== null && 'value' in one
          ? String((one as { value: unknown }).value)
          : String(one),
      )
      .join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
}

const fits = (from: Field, to: Field) => to.writable && (from.type === to.type || to.type === 'text');

/** The pair as the comparison wants it; undefined where a field is gone, or nothing may travel. */
export function toPair({ ops, client }: SidedFields, mapped: MappedPair): Pair | undefined {
  const [left, right] = [ops.get(mapped.ops), client.get(mapped.client)];
  if (!left || !right) return undefined;
  const pair = { ...mapped, toOps: fits(right, left), toClient: fits(left, right) };
  if (!pair.toOps && !pair.toClient) return undefined;
  return left.type === right.type ? pair : { ...pair, convert: textOf };
}

export const readValues = (fields: Fields, keys: readonly string[], record: Whole): Values =>
  Object.fromEntries(keys.map((key) => [key, fields.get(key)?.read(record) ?? null]));

/** Input as the CRM's own form would send it. */
export function inputOf(fields: Fields, changes: Values): Whole {
  const input: Whole = {};
  for (const [key, value] of Object.entries(changes)) fields.get(key)?.write?.(input, value);
  return input;
}

export const asOption = ({ key, label, type, writable }: Field): SyncField => ({ key, label, type, writable });

/** Pairs that suggest themselves: the same standard field, or fields of their own with the same label. */
export function suggestedPairs({ ops, client }: SidedFields): MappedPair[] {
  return [...ops.values()].flatMap((left) => {
    const right =
      client.get(left.key) ??
      [...client.values()].find(
        (one) =>
          one.key.startsWith('custom.') &&
          left.key.startsWith('custom.') &&
          one.label.toLowerCase() === left.label.toLowerCase(),
      );
    const pair = right && toPair({ ops, client }, { ops: left.key, client: right.key });
    return pair && pair.toOps && pair.toClient ? [{ ops: left.key, client: right.key }] : [];
  });
}
