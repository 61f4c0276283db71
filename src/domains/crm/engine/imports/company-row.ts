/** A row of a file as a company. There is one company of a name, so a name is always what it is recognized by. */
import type { ImportOptions } from '../../contract/imports.ts';
import { companyDefinition } from '../../kinds/company.ts';
import { BLANK_COMPANY, type CompanyData, companyKey } from '../companies/company-data.ts';
import { mergeShared } from './contact-row.ts';
import { cellsOf, mergedNames } from './defined-cells.ts';
import type { RowKind } from './row-reader.ts';

/** Companies have no source; it stays blank. */
export type CompanyEntry = CompanyData & { source: string };

const cells = cellsOf(companyDefinition);

export const companyRows: RowKind<CompanyEntry> = {
  kind: 'company',
  blank: () => ({ ...BLANK_COMPANY, source: '', tags: [] }),
  cell: (target) => cells.get(target) ?? (() => undefined),
  lack: (entry) => (entry.name ? undefined : 'Name is missing.'),
};

/** The key by which the row is a company that is there already. */
export function companyKeys(entry: CompanyEntry): string[] {
  return [`m:${companyKey(entry.name)}`];
}

const TEXTS = mergedNames(companyDefinition);

/** A company with what a row adds to it; its name stays as it is written. */
export function mergeCompany(current: CompanyData, row: CompanyEntry, mode: ImportOptions['update']): CompanyData {
  return mergeShared(current, row, mode, TEXTS);
}
