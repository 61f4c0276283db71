import type * as z from 'zod';
import { expect, it } from 'vitest';
import { CompanyFields } from '../../contract/companies.ts';
import { ContactFields } from '../../contract/contacts.ts';
import { LeadFields } from '../../contract/leads.ts';
import { OpportunityFields } from '../../contract/opportunities.ts';
import { COMPANY_LABELS } from '../companies/company-kit.ts';
import { LEAD_LABELS } from '../leads/lead-words.tsx';
import { FIELD_LABELS } from '../opportunities/words.ts';
import { CONTACT_LABELS } from '../record/field-words.ts';
import { COMMON_LABELS } from './field-words.ts';

/** Written as another field than it is changed as: `companyName` fills `company`. */
const NOT: ReadonlySet<string> = new Set(['contact.companyName', 'opportunity.companyName']);

it.each([
  ['contact', ContactFields, CONTACT_LABELS], ['company', CompanyFields, COMPANY_LABELS], ['lead', LeadFields, LEAD_LABELS], ['opportunity', OpportunityFields, FIELD_LABELS],
] as const)('timelines and conflicts have a name for each text field: %s', (kind, { shape }, labels) => {
  const texts = Object.entries(shape as Record<string, z.ZodType>).filter(([, schema]) => schema.safeParse('Quartz').success).map(([field]) => field);
  expect(texts.length).toBeGreaterThan(2);
  expect(texts.filter((field) => !NOT.has(`${kind}.${field}`) && !(labels[field] ?? COMMON_LABELS[field]))).toEqual([]);
});
