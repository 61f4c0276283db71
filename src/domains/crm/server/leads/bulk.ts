/** Bulk actions on leads. A converted lead stays as it is. */
import { LeadBulkSet } from '../../contract/leads.ts';
import { uniqueTags } from '../../../../records/engine/tags.ts';
import { BLANK_LEAD, leadChanges, type LeadData } from '../../engine/leads/lead-data.ts';
import { type BulkKind, type EditAction, retag } from '../../../../records/server/bulk/bulk-kind.ts';
import { changingChoices, settingOwn } from '../../../../records/server/custom-fields/bulk-edit.ts';
import { applyToLead } from './input.ts';
import { leadKind } from './kind.ts';
import { type DbRow, toData } from './rows.ts';
import { scoreLeads } from './scoring.ts';
import { lockLeads } from './service.ts';
import { updateLeads } from './write.ts';

/**
 * With the instant since which it has its status, where that is to be kept: undo puts it back, a new status begins
 * again.
 */
export type LeadImage = LeadData & { statusSince?: string };

export const leadBulk: BulkKind<DbRow, LeadImage> = {
  list: leadKind,
  prepare: async (action) => {
    const change = await prepare(action);
    return ({ statusSince, ...lead }) => {
      const next = change(lead);
      return next.status === lead.status && statusSince ? { ...next, statusSince } : next;
    };
  },
  lock: async (ids) =>
    (await lockLeads(ids))
      .filter((row) => row.status !== 'converted')
      .map((row) => ({ id: row.id, version: row.version, image: { ...toData(row), statusSince: row.status_since } })),
  differences: leadChanges,
  write: async (changes) => {
    await updateLeads(
      changes.map(({ id, version, image: { statusSince, ...data } }) => ({
        id,
        version,
        data,
        ...(statusSince ? { statusSince } : {}),
      })),
    );
    await scoreLeads(changes.map(({ id }) => id));
  },
};

async function prepare(action: EditAction): Promise<(image: LeadData) => LeadData> {
  switch (action.kind) {
    case 'addTags':
    case 'removeTags': {
      const change = retag(action, uniqueTags);
      return (image) => ({ ...image, tags: change(image.tags) });
    }
    case 'addChoices':
    case 'removeChoices': {
      const change = await changingChoices('lead', action);
      return (image) => ({ ...image, custom: change(image.custom) });
    }
    case 'assign':
      return edit({ ownerId: action.ownerId });
    case 'edit':
      return edit(LeadBulkSet.parse(action.set));
  }
}

async function edit({
  custom = {},
  ...fields
}: ReturnType<typeof LeadBulkSet.parse>): Promise<(image: LeadData) => LeadData> {
  // Checked once; what is the same for all need not be done for each.
  const set = await applyToLead(BLANK_LEAD, { ...fields, custom });
  const plain = Object.fromEntries(Object.keys(fields).map((field) => [field, set[field as keyof LeadData]]));
  const setOwn = settingOwn(custom, set.custom);
  return (image) => {
    const next = { ...image, ...plain, custom: setOwn(image.custom) };
    return next.status === 'unqualified' ? next : { ...next, statusReason: '' };
  };
}
