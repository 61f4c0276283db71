/** Making a customer of a lead: contact, company and opportunity in one act, and back. */
import * as z from 'zod';
import { endpoint, Id, IdParams } from '../../../kernel/endpoint.ts';
import { PlannedDay, Ref, text, Version } from '../../../records/contract/field-values.ts';
import { Lead } from './leads.ts';
import { CurrencyEntry, DecimalEntry } from './opportunities.ts';

export const ConvertLead = z.strictObject({
  version: Version,
  /** An existing contact, or a new one from the lead's data. An existing one gets what it lacks. */
  contact: z.discriminatedUnion('how', [
    z.strictObject({ how: z.literal('new') }),
    z.strictObject({ how: z.literal('existing'), id: Id }),
  ]),
  /** The company: an existing one, the one of this name (created when there is none), or none. */
  company: z.discriminatedUnion('how', [
    z.strictObject({ how: z.literal('none') }),
    z.strictObject({ how: z.literal('named'), name: text(200).min(1, 'Enter a company name.') }),
    z.strictObject({ how: z.literal('existing'), id: Id }),
  ]),
  /** Absent: no opportunity. */
  opportunity: z
    .strictObject({
      name: text(200).min(1, 'Enter a name for the opportunity.'),
      amount: DecimalEntry.optional(),
      currency: CurrencyEntry.optional(),
      pipelineId: Id.optional(),
      expectedClose: PlannedDay.nullable().optional(),
    })
    .optional(),
  /** Of contact and opportunity; absent: the lead's owner. */
  ownerId: Id.nullable().optional(),
  /** Of a private lead: that everyone is to see the new contact and the new company is known and wanted. */
  everybodySees: z.literal(true).optional(),
});
export type ConvertLead = z.infer<typeof ConvertLead>;

export const Conversion = z.object({ lead: Lead, contact: Ref, company: Ref.nullable(), opportunity: Ref.nullable() });
export const UndoneConversion = z.object({
  lead: Lead,
  /** Items that have changed since the conversion and therefore stay. */
  kept: z.array(z.string()),
});

const write = { tag: 'Leads', access: 'user', scope: 'leads:write' } as const;

export const conversion = {
  convert: endpoint({
    ...write,
    method: 'POST',
    path: '/api/leads/{id}/convert',
    summary: 'Convert a lead to a contact, company, and opportunity',
    description:
      'One transaction: all of it happens or nothing. Notes, files and activities of the lead go to the contact. Of a private lead the opportunity is private with the same people and gets ' +
      'notes and files; everybody sees contact and company, so that new ones are made only with `everybodySees` (else 409 `conflict`), with nothing but who it is, and existing ones stay as they are. An API key needs `contacts:write` too, and `opportunities:write` where there is an opportunity.',
    params: IdParams,
    body: ConvertLead,
    response: Conversion,
    errors: ['validation', 'forbidden', 'not_found', 'stale', 'conflict'],
  }),
  undo: endpoint({
    ...write,
    method: 'POST',
    path: '/api/leads/{id}/convert/undo',
    summary: 'Undo a conversion',
    description:
      'Records the conversion created go to the trash unless someone changed them since. Moved and filled-in values are restored.',
    params: IdParams,
    response: UndoneConversion,
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
} as const;
