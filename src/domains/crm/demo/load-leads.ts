/** The sample leads, with scoring and assignment rules and a form. */
import { insertLeads, scoreLeads } from '../index.ts';
import { newId } from '../../../kernel/ids.ts';
import type { DemoBusiness } from '../../../demo/generate/index.ts';
import { insertRows } from '../../../demo/rows.ts';

interface LeadRefs {
  leadIds: readonly string[];
  contactIds: readonly string[];
  people: readonly string[];
}

const condition = (field: string, op: string, value?: unknown) => ({
  match: 'all',
  conditions: [{ field, op, ...(value !== undefined && { value }) }],
});

export async function loadLeads(
  { leads, profile }: DemoBusiness,
  { leadIds, contactIds, people }: LeadRefs,
): Promise<void> {
  const bestSource = Object.keys(profile.sources).find((source) => /refer|introduction/i.test(source)) ?? 'Website';
  const rules = [
    { label: `Came by ${bestSource.toLowerCase()}`, filter: condition('source', 'any_of', [bestSource]), points: 30 },
    {
      label: 'Decides about money',
      filter: {
        match: 'any',
        conditions: [
          { field: 'title', op: 'contains', value: 'owner' },
          { field: 'title', op: 'contains', value: 'director' },
        ],
      },
      points: 25,
    },
    { label: 'Has a company', filter: condition('companyName', 'not_empty'), points: 15 },
    { label: 'Can be called', filter: condition('phone', 'not_empty'), points: 15 },
    { label: 'Can be written to', filter: condition('email', 'not_empty'), points: 10 },
    { label: 'Told us what they want', filter: condition('about', 'not_empty'), points: 10 },
    { label: 'Came in cold', filter: condition('source', 'any_of', ['Cold outreach', 'Door knocking']), points: -15 },
  ];
  await insertRows(
    'lead_score_rules',
    rules.map((rule, position) => ({ id: newId(), ...rule, position })),
  );
  await insertRows('lead_assignment_rules', [
    { id: newId(), label: 'Round robin', filter: { match: 'all', conditions: [] }, owner_ids: people, position: 0 },
  ]);
  await insertRows('lead_forms', [
    {
      id: newId(),
      name: 'Ask us',
      key: newId().replaceAll('-', ''),
      source: 'Website',
      tags: [],
      button: 'Send',
      thanks: 'Thank you. We answer within one working day.',
      origins: [],
      consent_text: 'You may contact me about my request.',
      confirm_email: false,
      needs_approval: true,
      fields: [
        { name: 'firstName', label: 'First name', required: false },
        { name: 'lastName', label: 'Last name', required: true },
        { name: 'email', label: 'Email', required: true },
        { name: 'phone', label: 'Phone', required: false },
        { name: 'message', label: 'What can we do for you?', required: false },
      ],
    },
  ]);
  await insertLeads(
    leads.map(({ owner, contact, createdAt, ...lead }, i) => ({
      id: leadIds[i]!,
      createdAt,
      contactId: contact === null ? null : contactIds[contact]!,
      convertedAt: contact === null ? null : createdAt,
      data: {
        ...lead,
        website: '',
        statusReason: lead.status === 'unqualified' ? 'Chose another vendor' : '',
        ownerId: owner === null ? null : people[owner]!,
        businessLicenseId: null,
        tags: [],
        custom: {},
      },
    })),
  );
  await scoreLeads(leadIds);
}
