/** Channel costs: managers enter them, and the report on sources uses them. */
import { AppError, invalid, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { isCurrency } from '../../../../kernel/money/currencies.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import {
  type ChannelCost,
  type ChannelCostUpdate,
  daysProblem,
  MAX_CHANNEL_COSTS,
  type NewChannelCost,
} from '../../contract/channel-costs.ts';
import { CRM } from '../../paths.ts';

const NOUN = 'The cost';
const COLUMNS =
  'id, version, source, from_day as "from", to_day as "to", trim_scale(amount)::text as amount, currency, note, updated_at as "updatedAt"';

/** The latest days first. */
export function listCosts(): Promise<ChannelCost[]> {
  return query<ChannelCost>(
    `select ${COLUMNS} from channel_costs where workspace_id = $1 order by to_day desc, id limit ${MAX_CHANNEL_COSTS}`,
    [currentWorkspaceId()],
  );
}

/** @throws AppError `validation`, `conflict` when there are too many. */
export function createCost(cost: NewChannelCost): Promise<ChannelCost> {
  check(cost);
  return transaction(async () => {
    const [count] = await query<{ n: number }>('select count(*)::int as n from channel_costs where workspace_id = $1', [
      currentWorkspaceId(),
    ]);
    if (count!.n >= MAX_CHANNEL_COSTS)
      throw new AppError('conflict', `A workspace keeps at most ${MAX_CHANNEL_COSTS} costs of channels.`);
    const { source, from, to, amount, currency, note } = cost;
    const [made] = await query<ChannelCost>(
      `insert into channel_costs (id, workspace_id, source, from_day, to_day, amount, currency, note, created_by,
        updated_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) returning ${COLUMNS}`,
      [newId(), currentWorkspaceId(), source, from, to, amount, currency, note, currentUserId()],
    );
    await tell('created', made!);
    return made!;
  });
}

/** @throws AppError `validation`, `not_found`, `stale`. */
export function updateCost(id: string, { version, ...change }: ChannelCostUpdate): Promise<ChannelCost> {
  return transaction(async () => {
    const [now] = await query<ChannelCost>(
      `select ${COLUMNS} from channel_costs where workspace_id = $1 and id = $2 for update`,
      [currentWorkspaceId(), id],
    );
    if (!now) throw notFound(NOUN);
    if (now.version !== version)
      throw new AppError('stale', 'Someone else changed this cost in the meantime. Your changes were not saved.', {
        details: { current: now, changed: [] },
      });
    const next = { ...now, ...change };
    check(next);
    const [changed] = await query<ChannelCost>(
      `update channel_costs set source = $3, from_day = $4, to_day = $5, amount = $6, currency = $7, note = $8,
        version = version + 1, updated_at = now(), updated_by = $9
       where workspace_id = $1 and id = $2 returning ${COLUMNS}`,
      [
        currentWorkspaceId(),
        id,
        next.source,
        next.from,
        next.to,
        next.amount,
        next.currency,
        next.note,
        currentUserId(),
      ],
    );
    await tell('updated', changed!);
    return changed!;
  });
}

/** @throws AppError `not_found`. */
export function removeCost(id: string): Promise<void> {
  return transaction(async () => {
    const [gone] = await query<ChannelCost>(
      `delete from channel_costs where workspace_id = $1 and id = $2 returning ${COLUMNS}`,
      [currentWorkspaceId(), id],
    );
    if (!gone) throw notFound(NOUN);
    await tell('deleted', gone);
  });
}

/** @throws AppError `validation` */
function check({ from, to, currency }: NewChannelCost): void {
  const problem = daysProblem({ from, to });
  if (problem) throw invalid('to', problem);
  if (!isCurrency(currency))
    throw invalid('currency', `${currency} is not a currency. Use a three-letter code such as EUR.`);
}

function tell(
  what: 'created' | 'updated' | 'deleted',
  { id, source, from, to, amount, currency }: ChannelCost,
): Promise<unknown> {
  return emit({
    type: `channel_cost.${what}`,
    subject: { type: 'channel_cost', id },
    data: { source, from, to, amount, currency },
    paths: [CRM.channelCosts, CRM.reports],
  });
}
