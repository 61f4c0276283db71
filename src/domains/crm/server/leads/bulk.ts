/** Bulk actions on leads. A converted lead stays as it is. */
import { LeadBulkSet } from '../../contract/leads.ts';
import { uniqueTags } from '../../engine/contact-data.ts';
import { BLANK_LEAD, leadChanges, type LeadData } from '../../engine/leads/lead-data.ts';
import { type BulkKind, type EditAction, retag } from '../records/bulk-kind.ts';
import { applyToLead } from './input.ts';
import { leadKind } from './kind.ts';
import { type DbRow, toData } from './rows.ts';
import { scoreLeads } from './scoring.ts';
import { lockLeads } from './service.ts';
import { updateLeads } from './write.ts';

export const leadBulk: BulkKind<DbRow, LeadData> = {
  list: leadKind,
  prepare,
  lock: async (ids) => (await lockLeads(ids)).filter((row) => row.status !== 'converted').map((row) => ({ id: row.id, version: row.version, image: toData(row) })),
  differences: leadChanges,
  write: async (changes) => {
    await updateLeads(changes.map(({ id, version, image }) => ({ id, version, data: image })));
    await scoreLeads(changes.map(({ id }) => id));
  },
};

async function prepare(action: EditAction): Promise<(image: LeadData) => LeadData> {
  switch (action.kind) {
    case 'addTags': case 'removeTags': {
      const change = retag(action, uniqueTags);
      return (image) => ({ ...image, tags: change(image.tags) });
    }
    case 'assign': return edit({ ownerId: action.ownerId });
    case 'edit': return edit(LeadBulkSet.parse(action.set));
  }
}

async function edit({ custom = {}, ...fields }: ReturnType<typeof LeadBulkSet.parse>): Promise<(image: LeadData) => LeadData> {
  // Checked once; what is the same for all need not be done for each.
  const set = await applyToLead(BLANK_LEAD, { ...fields, custom });
  const plain = Object.fromEntries(Object.keys(fields).map((field) => [field, set[field as keyof LeadData]]));
  return (image) => {
    const merged = { ...image.custom, ...set.custom };
    for (const key of Object.keys(custom)) if (!(key in set.custom)) delete merged[key];
    const next = { ...image, ...plain, custom: merged };
    return next.status === 'unqualified' ? next : { ...next, statusReason: '' };
  };
}
