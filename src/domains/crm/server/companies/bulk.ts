/** Bulk actions on companies. */
import { CompanyBulkSet } from '../../contract/companies.ts';
import { BLANK_COMPANY, companyChanges, type CompanyData } from '../../engine/companies/company-data.ts';
import { companyDefinition } from '../../kinds/company.ts';
import { inGroups } from '../../../../records/engine/record-texts.ts';
import { uniqueTags } from '../../../../records/engine/tags.ts';
import { type BulkKind, type EditAction, retag } from '../../../../records/server/bulk/bulk-kind.ts';
import { changingChoices, settingOwn } from '../../../../records/server/custom-fields/bulk-edit.ts';
import { companyKind } from './kind.ts';
import { type DbRow, toData } from './rows.ts';
import { applyToCompany, lockCompanies } from './service.ts';
import { updateCompanies } from './write.ts';

export const companyBulk: BulkKind<DbRow, CompanyData> = {
  list: companyKind,
  prepare,
  lock: async (ids) =>
    (await lockCompanies(ids)).map((row) => ({ id: row.id, version: row.version, image: toData(row) })),
  differences: companyChanges,
  write: (changes) =>
    updateCompanies(changes.map(({ id, version, before, image }) => ({ id, version, before, data: image }))),
};

async function prepare(action: EditAction): Promise<(image: CompanyData) => CompanyData> {
  switch (action.kind) {
    case 'addTags':
    case 'removeTags': {
      const change = retag(action, uniqueTags);
      return (image) => ({ ...image, tags: change(image.tags) });
    }
    case 'addChoices':
    case 'removeChoices': {
      const change = await changingChoices('company', action);
      return (image) => ({ ...image, custom: change(image.custom) });
    }
    case 'assign':
      return edit({ ownerId: action.ownerId });
    case 'edit':
      return edit(CompanyBulkSet.parse(action.set));
  }
}

async function edit({
  custom = {},
  ...fields
}: ReturnType<typeof CompanyBulkSet.parse>): Promise<(image: CompanyData) => CompanyData> {
  // Checked once; what is the same for all need not be done for each.
  const set = await applyToCompany(BLANK_COMPANY, { ...inGroups(companyDefinition, fields), custom });
  const plain = Object.fromEntries(Object.keys(fields).map((field) => [field, set[field as keyof CompanyData]]));
  const setOwn = settingOwn(custom, set.custom);
  return (image) => ({ ...image, ...plain, custom: setOwn(image.custom) });
}
