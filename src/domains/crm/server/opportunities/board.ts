/** A pipeline as columns of cards. */
import type * as z from 'zod';
import { dayAt } from '../../../../kernel/days.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { Memory } from '../../../../server/events/figure-cache.ts';
import type { Board, BoardColumn, BoardQuery, Card } from '../../contract/opportunities.ts';
import type { Stage } from '../../contract/pipelines.ts';
import { sumIn } from '../../engine/opportunities/amounts.ts';
import { CRM } from '../../paths.ts';
import { contactName } from '../contacts/names.ts';
import { getPipeline } from '../pipelines/pipelines.ts';
import { isPrivate } from '../../../../records/server/access/is-private.ts';
import { prepareSelection } from '../../../../records/server/list/selection.ts';
import { Parameters } from '../../../../records/server/list/sort.ts';
import { workspaceSettings } from '../../../../records/server/workspace.ts';
import { opportunityKind } from './kind.ts';
import { ratesOn } from './rates.ts';
import { ROTTING } from './rows.ts';
import { selectionOf } from './selection.ts';

/** Counts and sums of whole columns, the same for everyone. What was closed too long ago drops out a little late. */
const SUMS = new Memory({ paths: [CRM.opportunities, CRM.pipelines], longest: 10_000 });

/** The first cards of each column, with the names of customers on them. */
const CARDS = new Memory({
  paths: [CRM.opportunities, CRM.pipelines, CRM.contacts, CRM.companies],
  longest: 10_000,
  most: 200,
});

type Prepared = Awaited<ReturnType<typeof prepareSelection>>;

interface Shown {
  prepared: Prepared;
  pipelineId: string;
  open: string[];
  closed: string[];
  closedDays: number;
}

/** @throws AppError `not_found`, `validation` */
export async function readBoard(request: Request): Promise<Board> {
  const pipeline = await getPipeline(request.pipelineId);
  const stages = pipeline.stages.filter((stage) => request.stageId === undefined || stage.id === request.stageId);
  const prepared = await prepareSelection(
    opportunityKind,
    selectionOf({ search: request.search, filter: request.filter, ownerId: request.ownerId }),
  );
  const idsOf = (open: boolean) =>
    stages.filter((stage) => (stage.outcome === 'open') === open).map((stage) => stage.id);
  const shown: Shown = {
    prepared,
    pipelineId: pipeline.id,
    open: idsOf(true),
    closed: idsOf(false),
    closedDays: request.closedDays,
  };
  const { currency, timeZone } = await workspaceSettings();
  const today = dayAt(new Date(), timeZone);
  const rates = await ratesOn(today, currency);
  const sums = Map.groupBy(await sumsOf(request, shown), (row) => row.stage_id);
  const cards = Map.groupBy(await cardsOf(request, shown), (card) => card.stageId);
  const column = (stage: Stage): BoardColumn => {
    const rows = sums.get(stage.id) ?? [];
    return {
      stageId: stage.id,
      count: rows.reduce((count, row) => count + row.count, 0),
      sum: sumIn(currency, rows, rates),
      weighted: sumIn(
        currency,
        rows.map((row) => ({ currency: row.currency, amount: row.weighted })),
        rates,
      ),
      amounts: rows.some((row) => row.currency !== currency)
        ? rows.map((row) => ({ currency: row.currency, amount: row.amount }))
        : [],
      cards: cards.get(stage.id) ?? [],
    };
  };
  return { columns: stages.map(column), today };
}

const within = (days: string) => `o.closed_at >= now() - make_interval(days => ${days})`;

interface SumRow {
  stage_id: string;
  currency: string;
  count: number;
  amount: string;
  weighted: string;
}

type Request = z.output<typeof BoardQuery>;

/** A search and a filter ask of other records too, whose changes name other paths. */
const isPlain = ({ search, filter }: Request) => !search && !filter;
const keyOf = ({ ownerId, stageId, closedDays, limit }: Request, { pipelineId }: Shown) =>
  JSON.stringify([pipelineId, stageId, ownerId, closedDays, limit]);

function sumsOf(request: Request, shown: Shown): Promise<SumRow[]> {
  return isPlain(request)
    ? SUMS.read(currentWorkspaceId(), keyOf(request, shown), () => readSums(shown))
    : readSums(shown);
}

function cardsOf(request: Request, shown: Shown): Promise<Card[]> {
  return isPlain(request)
    ? CARDS.read(currentWorkspaceId(), keyOf(request, shown), () => readCards(shown, request.limit))
    : readCards(shown, request.limit);
}

/** Counts and sums by stage and currency; closed ones as far back as is asked for. */
function readSums({ prepared, pipelineId, open, closed, closedDays }: Shown): Promise<SumRow[]> {
  const parameters = new Parameters();
  const pipeline = parameters.add(pipelineId, 'uuid');
  const figures =
    'o.stage_id, o.currency, count(*)::int as count, sum(o.amount)::text as amount, sum(o.amount * o.probability / 100)::text as weighted';
  const part = (condition: string) =>
    `select ${figures} from opportunities o where ${prepared.where(parameters)} and o.pipeline_id = ${pipeline}
      and ${condition} group by o.stage_id, o.currency`;
  const ofOpen = part(`o.state = 'open' and o.stage_id = any(${parameters.add(open, 'uuid[]')})`);
  const ofClosed = part(
    `o.stage_id = any(${parameters.add(closed, 'uuid[]')}) and ${within(parameters.add(closedDays, 'int'))}`,
  );
  return query(`${ofOpen} union all ${ofClosed}`, parameters.values);
}

const CARD = `o.id, o.version, o.name, o.amount::text as amount, o.currency, o.probability, o.stage_id as "stageId", o.expected_close as "expectedClose", o.owner_id as "ownerId",
  coalesce(co.name, case when c.id is null then '' else ${contactName('c')} end) as customer, o.stage_entered_at as "stageEnteredAt", o.closed_at as "closedAt", ${ROTTING} as rotting, ${isPrivate('o')}`;

/** The first cards of each stage: by hand in open ones, the latest closed first in the others. */
async function readCards({ prepared, open, closed, closedDays }: Shown, limit: number): Promise<Card[]> {
  const parameters = new Parameters();
  const most = parameters.add(limit, 'int');
  const part = (stages: string[], condition: string, orderBy: string) =>
    `(select ${CARD} from unnest(${parameters.add(stages, 'uuid[]')}) with ordinality as st(id, n)
      cross join lateral (select o.* from opportunities o where ${prepared.where(parameters)} and o.stage_id = st.id
        and ${condition} order by ${orderBy} limit ${most}) o
      join stages s on s.id = o.stage_id
      left join contacts c on c.id = o.contact_id and c.workspace_id = o.workspace_id and c.deleted_at is null
      left join companies co on co.id = o.company_id and co.workspace_id = o.workspace_id and co.deleted_at is null
      order by st.n, ${orderBy})`;
  const ofOpen = part(open, 'true', 'o.rank, o.id');
  const ofClosed = part(closed, within(parameters.add(closedDays, 'int')), 'o.closed_at desc, o.id desc');
  const rows = await query<Omit<Card, 'private'> & { private: true | null }>(
    `${ofOpen} union all ${ofClosed}`,
    parameters.values,
  );
  return rows.map(({ private: only, ...card }) => (only ? { ...card, private: only } : card));
}
