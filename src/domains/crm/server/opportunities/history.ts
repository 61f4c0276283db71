/** The way of an opportunity through the stages. */
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { History } from '../../contract/opportunities.ts';
import { timeInStages } from '../../engine/opportunities/stage-duration.ts';
import { requireRecord } from '../../../../records/server/require-record.ts';
import { opportunityKind } from './kind.ts';

/** @throws AppError `not_found` */
export async function stageHistory(id: string, now = new Date()): Promise<History> {
  await requireRecord(opportunityKind, id);
  const stays = await query<History['stays'][number]>(
    `select h.stage_id as "stageId", h.stage_name as "stageName", h.outcome, h.entered_at as "enteredAt",
      h.left_at as "leftAt",
       case when p.id is null then null else jsonb_build_object('id', p.id, 'name', p.name) end as "movedBy"
     from opportunity_stays h left join workspace_people p on p.id = h.moved_by
        where h.workspace_id = $1 and h.opportunity_id = $2 order by h.entered_at, h.id limit 1000`,
    [currentWorkspaceId(), id],
  );
  return { stays, times: timeInStages(stays, now) };
}
