import type { CustomField } from '../../contract/views.ts';

/** The kinds of records whose pages show fields of one's own. */
export const SHOWN_KINDS = ['contact', 'company', 'lead', 'opportunity', 'activity'] as const;
export type FieldKind = (typeof SHOWN_KINDS)[number];

/** Names of the field types. */
export const FIELD_KINDS: Readonly<Record<CustomField['kind'], string>> = {
  text: 'Text',
  long_text: 'Long text',
  number: 'Number',
  day: 'Date',
  boolean: 'Yes or no',
  select: 'Single choice',
  multi: 'Multiple choice',
  url: 'URL',
  email: 'Email address',
  phone: 'Phone number',
  formula: 'Calculated',
  rollup: 'Roll-up',
};
