/** Differences between two states of a contact by field, as timelines and conflict messages show them. */
import type { FieldChange } from '../../../../records/contract/field-values.ts';
import { sameJson } from '../../../../records/engine/same-json.ts';
import type { ContactData } from './contact-data.ts';

const SIMPLE = [
  'firstName',
  'lastName',
  'title',
  'emails',
  'phones',
  'street',
  'city',
  'region',
  'postalCode',
  'country',
  'source',
  'ownerId',
  'businessLicenseId',
  'tags',
  'about',
] as const satisfies readonly (keyof ContactData)[];
const KEYED = ['links', 'consent', 'custom'] as const satisfies readonly (keyof ContactData)[];

/** Companies are named, because a timeline outlives them. */
export interface NamedContact {
  data: ContactData;
  companyName: string;
}

export function changesBetween(before: NamedContact, after: NamedContact): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const field of SIMPLE) {
    if (!sameJson(before.data[field], after.data[field]))
      changes.push({ field, from: before.data[field], to: after.data[field] });
  }
  if (before.data.companyId !== after.data.companyId)
    changes.push({ field: 'company', from: before.companyName, to: after.companyName });
  for (const group of KEYED) {
    const [old, now] = [before.data[group] as Record<string, unknown>, after.data[group] as Record<string, unknown>];
    for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
      if (!sameJson(old[key], now[key]))
        changes.push({ field: `${group}.${key}`, from: old[key] ?? null, to: now[key] ?? null });
    }
  }
  return changes;
}
