/** Two entries of one lead become one. */
import { AppError } from '../../../../kernel/errors.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { type LeadData, leadName } from '../../engine/leads/lead-data.ts';
import { LEAD_MERGE } from '../../engine/merge/rules.ts';
import { CRM } from '../../paths.ts';
import type { MergeKind } from '../../../../records/server/merge/merge.ts';
import { leadBulk } from './bulk.ts';
import { LEADS_CHANGED } from './kind.ts';
import type { DbRow } from './rows.ts';
import { getLead } from './service.ts';

const isConverted = async (ids: readonly string[]) =>
  (
    await query(
      `select 1 from leads where workspace_id = $1 and id = any($2) and status = 'converted' and deleted_at is null`,
      [currentWorkspaceId(), ids],
    )
  ).length > 0;

export const leadMerge: MergeKind<DbRow, LeadData> = {
  kind: 'lead',
  bulk: leadBulk,
  rules: LEAD_MERGE,
  get: (id) => getLead(id),
  nameOf: leadName,
  belongings: [
    { what: 'activities', table: 'activities', column: 'lead_id', counted: 'm.deleted_at is null' },
    { what: 'entries', table: 'lead_submissions', column: 'lead_id' },
    { what: 'submissions', table: 'funnel_submissions', column: 'lead_id' },
    { what: 'orders', table: 'funnel_orders', column: 'lead_id' },
  ],
  refuse: async (ids) => {
    if (await isConverted(ids))
      throw new AppError('conflict', 'Converted leads can’t be merged. Merge the contact instead.');
  },
  held: async (id) =>
    (await isConverted([id])) ? 'The lead was converted after the merge. Undo the conversion first.' : undefined,
  paths: [...LEADS_CHANGED, CRM.activities],
};
