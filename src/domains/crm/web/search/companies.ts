import { defineSearchSource } from '../../../../web/shell/search-source.ts';
import type { CompanyRow } from '../../contract/companies.ts';
import { CRM } from '../../paths.ts';

/** Companies of which any field fits. */
export default defineSearchSource<CompanyRow>({
  id: 'companies',
  label: 'Companies',
  page: '/companies',
  list: CRM.companies,
  query: { sort: 'match' },
  hit: ({ id, name, industry, city }) => ({ id, title: name, detail: industry || city, to: `/companies/${id}` }),
});
