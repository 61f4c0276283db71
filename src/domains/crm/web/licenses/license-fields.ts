import { useMemo } from 'react';
import { type FieldWords, useFieldWords } from '../records/field-words.ts';
import { KIND_LABELS, STANDING_LABELS } from './license-words.ts';

const LABELS = {
  name: 'name', kind: 'kind', number: 'number', authority: 'authority', holder: 'holder', jurisdiction: 'jurisdiction', standing: 'standing', issuedOn: 'issued on', expiresOn: 'expires on',
  renewalUrl: 'renewal page', fee: 'fee', feeCurrency: 'currency of the fee', responsibleId: 'responsible', about: 'about', website: 'website', tagline: 'tagline', brandColor: 'brand colour',
};

/** How the timeline of a licence names what was changed. */
export function useLicenseWords(): FieldWords {
  const words = useFieldWords('business_license', LABELS);
  return useMemo(() => ({
    ...words,
    textOf: (field, value) => {
      if (typeof value !== 'string' || value === '') return words.textOf(field, value);
      if (field === 'kind') return (KIND_LABELS as Record<string, string>)[value] ?? value;
      if (field === 'standing') return (STANDING_LABELS as Record<string, string>)[value] ?? value;
      return field === 'issuedOn' || field === 'expiresOn' ? new Date(`${value}T00:00:00Z`).toLocaleDateString(undefined, { dateStyle: 'medium', timeZone: 'UTC' }) : words.textOf(field, value);
    },
  }), [words]);
}
