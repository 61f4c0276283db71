/** Companies as the list parts see them. */
import { COMPANY_SORTS, companyBulk, type CompanyRow, companies } from '../../contract/companies.ts';
import { COMPANY_FILTER_FIELDS } from '../../contract/company-filter.ts';
import { companyDefinition } from '../../kinds/company.ts';
import { bulkFieldsOf, cellKitOf, wordsOf } from '../../../../records/web/defined-kit.ts';
import type { ListKit } from '../../../../records/web/list-kit.ts';

export const companyNameOf = ({ name }: Pick<CompanyRow, 'name'>) => name;

/** How timelines and conflicts word it. */
export const COMPANY_WORDS = wordsOf(companyDefinition);

export const companyKit: ListKit<CompanyRow> = {
  kind: 'company',
  sorts: COMPANY_SORTS,
  filterFields: COMPANY_FILTER_FIELDS,
  searchHint: 'Search name, website, phone',
  nameOf: companyNameOf,
  bulk: companyBulk,
  bulkFields: bulkFieldsOf(companyDefinition),
  cell: cellKitOf<CompanyRow>(companyDefinition),
  exportFile: companies.exportFile,
  purge: companies.purge,
};
