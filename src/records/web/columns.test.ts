import { expect, it } from 'vitest';
import { ACTIVITY_SORTS } from '../../domains/crm/contract/activities.ts';
import { COMPANY_SORTS } from '../../domains/crm/contract/companies.ts';
import { CONTACT_SORTS } from '../../domains/crm/contract/contacts.ts';
import { LEAD_SORTS } from '../../domains/crm/contract/leads.ts';
import { OPPORTUNITY_SORTS } from '../../domains/crm/contract/opportunities.ts';
import { activityColumns, STANDARD_COLUMNS as STANDARD_ACTIVITY } from '../../domains/crm/web/activities/columns.tsx';
import { companyColumns, STANDARD_COMPANY_COLUMNS } from '../../domains/crm/web/companies/company-columns.tsx';
import { leadColumns, STANDARD_LEAD_COLUMNS } from '../../domains/crm/web/leads/lead-columns.tsx';
import {
  contactColumns,
  STANDARD_COLUMNS as STANDARD_CONTACT,
} from '../../domains/crm/web/contacts/contact-columns.tsx';
import {
  opportunityColumns,
  STANDARD_COLUMNS as STANDARD_OPPORTUNITY,
} from '../../domains/crm/web/opportunities/columns.tsx';

const context = {
  customFields: [],
  owners: { options: () => Promise.resolve([]), nameOf: () => '' },
  recordSearch: {},
};

it.each([
  ['contacts', contactColumns, CONTACT_SORTS, STANDARD_CONTACT],
  ['companies', companyColumns, COMPANY_SORTS, STANDARD_COMPANY_COLUMNS],
  ['leads', leadColumns, LEAD_SORTS, STANDARD_LEAD_COLUMNS],
  ['opportunities', opportunityColumns, OPPORTUNITY_SORTS, STANDARD_OPPORTUNITY],
  ['activities', activityColumns, ACTIVITY_SORTS, STANDARD_ACTIVITY],
] as const)(
  'the list of %s sorts by what its call sorts by, and shows columns that there are',
  (_, columnsOf, sorts, standard) => {
    const columns = columnsOf(context);
    const known: readonly string[] = sorts;
    expect(
      columns.flatMap(({ sortField }) => (sortField === undefined || known.includes(sortField) ? [] : [sortField])),
    ).toEqual([]);
    expect(columns.filter(({ sortField }) => sortField).length).toBeGreaterThan(2);
    expect(standard.split(',').filter((id) => columns.every((column) => column.id !== id))).toEqual([]);
  },
);
