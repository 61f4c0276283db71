/** Two entries of one company become one. */
import type { CompanyData } from '../../engine/companies/company-data.ts';
import { COMPANY_MERGE } from '../../engine/merge/rules.ts';
import { CRM } from '../../paths.ts';
import type { MergeKind } from '../../../../records/server/merge/merge.ts';
import { companyBulk } from './bulk.ts';
import type { DbRow } from './rows.ts';
import { getCompany } from './service.ts';
import { renameInContacts } from './write.ts';

export const companyMerge: MergeKind<DbRow, CompanyData> = {
  kind: 'company',
  bulk: companyBulk,
  rules: COMPANY_MERGE,
  get: (id) => getCompany(id),
  nameOf: ({ name }) => name,
  belongings: (['contacts', 'opportunities', 'activities', 'leads'] as const).map((table) => ({
    what: table,
    table,
    column: 'company_id',
    counted: 'm.deleted_at is null',
  })),
  // Contacts are sorted, searched and recognized by the name of their company.
  afterMove: renameInContacts,
  paths: [CRM.companies, CRM.contacts, CRM.opportunities, CRM.activities, CRM.leads],
};
