/** Deals with what is known of them: for the list, and for one room. */
import { AppError } from '../../../kernel/errors.ts';
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { mayManage } from '../../../records/server/access/managers.ts';
import { workspaceSettings, workspaceToday } from '../../../records/server/workspace.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import type { DealRow, dealRooms } from '../contract.ts';
import { type DealFacts, nextStep, riskSignals } from '../engine/signals.ts';
import { readSettings } from './settings.ts';

interface FactRow {
  opportunityId: string;
  roomId: string | null;
  name: string;
  customer: string;
  amount: string;
  currency: string;
  state: 'open' | 'won' | 'lost';
  stage: string;
  ownerName: string;
  expectedClose: string | null;
  contracted: string | null;
  collected: string;
  lastVisitAt: string | null;
  idleDays: number;
  people: number;
  blockers: number;
  champions: number;
  overdueOurs: number;
  overdueBuyers: number;
  openActions: number;
  closeMoves: number;
  linkOn: boolean;
  buyerIdleDays: number | null;
  proposal: string | null;
  proposalEndsIn: number | null;
  overduePayments: number;
  /** The amount in the workspace’s currency. */
  value: string;
}

const CUSTOMER = `coalesce(co.name, nullif(trim(c.first_name || ' ' || c.last_name), ''), '')`;
/** Without a rate an amount counts as it stands: a deal must not vanish because no one entered one. */
const VALUE = `(o.amount * case when o.currency = $2 then 1 else coalesce((select x.rate from exchange_rates x
  where x.workspace_id = $1 and x.base = $2 and x.currency = o.currency order by x.day desc limit 1), 1) end)`;
const daysSince = (instant: string) => `floor(extract(epoch from now() - ${instant}) / 86400)::int`;

/** $1 workspace, $2 its currency, $3 today. */
const COLUMNS = `o.id as "opportunityId", r.id as "roomId", o.name, ${CUSTOMER} as customer, trim_scale(o.amount)::text as amount,
  o.currency, o.state, s.name as stage, coalesce((select p.name from workspace_people p where p.id = o.owner_id), '') as "ownerName",
  o.expected_close as "expectedClose", r.last_visit_at as "lastVisitAt",
  (select trim_scale(a.total)::text from deal_acceptances a where a.opportunity_id = o.id order by a.accepted_at desc limit 1) as contracted,
  (select trim_scale(coalesce(sum(i.paid - i.refunded), 0))::text from deal_installments i where i.opportunity_id = o.id) as collected,
  ${daysSince('greatest(o.last_activity_at, o.created_at)')} as "idleDays",
  (select count(distinct x.id)::int from (select oc.contact_id as id from opportunity_contacts oc where oc.opportunity_id = o.id
    union all select o.contact_id) x join contacts k on k.id = x.id and k.deleted_at is null) as people,
  (select count(*)::int from deal_stances t where t.opportunity_id = o.id and t.stance = 'blocker') as blockers,
  (select count(*)::int from deal_stances t where t.opportunity_id = o.id and t.stance = 'champion') as champions,
  (select count(*)::int from deal_actions d where d.opportunity_id = o.id and d.done_at is null and d.side = 'us' and d.due_day < $3::date) as "overdueOurs",
  (select count(*)::int from deal_actions d where d.opportunity_id = o.id and d.done_at is null and d.side = 'buyer' and d.due_day < $3::date) as "overdueBuyers",
  (select count(*)::int from deal_actions d where d.opportunity_id = o.id and d.done_at is null) as "openActions",
  (select count(*)::int from events e, jsonb_path_query(e.data, '$.changes[*] ? (@.field == "expectedClose")') move
    where e.workspace_id = $1 and e.subject_type = 'opportunity' and e.subject_id = o.id::text and e.type = 'opportunity.updated'
      and move->>'from' < move->>'to') as "closeMoves",
  coalesce(r.link_on and r.link_expires_at > now(), false) as "linkOn",
  case when r.link_on and r.link_expires_at > now() then ${daysSince('coalesce(greatest(r.last_visit_at, r.link_since), r.created_at)')} end as "buyerIdleDays",
  (select d.state from deal_proposals d where d.room_id = r.id and d.state not in ('withdrawn', 'replaced')
    order by d.number desc limit 1) as proposal,
  (select d.valid_until - $3::date from deal_proposals d where d.room_id = r.id and d.state = 'sent' limit 1) as "proposalEndsIn",
  (select count(*)::int from deal_installments i where i.opportunity_id = o.id and i.paid = 0 and i.due_day < $3::date) as "overduePayments",
  trim_scale(${VALUE})::text as value`;
const FROM = `opportunities o join stages s on s.id = o.stage_id left join deal_rooms r on r.opportunity_id = o.id
  left join contacts c on c.id = o.contact_id and c.deleted_at is null
  left join companies co on co.id = o.company_id and co.deleted_at is null
  where o.workspace_id = $1 and o.deleted_at is null`;

type Settings = Awaited<ReturnType<typeof readSettings>>;

const proposalOf = (state: string | null): DealFacts['proposal'] =>
  state === 'draft' || state === 'sent' || state === 'accepted' || state === 'declined' ? state : 'none';

function judged(row: FactRow, today: string, { quietDays, buyerQuietDays }: Settings): DealRow {
  const facts: DealFacts = {
    ...row,
    today,
    hasRoom: row.roomId !== null,
    proposal: proposalOf(row.proposal),
    quietDays,
    buyerQuietDays,
  };
  const { opportunityId, roomId, name, customer, amount, currency, state, stage, ownerName } = row;
  const { expectedClose, contracted, collected, lastVisitAt } = row;
  return {
    opportunityId,
    roomId,
    name,
    customer,
    amount,
    currency,
    state,
    stage,
    ownerName,
    expectedClose,
    contracted,
    collected,
    lastVisitAt,
    signals: riskSignals(facts),
    nextStep: nextStep(facts),
  };
}

/** One deal. @throws AppError `not_found` */
export async function readDeal(opportunityId: string): Promise<DealRow> {
  const { currency } = await workspaceSettings();
  const today = await workspaceToday();
  const [row] = await query<FactRow>(`select ${COLUMNS} from ${FROM} and o.id = $4`, [
    currentWorkspaceId(),
    currency,
    today,
    opportunityId,
  ]);
  if (!row) throw new AppError('not_found', 'This opportunity is not here.');
  return judged(row, today, await readSettings());
}

const NUMBER = /^\d{1,19}(?:\.\d{1,12})?$/;

/** @throws AppError `bad_request` for a cursor of another list */
export async function listDeals(
  { state, search, cursor, limit }: QueryOf<typeof dealRooms.list>,
  caller: Caller,
): Promise<ResponseOf<typeof dealRooms.list>> {
  const settings = await readSettings();
  const today = await workspaceToday();
  const workspaceId = currentWorkspaceId();
  const from = unpackCursor(cursor, NUMBER, UUID);
  const listed = `o.state = $4 and (r.id is not null or ${VALUE} >= $5::numeric)`;
  const rows = await query<FactRow>(
    `select ${COLUMNS} from ${FROM} and ${listed}
        and ($6::text is null or position(lower($6) in lower(o.name || ' ' || ${CUSTOMER})) > 0)
        and ($7::numeric is null or (${VALUE}, o.id) < ($7::numeric, $8::uuid))
      order by ${VALUE} desc, o.id desc limit $9`,
    [
      workspaceId,
      settings.currency,
      today,
      state,
      settings.threshold,
      search || null,
      from?.[0] ?? null,
      from?.[1] ?? null,
      limit + 1,
    ],
  );
  const [sums] = await query<{ deals: number; amount: string; contracted: string; collected: string }>(
    `select count(*)::int as deals, trim_scale(coalesce(sum(o.amount), 0))::text as amount,
        trim_scale(coalesce(sum((select a.total from deal_acceptances a where a.opportunity_id = o.id
          order by a.accepted_at desc limit 1)), 0))::text as contracted,
        trim_scale(coalesce(sum((select sum(i.paid - i.refunded) from deal_installments i
          where i.opportunity_id = o.id)), 0))::text as collected
      from ${FROM} and o.currency = $2 and o.state = $3 and (r.id is not null or o.amount >= $4::numeric)`,
    [workspaceId, settings.currency, state, settings.threshold],
  );
  const page = pageFrom(rows, limit, ({ value, opportunityId }) => packCursor(value, opportunityId));
  return {
    items: page.items.map((row) => judged(row, today, settings)),
    next: page.next,
    sums: { currency: settings.currency, ...sums! },
    settings,
    mayManage: await mayManage(caller),
  };
}
