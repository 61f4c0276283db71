/** A record as the server holds it between reading and writing: what follows from the definition of its kind. */
import type { FieldError } from '../../kernel/errors.ts';
import { fold } from '../../kernel/text.ts';
import type { CustomValues, FieldChange } from '../contract/field-values.ts';
import {
  columnOf,
  type DefinedField,
  type FieldName,
  fieldsOf,
  pathOf,
  type RecordDefinition,
  type RecordTexts,
  type TextFormat,
  textIn,
} from '../define-record.ts';
import { parseEmail } from './email.ts';
import { parsePhone } from './phone.ts';
import { sameJson } from './same-json.ts';
import { furtherWords } from './search-text.ts';
import { hostOf, parseUrl } from './url.ts';

/** The columns that people fill. */
export type RecordData<Definition extends RecordDefinition> = RecordTexts<Definition> & {
  ownerId: string | null;
  tags: string[];
  custom: CustomValues;
};

/**
 * Field-by-field differences between two states, as timelines and conflict messages show them.
 * @param others further fields of the kind
 */
export function changesOf<Data extends { custom: CustomValues }>(
  definition: RecordDefinition,
  others: readonly (keyof Data & string)[],
): (before: Data, after: Data) => FieldChange[] {
  const fields = fieldsOf(definition).map((field) => ({ name: field.name, path: pathOf(field) }));
  const compared = [...fields, ...others.map((name) => ({ name, path: name }))] as {
    name: keyof Data & string;
    path: string;
  }[];
  return (before, after) => {
    const changes: FieldChange[] = [];
    for (const { name, path } of compared)
      if (!sameJson(before[name], after[name])) changes.push({ field: path, from: before[name], to: after[name] });
    for (const key of new Set([...Object.keys(before.custom), ...Object.keys(after.custom)])) {
      if (!sameJson(before.custom[key], after.custom[key]))
        changes.push({ field: `custom.${key}`, from: before.custom[key] ?? null, to: after.custom[key] ?? null });
    }
    return changes;
  };
}

/** Problems of texts in a form of their own. */
const PROBLEMS: Readonly<Partial<Record<TextFormat, string>>> = {
  url: 'Enter a URL such as https://example.com.',
  email: 'Enter a full email address, such as ada@example.com.',
  phone: 'Enter a phone number with its country code, such as +1 415 555 0100.',
};

/** A text as it is stored; undefined when it cannot be read. @param country ISO code for numbers without a prefix */
export function readText(field: DefinedField, text: string, country: string): string | undefined {
  if (text === '') return '';
  switch (field.format) {
    case 'url':
      return parseUrl(text);
    case 'email':
      return parseEmail(text);
    case 'phone':
      return parsePhone(text, country)?.value;
    default:
      return text;
  }
}

/**
 * The fields with what people entered; absent ones stay as they are.
 * @param input as the contract takes it, groups as objects
 * @param errors get what cannot be accepted
 */
export function applyTexts<Definition extends RecordDefinition>(
  definition: Definition,
  current: RecordTexts<Definition>,
  input: object,
  country: string,
  errors: FieldError[],
): RecordTexts<Definition> {
  const data: RecordTexts<Definition> = { ...current };
  for (const field of fieldsOf(definition)) {
    const given: unknown = field.group ? (input as Record<string, unknown>)[field.group] : input;
    const text = given === undefined ? undefined : (given as Record<string, unknown>)[field.name];
    if (typeof text !== 'string') continue;
    const value = readText(field, text, country);
    if (value === undefined) errors.push({ field: pathOf(field), message: PROBLEMS[field.format!]! });
    else data[field.name as FieldName<Definition>] = value;
  }
  return data;
}

/** The most that a sort key keeps: an index entry has a limit. */
const KEY_LENGTH = 200;

/** How values are compared in sorts and filters. */
export const sortKey = (text: string): string => fold(text).slice(0, KEY_LENGTH);

/** Columns that follow from others. */
export interface DerivedColumns {
  names: string[];
  /** Their values by column; each field is folded once. */
  of: (data: { tags: readonly string[]; custom: CustomValues }) => Record<string, string>;
}

/** `<column>_key` of the fields with an index, and the search text: names and addresses first, then further words. */
export function derivedColumns(definition: RecordDefinition): DerivedColumns {
  const keys = fieldsOf(definition).filter(({ sort }) => sort === 'indexed');
  const searched = fieldsOf(definition).filter(({ search, sort }) => search !== undefined && sort !== 'indexed');
  const isFormed = ({ format }: DefinedField) => format !== undefined && format !== 'long';
  const formed = searched.filter(isFormed);
  const further = searched.filter((field) => !isFormed(field));
  const columns = keys.map(({ name, search }) => ({ name, search, column: `${columnOf(name)}_key` }));
  return {
    names: [...columns.map(({ column }) => column), 'search_text'],
    of: (data) => {
      const derived: Record<string, string> = {};
      const words: string[] = [];
      for (const { name, search, column } of columns) {
        const folded = fold(textIn(data, name));
        derived[column] = folded.slice(0, KEY_LENGTH);
        if (search !== undefined && folded) words.push(folded);
      }
      for (const field of formed) {
        const word = searchedForm(field, textIn(data, field.name));
        if (word) words.push(word);
      }
      words.push(...furtherWords([...further.map(({ name }) => textIn(data, name)), ...data.tags], data.custom));
      derived['search_text'] = ` ${words.join(' ')}`;
      return derived;
    },
  };
}

function searchedForm({ format }: DefinedField, text: string): string {
  switch (format) {
    case 'url':
      return hostOf(text);
    case 'phone':
      return text.replace(/^\+/, '');
    default:
      return fold(text);
  }
}

/** Whether what a filter by the field looks for is found in the search text, and few records have it. */
export const isFoundBySearch = ({ search, filter, format }: DefinedField): boolean =>
  search === 'words' && filter !== undefined && (format === undefined || format === 'email');
