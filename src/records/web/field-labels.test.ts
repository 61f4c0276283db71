import type * as z from 'zod';
import { expect, it } from 'vitest';
import { CompanyFields } from '../../domains/crm/contract/companies.ts';
import { ContactFields } from '../../domains/crm/contract/contacts.ts';
import { LeadFields } from '../../domains/crm/contract/leads.ts';
import { OpportunityFields } from '../../domains/crm/contract/opportunities.ts';
import { ACTIVITY_WORDS } from '../../domains/crm/web/activities/field-labels.ts';
import { COMPANY_WORDS } from '../../domains/crm/web/companies/company-kit.ts';
import { LEAD_LABELS, LEAD_WORDS } from '../../domains/crm/web/leads/lead-labels.tsx';
import { LICENSE_WORDS } from '../../domains/crm/web/licenses/license-fields.ts';
import { FIELD_LABELS, OPPORTUNITY_WORDS } from '../../domains/crm/web/opportunities/labels.ts';
import { CONTACT_LABELS } from '../../domains/crm/web/contacts/field-labels.ts';
import { COMMON_LABELS, type KindWords } from './field-labels.ts';

/** Written as another field than it is changed as: `companyName` fills `company`. */
const NOT: ReadonlySet<string> = new Set(['contact.companyName', 'opportunity.companyName']);

it.each([
  ['contact', ContactFields, CONTACT_LABELS],
  ['company', CompanyFields, COMPANY_WORDS.labels],
  ['lead', LeadFields, LEAD_LABELS],
  ['opportunity', OpportunityFields, FIELD_LABELS],
] as const)('timelines and conflicts have a name for each text field: %s', (kind, { shape }, labels) => {
  const texts = Object.entries(shape as Record<string, z.ZodType>)
    .filter(([, schema]) => schema.safeParse('Quartz').success)
    .map(([field]) => field);
  expect(texts.length).toBeGreaterThan(2);
  expect(texts.filter((field) => !NOT.has(`${kind}.${field}`) && !(labels[field] ?? COMMON_LABELS[field]))).toEqual([]);
});

it.each([
  [OPPORTUNITY_WORDS, 'forecast', 'best', 'Best case'],
  [OPPORTUNITY_WORDS, 'forecast', null, 'from stage'],
  [OPPORTUNITY_WORDS, 'amount', '12500.0000', '12,500.00'],
  [OPPORTUNITY_WORDS, 'expectedClose', '2026-11-21', 'Nov 21, 2026'],
  [OPPORTUNITY_WORDS, 'probability', 40, '40%'],
  [OPPORTUNITY_WORDS, 'lines', 3, '3 lines'],
  [ACTIVITY_WORDS, 'type', 'mail', 'Email'],
  [ACTIVITY_WORDS, 'priority', 'high', 'High'],
  [ACTIVITY_WORDS, 'durationMinutes', 90, '1 h 30 min'],
  [ACTIVITY_WORDS, 'reminders', [0, 60], 'When it starts, 1 hour before'],
  [ACTIVITY_WORDS, 'dueAt', '2026-11-21', 'Nov 21, 2026'],
  [ACTIVITY_WORDS, 'dueAt', null, ''],
  [ACTIVITY_WORDS, 'contactId', '01900000-0000-7000-8000-000000000000', 'a contact'],
  [ACTIVITY_WORDS, 'outcome', 'no_answer', 'No answer'],
  [LEAD_WORDS, 'status', 'unqualified', 'Unqualified'],
  [LEAD_WORDS, 'phone', '+12125550100', '+1 212 555 0100'],
  [LICENSE_WORDS, 'standing', 'surrendered', 'Surrendered'],
  [LICENSE_WORDS, 'fee', '40', '40.00'],
] as [KindWords, string, unknown, string][])('a value is told in words: %#', (words, field, value, text) => {
  expect(words.values?.[field]?.(value)).toBe(text);
});

it('moments are told as day and time, and a whole day as one time at which it is due', () => {
  const moment = ACTIVITY_WORDS.values!['dueAt']!('2026-11-21T15:00:00.000Z');
  expect(moment).not.toMatch(/T|Z/);
  expect(moment).toContain('2026');
  const due = { field: 'dueAt', from: '2026-11-20T14:00:00.000Z', to: '2026-11-21T05:00:00.000Z' };
  expect(
    ACTIVITY_WORDS.told!([
      due,
      { field: 'day', from: null, to: '2026-11-21' },
      { field: 'subject', from: 'a', to: 'b' },
    ]),
  ).toEqual([
    { ...due, to: '2026-11-21' },
    { field: 'subject', from: 'a', to: 'b' },
  ]);
  expect(ACTIVITY_WORDS.told!([due])).toEqual([due]);
  expect(
    ACTIVITY_WORDS.told!([{ field: 'custom', from: { budget: 1, kept: 'x' }, to: { kept: 'x', hall: ['A'] } }]),
  ).toEqual([
    { field: 'custom.budget', from: 1, to: null },
    { field: 'custom.hall', from: null, to: ['A'] },
  ]);
});
