/** Bulk actions on opportunities. */
import { OpportunityBulkSet } from '../../contract/opportunities.ts';
import { uniqueTags } from '../../../../records/engine/tags.ts';
import {
  BLANK_OPPORTUNITY,
  type NamedOpportunity,
  NO_NAMES,
  opportunityChanges,
} from '../../engine/opportunities/opportunity-data.ts';
import { companiesOfThen } from '../contacts/references.ts';
import { type BulkKind, type EditAction, retag } from '../../../../records/server/bulk/bulk-kind.ts';
import { changingChoices, settingOwn } from '../../../../records/server/custom-fields/bulk-edit.ts';
import { applyToOpportunity } from './input.ts';
import { opportunityKind } from './kind.ts';
import { type DbRow, toNamed } from './rows.ts';
import { lockOpportunities } from './service.ts';
import { updateOpportunities } from './write.ts';

export const opportunityBulk: BulkKind<DbRow, NamedOpportunity> = {
  list: opportunityKind,
  prepare,
  lock: async (ids) =>
    (await lockOpportunities(ids)).map((row) => ({ id: row.id, version: row.version, image: toNamed(row) })),
  differences: opportunityChanges,
  write: (changes) => updateOpportunities(changes.map(({ id, version, image }) => ({ id, version, ...image }))),
  revive: revivedCompanies,
};

async function prepare(action: EditAction): Promise<(image: NamedOpportunity) => NamedOpportunity> {
  switch (action.kind) {
    case 'addTags':
    case 'removeTags': {
      const change = retag(action, uniqueTags);
      return (image) => ({ ...image, data: { ...image.data, tags: change(image.data.tags) } });
    }
    case 'addChoices':
    case 'removeChoices': {
      const change = await changingChoices('opportunity', action);
      return (image) => ({ ...image, data: { ...image.data, custom: change(image.data.custom) } });
    }
    case 'assign':
      return edit({ ownerId: action.ownerId });
    case 'edit':
      return edit(OpportunityBulkSet.parse(action.set));
  }
}

async function edit({
  custom = {},
  ...fields
}: ReturnType<typeof OpportunityBulkSet.parse>): Promise<(image: NamedOpportunity) => NamedOpportunity> {
  // Checked and looked up once; what is the same for all need not be done for each.
  const { data: set, names } = await applyToOpportunity(
    { data: BLANK_OPPORTUNITY, names: NO_NAMES },
    { ...fields, custom },
    'open',
    [],
  );
  const plain = Object.fromEntries(Object.keys(fields).map((field) => [field, set[field as keyof typeof set]]));
  const setOwn = settingOwn(custom, set.custom);
  return ({ data, names: present }) => ({
    data: { ...data, ...plain, custom: setOwn(data.custom) },
    names: { ...present, ...(fields.companyId === undefined ? {} : { company: names.company }) },
  });
}

/** States of old, each with the company that it names as that is today. */
export async function revivedCompanies<Image extends NamedOpportunity>(images: readonly Image[]): Promise<Image[]> {
  const companyOf = await companiesOfThen(images.map(({ data }) => data.companyId));
  return images.map((image) => {
    const { id, name } = companyOf(image.data.companyId);
    return { ...image, data: { ...image.data, companyId: id }, names: { ...image.names, company: name } };
  });
}
