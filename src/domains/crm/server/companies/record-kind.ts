import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { defineRecordKind } from '../../../../records/server/record-kind.ts';
import { CompanyUpdate, NewCompany } from '../../contract/companies.ts';
import { companyKey } from '../../engine/companies/company-data.ts';
import { activitiesOfCompany } from './kind.ts';
import { createCompany, getCompany, purgeCompanies, updateCompany } from './service.ts';

export const companyRecordKind = defineRecordKind('company', {
  noun: 'The company',
  name: 'r.name',
  owner: 'r.owner_id',
  linkField: 'companyId',
  create: { schema: NewCompany, run: createCompany },
  edit: { schema: CompanyUpdate, read: (id) => getCompany(id), update: updateCompany },
  purge: purgeCompanies,
  async findByKey({ name }) {
    if (typeof name !== 'string' || companyKey(name) === '') return [];
    const rows = await query<{ id: string }>(
      'select id from companies where workspace_id = $1 and name_key = $2 and deleted_at is null limit 2',
      [currentWorkspaceId(), companyKey(name)],
    );
    return rows.map(({ id }) => id);
  },
  rollUpMembers: {
    contacts: 'c.company_id = r.id',
    opportunities: 'o.company_id = r.id',
    activities: `a.id in (${activitiesOfCompany('x.id').replaceAll('$2', 'r.id')})`,
  },
});
