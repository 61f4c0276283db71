/** Companies between the database and the rest: columns under the contract's names, and their way into its shapes. */
import { type Company, CompanyRow } from '../../contract/companies.ts';
import { BLANK_COMPANY, type CompanyData } from '../../engine/companies/company-data.ts';
import { restOf } from '../../../../records/engine/record-texts.ts';
import { columnsAs, definedColumns, pickerOf } from '../../../../records/server/defined-columns.ts';
import { companyDefinition } from '../../kinds/company.ts';

const { row, rest } = definedColumns(companyDefinition, 'co');

/** Columns of a list row; `co` is companies. */
export const ROW_COLUMNS = `${columnsAs('co', ['id', 'version'])}, ${row},
  ${columnsAs('co', ['ownerId', 'tags', 'custom', 'lastActivityAt', 'createdAt', 'updatedAt', 'deletedAt'])},
  (select count(*)::int from contacts c where c.workspace_id = co.workspace_id and c.company_id = co.id
    and c.deleted_at is null) as "contactCount"`;

/** Columns of the whole record. */
export const RECORD_COLUMNS = `${ROW_COLUMNS}, ${rest}, ${columnsAs('co', ['importId', 'createdBy', 'updatedBy'])}`;

export type DbRow = CompanyRow;
export type DbRecord = CompanyRow & CompanyData & Pick<Company, 'importId' | 'createdBy' | 'updatedBy'>;

/** Only the contract's fields of a row, which may also have sort values. */
export const toRow = pickerOf<CompanyRow>(CompanyRow.keyof().options);

export const toData: (row: CompanyData) => CompanyData = pickerOf<CompanyData>(
  Object.keys(BLANK_COMPANY) as (keyof CompanyData)[],
);

export function toCompany(record: DbRecord): Company {
  const { importId, createdBy, updatedBy } = record;
  return { ...toRow(record), ...restOf(companyDefinition, record), importId, createdBy, updatedBy };
}
