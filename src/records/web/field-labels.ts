/** Names of a record's fields and their values in words, for the timeline and for conflicts. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../web/api/request.ts';
import type { FieldChange } from '../contract/field-values.ts';
import type { RecordKind } from '../contract/kinds.ts';
import { businessLicenses } from '../../domains/crm/contract/licenses.ts';
import { customFields } from '../contract/views.ts';
import { licenseName } from '../../domains/crm/web/licenses/license-options.ts';
import { phoneText } from './format.ts';
import { useOwners } from './choices.ts';
import { dayWords, type ValueWords } from './value-text.ts';

export interface FieldWords {
  labelOf: (field: string) => string;
  /** A value as a short text; blank for none. */
  textOf: (field: string, value: unknown) => string;
  /** Combines changes of fields that are stored separately but shown as one; without it, each change is shown. */
  told?: (changes: readonly FieldChange[]) => FieldChange[];
}

/** A value without knowing its field: lists by their parts, yes and no in words. */
function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(plainText).join(', ');
  if (typeof value === 'object') {
    const entry = value as { value?: unknown; ext?: string; state?: unknown; name?: unknown };
    if (typeof entry.value === 'string')
      return entry.value.startsWith('+') ? phoneText({ value: entry.value, ext: entry.ext }) : entry.value;
    return plainText(entry.state ?? entry.name ?? JSON.stringify(value));
  }
  return typeof value === 'number' ? value.toLocaleString() : JSON.stringify(value);
}

/** A field of one's own that was removed before its name was kept: `custom.budget_2` → `budget 2 (deleted)`. */
function unknownLabel(field: string): string {
  return `${field.slice('custom.'.length).replaceAll('_', ' ')} (deleted)`;
}

/** Names of the fields that several kinds have. */
export const COMMON_LABELS: Readonly<Record<string, string>> = {
  ownerId: 'owner',
  businessLicenseId: 'business license',
  tags: 'tags',
  about: 'about',
  address: 'address',
  links: 'links',
  consent: 'consent',
};

/** Field labels of a kind. */
export interface KindWords extends Pick<FieldWords, 'told'> {
  /** Their names, lower case. */
  labels: Readonly<Record<string, string>>;
  /** How those are written that are no plain text. */
  values?: ValueWords;
}

const NO_VALUES: ValueWords = {};

/** @param own a constant, or the words change with each drawing */
export function useFieldWords(kind: RecordKind, own: KindWords): FieldWords {
  const { nameOf } = useOwners();
  const { data: licenses } = useQuery(read(businessLicenses.list));
  const { data: custom } = useQuery(read(customFields.list, { query: { object: kind } }));
  return useMemo(() => {
    const customLabels = new Map([
      ...(custom?.removed ?? []).map(({ key, label }) => [key, `${label} (deleted)`] as const),
      ...(custom?.items ?? []).map(({ key, label }) => [key, label] as const),
    ]);
    const { labels, values = NO_VALUES, told } = own;
    const days = new Set(
      custom?.items.filter((one) => one.kind === 'day' || one.result === 'day').map(({ key }) => `custom.${key}`),
    );
    return {
      labelOf: (field) =>
        labels[field] ??
        COMMON_LABELS[field] ??
        customLabels.get(field.replace(/^custom\./, '')) ??
        (custom && field.startsWith('custom.') ? unknownLabel(field) : field.replace(/^custom\./, '')),
      textOf: (field, value) => {
        if (field === 'ownerId') return nameOf(typeof value === 'string' ? value : null);
        if (field === 'businessLicenseId') return typeof value === 'string' ? licenseName(licenses?.items, value) : '';
        return days.has(field) ? dayWords(value) : (values[field] ?? plainText)(value);
      },
      ...(told && { told }),
    };
  }, [nameOf, licenses, custom, own]);
}
