/** The credits page: balance, use, grants, and limits of the caller's workspace. */
import { asSystem, query } from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { mayManage } from '../../../records/server/access/managers.ts';
import type { CreditGrant, CreditLimit, CreditSummary } from '../contract.ts';
import { refreshCredits } from './apply.ts';
import { featureLabel, meteredFeatures } from './features.ts';

const MAX_LISTED = 100;
const DAYS_SHOWN = 30;
/** Stands in `credit_usage` for work that no person started. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

const NAME_OF = (column: string) => `(select p.name from workspace_people p where p.id = ${column})`;
const toPerson = (id: string | null, name: string | null) =>
  id === null || id === NOBODY ? null : { id, name: name ?? 'Former member' };

export async function readSummary(caller: Caller): Promise<CreditSummary> {
  await refreshCredits(caller.workspaceId);
  const [account] = await query<Pick<CreditSummary, 'available' | 'reserved' | 'lowBelow' | 'version'>>(
    `select (balance - reserved)::text as available, reserved::text, low_below::text as "lowBelow", version
     from credit_accounts`,
  );
  const [used] = await query<{ now: string; before: string }>(
    `select coalesce(sum(u.used) filter (where u.starts = t.month), 0)::text as now,
       coalesce(sum(u.used) filter (where u.starts < t.month), 0)::text as before
     from ${THIS_MONTH} t left join credit_usage u
       on u.period = 'month' and u.starts between t.month - interval '1 month' and t.month`,
  );
  return {
    ...account!,
    usedThisMonth: used!.now,
    usedLastMonth: used!.before,
    days: await readDays(),
    byFeature: await readByFeature(),
    byPerson: await readByPerson(),
    grants: await readGrants(),
    limits: await readLimits(),
    features: meteredFeatures().map(({ id, label, unit, defaultPrice }) => ({ id, label, unit, price: defaultPrice })),
    mayManage: await mayManage(caller),
    mayGrant: caller.role === 'admin',
  };
}

/** The first day of the current month in the workspace's zone. */
const THIS_MONTH = `(select date_trunc('month', now() at time zone time_zone)::date as month from present_workspace)`;

const readDays = () =>
  query<CreditSummary['days'][number]>(
    `select d.day::date::text as day, coalesce(sum(u.used), 0)::text as used
     from present_workspace w
     cross join lateral generate_series((now() at time zone w.time_zone)::date - ${DAYS_SHOWN - 1},
       (now() at time zone w.time_zone)::date, interval '1 day') d(day)
     left join credit_usage u on u.period = 'day' and u.starts = d.day::date
     group by d.day order by d.day`,
  );

async function readByFeature(): Promise<CreditSummary['byFeature']> {
  const rows = await query<{ feature: string; used: string; times: number }>(
    `select u.feature, sum(u.used)::text as used, sum(u.times)::int as times
     from ${THIS_MONTH} t join credit_usage u on u.period = 'month' and u.starts = t.month
     group by u.feature having sum(u.used) > 0 order by sum(u.used) desc limit ${MAX_LISTED}`,
  );
  return rows.map((row) => ({ ...row, label: featureLabel(row.feature) }));
}

async function readByPerson(): Promise<CreditSummary['byPerson']> {
  const rows = await query<{ id: string; name: string | null; used: string }>(
    `select u.user_id as id, ${NAME_OF('u.user_id')} as name, sum(u.used)::text as used
     from ${THIS_MONTH} t join credit_usage u on u.period = 'month' and u.starts = t.month
     group by u.user_id having sum(u.used) > 0 order by sum(u.used) desc limit ${MAX_LISTED}`,
  );
  return rows.map(({ id, name, used }) => ({ person: toPerson(id, name), used }));
}

const readGrants = () =>
  query<CreditGrant>(
    `select id, source, amount::text, remaining::text, reason, granted_by_name as "grantedBy",
       expires_at as "expiresAt", created_at as "createdAt"
     from credit_grants where remaining > 0 order by expires_at, created_at, id limit ${MAX_LISTED}`,
  );

async function readLimits(): Promise<CreditLimit[]> {
  const rows = await query<
    Omit<CreditLimit, 'person' | 'featureLabel'> & { userId: string | null; name: string | null }
  >(
    `select l.id, l.period, l.who, l.user_id as "userId", ${NAME_OF('l.user_id')} as name, l.feature, l.amount::text
     from credit_limits l order by l.created_at, l.id limit ${MAX_LISTED}`,
  );
  return rows.map(({ userId, name, ...row }) => ({
    ...row,
    person: toPerson(userId, name),
    featureLabel: row.feature === null ? null : featureLabel(row.feature),
  }));
}

/** Workspaces by name, with what each can spend; null where nothing was spent or granted yet. */
export const listWorkspaces = () =>
  asSystem(() =>
    query<{ id: string; name: string; available: string | null }>(
      `select w.id, w.name, (a.balance - a.reserved)::text as available
       from workspaces w left join credit_accounts a on a.workspace_id = w.id
       where w.archived_at is null order by lower(w.name), w.id limit 1000`,
    ),
  );
