/** Two entries of one → one: which value wins where both have one, and what is joined. */
import type { CustomValues } from '../contract/field-values.ts';
import { type FieldName, fieldsOf, type RecordDefinition } from '../define-record.ts';
import { sameJson } from './same-json.ts';

export type Choice = Readonly<Record<string, 'keep' | 'merge'>>;

/** A field of which the merged record can take only one value: one column or several that belong together. */
export interface MergeField<Image> {
  name: string;
  /** Its value as text, blank when there is none: what is compared and shown. */
  shown: (image: Image) => string;
  /** `to` with this field as `from` has it. */
  take: (to: Image, from: Image) => Image;
}

export interface MergeRules<Image> {
  fields: readonly MergeField<Image>[];
  /** Joins what can hold several values: lists, tags, links. */
  join: (result: Image, keep: Image, merge: Image) => Image;
  /** Results of joined fields, for the preview. */
  joined: readonly { name: string; shown: (image: Image) => string }[];
  customOf: (image: Image) => CustomValues;
  withCustom: (image: Image, custom: CustomValues) => Image;
}

const CUSTOM = 'custom.';

export function customText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join(', ') : String(value as string | number);
}

export interface MergeConflict {
  field: string;
  keep: string;
  merge: string;
}

/** Fields where both have a value and not the same. @param calculated keys of custom fields that no one enters */
export function mergeConflicts<Image>(
  { fields, customOf }: MergeRules<Image>,
  keep: Image,
  merge: Image,
  calculated: ReadonlySet<string>,
): MergeConflict[] {
  const standard = fields.flatMap(({ name, shown }) => {
    const [a, b] = [shown(keep), shown(merge)];
    return a && b && a !== b ? [{ field: name, keep: a, merge: b }] : [];
  });
  const [own, other] = [customOf(keep), customOf(merge)];
  const custom = Object.keys(own).filter(
    (key) => key in other && !calculated.has(key) && !sameJson(own[key], other[key]),
  );
  return [
    ...standard,
    ...custom.map((key) => ({ field: CUSTOM + key, keep: customText(own[key]), merge: customText(other[key]) })),
  ];
}

/** Of single values the chosen one stays, by default the kept record's; blank ones are filled; the rest is joined. */
export function mergeImages<Image>(
  { fields, join, customOf, withCustom }: MergeRules<Image>,
  keep: Image,
  merge: Image,
  choose: Choice,
): Image {
  let result = keep;
  for (const { name, shown, take } of fields) {
    const [own, other] = [shown(keep), shown(merge)];
    if (other && (own === '' || choose[name] === 'merge')) result = take(result, merge);
  }
  const [own, other] = [customOf(keep), customOf(merge)];
  const custom = { ...other, ...own };
  for (const key of Object.keys(own)) if (key in other && choose[CUSTOM + key] === 'merge') custom[key] = other[key]!;
  return withCustom(join(result, keep, merge), custom);
}

/** Names in a choice that are no fields of this kind. */
export function unknownChoices<Image>({ fields }: MergeRules<Image>, choose: Choice): string[] {
  const names = new Set(fields.map(({ name }) => name));
  return Object.keys(choose).filter((name) => !names.has(name) && !name.startsWith(CUSTOM));
}

/**
 * The merged record, field by field. Blank fields are left out, and so are calculated ones, because they follow from
 * the others.
 */
export function mergeResult<Image>(
  { fields, joined, customOf }: MergeRules<Image>,
  result: Image,
  calculated: ReadonlySet<string>,
): { field: string; value: string }[] {
  const values = [...fields, ...joined].map(({ name, shown }) => ({ field: name, value: shown(result) }));
  const custom = Object.entries(customOf(result))
    .filter(([key]) => !calculated.has(key))
    .map(([key, value]) => ({ field: CUSTOM + key, value: customText(value) }));
  return [...values, ...custom].filter(({ value }) => value !== '');
}

/** A field that is one column of the image, or of a part of it. */
export function plainField<Image, Part extends object>(
  name: keyof Part & string,
  part: (image: Image) => Part,
  withPart: (image: Image, part: Part) => Image,
): MergeField<Image> {
  return {
    name,
    shown: (image) => (part(image)[name] as string | null) ?? '',
    take: (to, from) => withPart(to, { ...part(to), [name]: part(from)[name] }),
  };
}

/**
 * The fields of a definition, in its order. A group is taken as a whole: half of one address and half of another leads
 * nowhere.
 */
export function definedMergeFields<Definition extends RecordDefinition, Image, Part extends object>(
  definition: Definition,
  part: (image: Image) => Part & Record<FieldName<Definition>, string>,
  withPart: (image: Image, part: Part & Record<FieldName<Definition>, string>) => Image,
): MergeField<Image>[] {
  const merged = new Map<string, FieldName<Definition>[]>();
  for (const { name, group = name } of fieldsOf(definition)) merged.set(group, [...(merged.get(group) ?? []), name]);
  return [...merged].map(([name, fields]) => ({
    name,
    shown: (image) =>
      fields
        .map((field) => part(image)[field])
        .filter(Boolean)
        .join(', '),
    take: (to, from) => {
      const taken = { ...part(to) };
      for (const field of fields) taken[field] = part(from)[field];
      return withPart(to, taken);
    },
  }));
}

const ADDRESS = ['street', 'city', 'region', 'postalCode', 'country'] as const;
type Address = Record<(typeof ADDRESS)[number], string>;

/** An address is taken as a whole: half of one and half of another leads nowhere. */
export function addressField<Image, Part extends Address>(
  part: (image: Image) => Part,
  withPart: (image: Image, part: Part) => Image,
): MergeField<Image> {
  return {
    name: 'address',
    shown: (image) =>
      ADDRESS.map((one) => part(image)[one])
        .filter(Boolean)
        .join(', '),
    take: (to, from) =>
      withPart(to, { ...part(to), ...Object.fromEntries(ADDRESS.map((one) => [one, part(from)[one]])) }),
  };
}
