/** Names of what a column can fill, of states and outcomes. */
import { IMPORT_TARGETS, type ImportKind, type ImportTarget } from '../../contract/import-targets.ts';
import type { ImportColumn, ImportState, IssueKind, MatchKind, RowOutcome } from '../../contract/imports.ts';
import { importLabels } from '../../../../records/define-record.ts';
import { companyDefinition } from '../../kinds/company.ts';
import { type CustomField, EnteredFieldKind } from '../../../../records/contract/views.ts';
import type { Option } from '../../../../web/ui/use-options.ts';

const TARGET_LABELS: Record<ImportTarget, string> = {
  ...importLabels(companyDefinition),
  firstName: 'First name',
  lastName: 'Last name',
  fullName: 'Full name',
  title: 'Title',
  company: 'Company',
  email: 'Email',
  'email:work': 'Email (work)',
  'email:home': 'Email (home)',
  'email:other': 'Email (other)',
  phone: 'Phone',
  'phone:work': 'Phone (work)',
  'phone:home': 'Phone (home)',
  'phone:mobile': 'Phone (mobile)',
  'phone:other': 'Phone (other)',
  tags: 'Tags',
  source: 'Source',
  about: 'About',
  note: 'Note',
  owner: 'Owner',
  status: 'Status',
  statusReason: 'Status reason',
  street: 'Street',
  city: 'City',
  region: 'Region',
  postalCode: 'Postal code',
  country: 'Country',
  website: 'Website',
  linkedin: 'LinkedIn',
  x: 'X',
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
  github: 'GitHub',
  consentEmail: 'Email consent',
  consentSms: 'SMS consent',
  consentPhone: 'Call consent',
  amount: 'Amount',
  currency: 'Currency',
  pipeline: 'Pipeline',
  stage: 'Stage',
  probability: 'Probability',
  forecast: 'Forecast',
  expectedClose: 'Expected close',
  closedOn: 'Closed on',
  closeReason: 'Close reason',
  closeNote: 'Close note',
  contactEmail: 'Contact (by email)',
  contactName: 'Contact (by name)',
  nextStep: 'Next step',
  description: 'Description',
  private: 'Private',
};

const DETAILS: Partial<Record<ImportTarget, string>> = {
  fullName: 'Split into first and last name',
  tags: 'Separated by commas or semicolons',
  owner: 'A teammate, by name or email address',
  note: 'Added as a note on the record',
  company: 'Created if none has this name',
  phone: 'Any format, with or without an extension',
  status: 'New, working, qualified, or unqualified',
  amount: '12,500.50, 12.500,50, or € 12 500',
  currency: 'Three letters, such as USD',
  pipeline: 'An existing one, by name',
  stage: 'An existing one, by name; “won” and “lost” also work',
  contactEmail: 'An existing contact',
  contactName: 'An existing contact',
  private: 'Yes or no. If yes, only you and the owner can see it.',
  closedOn: 'For won and lost; today if blank',
  closeReason: 'An existing one, by name',
};
/** Where the usual words would not fit. */
const OWN_DETAILS: Partial<Record<ImportKind, Partial<Record<ImportTarget, string>>>> = {
  lead: { company: 'As text. The company is created when the lead is converted.' },
};

/** Every field that a column can fill, those of the workspace after the usual ones. */
export function targetOptions(kind: ImportKind, customFields: readonly CustomField[]): Option[] {
  return [
    ...IMPORT_TARGETS[kind].map((value): Option => {
      const detail = OWN_DETAILS[kind]?.[value] ?? DETAILS[value];
      return { value, label: TARGET_LABELS[value], ...(detail ? { detail } : {}) };
    }),
    ...customFields
      .filter((field) => EnteredFieldKind.safeParse(field.kind).success)
      .map(({ key, label }): Option => ({ value: `custom:${key}`, label, detail: 'Custom field' })),
  ];
}

export const KIND_LABELS: Record<EnteredFieldKind, string> = {
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
};

export const MATCH_LABELS: Record<MatchKind, { label: string; hint: string }> = {
  email: { label: 'Same email address', hint: 'Any of the addresses' },
  phone: { label: 'Same phone number', hint: 'In any format' },
  name_company: { label: 'Same name and company', hint: 'Ignores case and accents' },
  name: { label: 'Same name', hint: 'Ignores case and accents' },
};

type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

export const STATES: Record<ImportState, { label: string; tone: Tone }> = {
  mapping: { label: 'Not started', tone: 'neutral' },
  queued: { label: 'Waiting', tone: 'info' },
  running: { label: 'Running', tone: 'info' },
  cancelled: { label: 'Stopped', tone: 'warning' },
  done: { label: 'Done', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  reverting: { label: 'Undoing', tone: 'info' },
  reverted: { label: 'Undone', tone: 'neutral' },
};

export const OUTCOMES: Record<RowOutcome, { label: string; tone: Tone }> = {
  create: { label: 'Create', tone: 'success' },
  update: { label: 'Update', tone: 'info' },
  skip: { label: 'Skip', tone: 'neutral' },
  reject: { label: 'Reject', tone: 'danger' },
};

/** The lists of the report. */
export const ISSUES: Record<IssueKind, { label: string; title: string; description: string; none: string }> = {
  reject: {
    label: 'Rejected',
    title: 'Rejected rows',
    description: 'Fix these rows in the downloaded file, then import that file.',
    none: 'No rows were rejected.',
  },
  skip: {
    label: 'Skipped',
    title: 'Skipped rows',
    description: 'These rows made no changes.',
    none: 'No rows were skipped.',
  },
  warn: {
    label: 'Warnings',
    title: 'Rows to review',
    description: 'These rows were imported, but similar records already existed.',
    none: 'No rows to review.',
  },
};

/** Whether work is under way that changes the figures. */
export const isActive = (state: ImportState): boolean =>
  state === 'queued' || state === 'running' || state === 'reverting';

export const ENCODINGS = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
  'windows-1252': 'Windows-1252 (Western European)',
} as const;

const DELIMITERS: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'pipes (|)' };

/** "separated by semicolons". */
export function delimiterText(delimiter: string): string {
  return `separated by ${DELIMITERS[delimiter] ?? `“${delimiter}”`}`;
}

/** Why a column goes where it goes, when no one has chosen yet. */
export function guessText(by: ImportColumn['guess']['by']): string | undefined {
  if (by === 'header') return 'Matched by name';
  return by === 'content' ? 'Matched by values' : undefined;
}
