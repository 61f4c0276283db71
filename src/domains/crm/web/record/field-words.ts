/** Names of a contact's fields and their values in words, for the timeline and for conflicts. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../../../web/api/request.ts';
import { businessLicenses } from '../../contract/companies.ts';
import { customFields } from '../../contract/views.ts';
import { useOwners } from '../list/choices.ts';
import { phoneText } from '../shared/format.ts';

const LABELS: Record<string, string> = {
  firstName: 'first name', lastName: 'last name', title: 'title', company: 'company', emails: 'e-mail addresses', phones: 'phone numbers',
  street: 'street', city: 'city', region: 'region', postalCode: 'postal code', country: 'country', source: 'source', ownerId: 'owner',
  businessLicenseId: 'business licence', tags: 'tags', about: 'about',
  'links.website': 'website', 'links.linkedin': 'LinkedIn', 'links.x': 'X', 'links.facebook': 'Facebook', 'links.instagram': 'Instagram',
  'links.youtube': 'YouTube', 'links.github': 'GitHub',
  'consent.email': 'consent to e-mail', 'consent.sms': 'consent to SMS', 'consent.phone': 'consent to calls',
};

export interface FieldWords {
  labelOf: (field: string) => string;
  /** A value as a short text; blank for none. */
  textOf: (field: string, value: unknown) => string;
}

interface Names {
  ownerName: (id: string | null) => string;
  licenses: ReadonlyMap<string, string>;
  custom: ReadonlyMap<string, string>;
}

/** A value without knowing its field: lists by their parts, yes and no in words. */
function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(plainText).join(', ');
  if (typeof value === 'object') {
    const entry = value as { value?: unknown; ext?: string; state?: unknown; name?: unknown };
    if (typeof entry.value === 'string') return entry.value.startsWith('+') ? phoneText({ value: entry.value, ext: entry.ext }) : entry.value;
    return plainText(entry.state ?? entry.name ?? JSON.stringify(value));
  }
  return typeof value === 'number' ? value.toLocaleString() : JSON.stringify(value);
}

export function fieldWords({ ownerName, licenses, custom }: Names): FieldWords {
  return {
    labelOf: (field) => LABELS[field] ?? custom.get(field.replace(/^custom\./, '')) ?? field.replace(/^custom\./, ''),
    textOf: (field, value) => {
      if (field === 'ownerId') return ownerName(typeof value === 'string' ? value : null);
      if (field === 'businessLicenseId') return typeof value === 'string' ? (licenses.get(value) ?? 'a licence') : '';
      return plainText(value);
    },
  };
}

export function useFieldWords(): FieldWords {
  const { nameOf } = useOwners();
  const { data: licenses } = useQuery(read(businessLicenses.list));
  const { data: custom } = useQuery(read(customFields.list));
  return useMemo(() => fieldWords({
    ownerName: nameOf,
    licenses: new Map(licenses?.items.map(({ id, name }) => [id, name])),
    custom: new Map(custom?.items.map(({ key, label }) => [key, label])),
  }), [nameOf, licenses, custom]);
}
