/**
 * Leads, opportunities, and activities, beside the contacts of `seed.ts`: written by the database itself, because two
 * million rows through any program would take longer than all measurements. Derived values (keys, search text, board
 * positions) match the product's.
 */
import { createAccount } from '../src/domains/identity/index.ts';
import { insertPipeline, STANDARD_STAGES } from '../src/domains/crm/server/pipelines/pipelines.ts';
import { asSystem, database, execute, inWorkspace, query, transaction } from '../src/server/db/index.ts';
import { type Dress, seed, type Seeded } from './seed.ts';

export interface SalesSize {
  contacts: number;
  leads: number;
  opportunities: number;
  activities: number;
}

export const SALES_SIZE: SalesSize = {
  contacts: 500_000,
  leads: 50_000,
  opportunities: 100_000,
  activities: 2_000_000,
};

const PEOPLE = 8;
const LICENSES = 200;
const APPROVALS = 20_000;
const NOTIFICATIONS = 1_000;
const PAIRS = 5_000;
const DAY_MS = 86_400_000;
/** One contact in this many has a tag and a town that hardly anyone else has. */
const RARE_EVERY = 20_000;
const SEARCHED = ['opportunities', 'leads', 'activities'] as const;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Picks from a list by a number, identical each time. `salt` makes two picks for one row independent. */
const pick = (list: string, salt: number) => `(${list})[1 + abs(hashint8(n * 31 + ${salt})) % cardinality(${list})]`;
const share = (salt: number) => `(abs(hashint8(n * 37 + ${salt})) % 1000)`;
const TOPICS = `array['Website','Roof','Kitchen','Audit','Migration','License','Retainer','Campaign','Warehouse','Insurance','Training','Support','Fleet','Office','Solar']::text[]`;
const SOURCES = `array['Website','Referral','Trade fair','Webinar','Cold call','']::text[]`;
const TIERS = `array['Gold','Silver','Bronze']::text[]`;
const BORN = `now() - make_interval(mins => (abs(hashint8(n * 41)) % 1051200))`;

interface Around {
  ownerIds: string[];
  pipelineIds: string[];
}

/** People, pipelines, licenses, and custom fields that records refer to. */
async function prepareAround({
  workspaceId,
  userId,
}: Pick<Seeded, 'workspaceId' | 'userId'>): Promise<Around & { licenseIds: string[] }> {
  const ownerIds = [userId];
  for (let n = 1; n <= PEOPLE; n++) {
    ownerIds.push(
      await asSystem(() =>
        createAccount({
          email: `seller${n}@bench.example`,
          name: `Seller ${n}`,
          password: `sells a lot, number ${n}`,
          role: 'user',
          workspaceRole: 'member',
          workspaceId,
        }),
      ),
    );
  }
  return inWorkspace(workspaceId, userId, async () => {
    const pipelineIds = [
      await insertPipeline('Sales', STANDARD_STAGES),
      await insertPipeline('Renewals', STANDARD_STAGES),
    ];
    const licenses = await query<{ id: string }>(
      `insert into business_licenses (id, workspace_id, name, number, authority, issued_on, expires_on, responsible_id)
       select gen_random_uuid(), $1, 'License ' || n, 'L-' || n, 'Authority ' || n % 20, current_date - 300,
          current_date + n * 3, $2 from generate_series(1, ${LICENSES}) n returning id`,
      [workspaceId, userId],
    );
    await execute(
      `insert into custom_fields (id, workspace_id, object, key, label, kind, options, position)
       select gen_random_uuid(), $1, k.object, f.key, f.label, f.kind, f.options, f.position
       from unnest(array['contact', 'lead', 'opportunity', 'activity']) as k(object),
         (values ('seats', 'Seats', 'number', '{}'::text[], 0), ('tier', 'Tier', 'select', ${TIERS}, 1)) as
            f(key, label, kind, options, position)`,
      [workspaceId],
    );
    return { ownerIds, pipelineIds, licenseIds: licenses.map(({ id }) => id) };
  });
}

/** Seven in ten were contacted within two years, three in ten have a license, nine in ten an owner. */
function dressOf(ownerIds: readonly string[], licenseIds: readonly string[]): Dress {
  const now = Date.now();
  return (n) => ({
    ownerId: n % 10 === 3 ? null : ownerIds[Math.trunc(n / 10) % ownerIds.length]!,
    businessLicenseId: n % 10 < 3 ? licenseIds[Math.trunc(n / 10) % licenseIds.length]! : null,
    custom: { seats: (n * 7919) % 1000, ...(n % 5 < 3 ? { tier: ['Gold', 'Silver', 'Bronze'][n % 3]! } : {}) },
    ...(n % RARE_EVERY === 17 ? { tags: ['zebra'], city: 'Zwolle', source: 'Lighthouse', title: 'Falconer' } : {}),
    ...(n % 10 < 7 ? { lastActivityAt: new Date(now - ((n * 104_729) % 730) * DAY_MS - 60_000).toISOString() } : {}),
  });
}

/** Fills the open, empty database. */
export async function seedSales(size: SalesSize): Promise<void> {
  let around: Around | undefined;
  const { workspaceId, userId } = await seed(size.contacts, async (place) => {
    const { licenseIds, ...rest } = await prepareAround(place);
    around = rest;
    return dressOf(rest.ownerIds, licenseIds);
  });
  const { ownerIds, pipelineIds } = around!;
  await asSystem(async () => {
    await transaction(async () => {
      await execute('set local statement_timeout = 0');
      await execute(
        'create unlogged table bench_people as select row_number() over (order by id) - 1 as place, id, name_key, company_id, company_key from contacts where workspace_id = $1',
        [workspaceId],
      );
      await execute('create unique index on bench_people (place)');
      await execute('analyze bench_people');
      // Built once at the end, the trigrams of two million rows cost a tenth.
      for (const table of SEARCHED) await execute(`drop index ${table}_search`);
      const scope = [workspaceId, ownerIds];
      await execute(OPPORTUNITIES(size), [...scope, pipelineIds]);
      await execute(
        `insert into opportunity_stays (id, workspace_id, opportunity_id, pipeline_id, stage_id, stage_name, outcome,
          entered_at, moved_by)
         select gen_random_uuid(), o.workspace_id, o.id, o.pipeline_id, o.stage_id, s.name, s.outcome,
            o.stage_entered_at, $2 from opportunities o join stages s on s.id = o.stage_id where o.workspace_id = $1`,
        [workspaceId, userId],
      );
      await execute(LEADS(size), scope);
      await execute(ACTIVITIES(size), scope);
      for (const table of SEARCHED)
        await execute(`create index ${table}_search on ${table} using gin (workspace_id, search_text gin_trgm_ops)`);
      await execute(COMPANIES, scope);
      await execute(APPROVALS_ROWS, scope);
      await execute(NOTIFICATION_ROWS, [workspaceId, userId]);
      await execute(PAIR_ROWS, [workspaceId]);
      await execute('drop table bench_people');
    });
    await vacuum();
  });
}

/** On a separate connection, because it exceeds the statement limit. */
async function vacuum(): Promise<void> {
  const client = await database().pool.connect();
  await client.query(`set role none; set statement_timeout = 0`);
  await client.query('vacuum (analyze)');
  client.release(true);
}

const COMPANIES = `
  with numbered as (select id, row_number() over (order by id) as n from companies where workspace_id = $1)
  update companies c set city = ${pick(`array['Berlin','Madrid','Lyon','Austin','Leeds','Oslo']::text[]`, 51)},
    industry = ${pick(`array['Food','Health','Legal','Software','Trade','']::text[]`, 52)},
    country = ${pick(`array['DE','ES','FR','US','GB','NO']::text[]`, 53)},
    owner_id = ${pick('$2::uuid[]', 54)}, tags = case when n % 5000 = 7 then array['zebra'] else array['account'] end,
      search_text = ' ' || name_key, created_at = ${BORN}, updated_at = ${BORN},
    last_activity_at = case when ${share(55)} < 700 then ${BORN} + interval '1 day' end
  from numbered x where x.id = c.id`;

const APPROVALS_ROWS = `
  insert into approvals (id, workspace_id, kind, tab, title, content, state, requested_by, requested_at, decided_by,
    decided_at)
  select gen_random_uuid(), $1, 'workflow.question', case when ${share(61)} < 500 then 'incoming' else 'outgoing' end,
    'Request ' || n || ' about ' || ${pick(TOPICS, 62)}, '{}',
    case when n % 4 = 0 then 'pending' when n % 4 = 1 then 'rejected' else 'expired' end, ($2::uuid[])[1], ${BORN},
      case when n % 4 = 1 then ($2::uuid[])[1] end, case when n % 4 <> 0 then ${BORN} + interval '1 hour' end
  from generate_series(1, ${APPROVALS}) n`;

const NOTIFICATION_ROWS = `
  insert into notifications (id, workspace_id, user_id, kind, title, href, read_at)
  select gen_random_uuid(), $1, $2, 'crm.assigned', 'Lead ' || n || ' was assigned to you', '/leads',
    case when n % 3 > 0 then now() end from generate_series(1, ${NOTIFICATIONS}) n`;

const PAIR_ROWS = `
  insert into duplicate_pairs (id, workspace_id, kind, a_id, b_id, score, reasons)
  select gen_random_uuid(), $1, 'contact', least(a.id, b.id), greatest(a.id, b.id), 50 + ${share(71)} % 50, '[]'
  from generate_series(1, ${PAIRS}) n join bench_people a on a.place = n * 2
    join bench_people b on b.place = n * 2 + 1`;

const OPPORTUNITIES = ({ contacts, opportunities }: SalesSize) => `
  with st as (select array_agg(s.id order by s.pipeline_id, s.position) as ids,
    array_agg(s.outcome order by s.pipeline_id, s.position) as outcomes,
    array_agg(s.pipeline_id order by s.pipeline_id, s.position) as pipelines,
      array_agg(s.probability order by s.pipeline_id, s.position) as odds from stages s
        where s.workspace_id = $1 and s.pipeline_id = any($3)),
    base as (
      select n, ${BORN} as born, ${pick(TOPICS, 1)} || ' for ' || initcap(p.name_key) as name, p.id as contact_id,
        p.company_id, p.name_key, p.company_key, ${pick(SOURCES, 2)} as source,
        -- Three in ten are open, four won, three lost; five in six belong to the first pipeline.
        (case when ${share(3)} < 300 then 1 + ${share(4)} % 4 when ${share(3)} < 700 then 5 else 6 end) +
          (case when ${share(5)} < 833 then 0 else 6 end) as at
      from generate_series(1, ${opportunities}) n join bench_people p on p.place = abs(hashint8(n * 43)) % ${contacts})
  insert into opportunities (id, workspace_id, name, name_key, amount, currency, pipeline_id, stage_id, state,
    probability, expected_close, owner_id, contact_id, company_id, source, tags, custom, search_text,
    rank, stage_entered_at, closed_at, created_at, updated_at, last_activity_at)
  select gen_random_uuid(), $1, b.name, lower(b.name), (100 + ${share(6)} * 37)::numeric,
    ${pick(`array['EUR','EUR','EUR','USD']::text[]`, 7)}, st.pipelines[b.at], st.ids[b.at], st.outcomes[b.at],
    st.odds[b.at],
    case when ${share(8)} < 900 then (now() + make_interval(days => ${share(9)} % 200 - 40))::date end,
      ${pick('$2::uuid[]', 10)}, b.contact_id, b.company_id, b.source, array[lower(b.source)],
    jsonb_build_object('seats', ${share(11)}, 'tier', ${pick(TIERS, 12)}),
      ' ' || lower(concat_ws(' ', b.name, b.company_key, b.name_key, b.source)),
    'd' || substr('${DIGITS}', n / 238328 % 62 + 1, 1) || substr('${DIGITS}', n / 3844 % 62 + 1, 1) ||
      substr('${DIGITS}', n / 62 % 62 + 1, 1) || substr('${DIGITS}', n % 62 + 1, 1),
    b.born + interval '3 days', case when st.outcomes[b.at] <> 'open'
      then least(now(), b.born + make_interval(days => ${share(13)} % 60)) end, b.born, b.born + interval '3 days',
      b.born + interval '3 days'
  from base b, st`;

const LEADS = ({ contacts, leads }: SalesSize) => `
  insert into leads (id, workspace_id, name, first_name, last_name, company_name, email, status, source, score,
    owner_id, tags, custom, name_key, company_key, email_key, search_text, created_at, updated_at, status_since)
  select gen_random_uuid(), $1, initcap(p.name_key), split_part(initcap(p.name_key), ' ', 1),
    split_part(initcap(p.name_key), ' ', 2), initcap(p.company_key), 'lead' || n || '@leads.example',
    ${pick(`array['new','new','working','qualified','unqualified']::text[]`, 21)}, ${pick(SOURCES, 22)},
      ${share(23)} % 101, ${pick('$2::uuid[]', 24)}, '{}',
      jsonb_build_object('seats', ${share(25)}, 'tier', ${pick(TIERS, 26)}),
    p.name_key, p.company_key, 'lead' || n || '@leads.example', ' ' || p.name_key || ' ' || p.company_key || ' lead' ||
      n || '@leads.example', ${BORN}, ${BORN}, ${BORN}
  from generate_series(1, ${leads}) n join bench_people p on p.place = abs(hashint8(n * 47)) % ${contacts}`;

const ACTIVITIES = ({ contacts, activities }: SalesSize) => `
  with base as (
    select n, p.id as contact_id, p.company_id, ${BORN} as born,
      ${pick(`array['task','call','meeting','mail','note']::text[]`, 31)} as type,
      ${pick(`array['Call','Offer','Reminder','Visit','Question','Contract','Invoice','Follow-up']::text[]`, 32)} ||
        ' about ' || ${pick(TOPICS, 33)} as subject
    from generate_series(1, ${activities}) n join bench_people p on p.place = abs(hashint8(n * 53)) % ${contacts})
  -- One in fifty is open: two in three of those lie ahead.
  insert into activities (id, workspace_id, type, subject, due_at, done_at, duration_minutes, owner_id, contact_id,
    company_id, priority, tags, custom, search_text, created_at, updated_at)
  select gen_random_uuid(), $1, b.type, b.subject, case when ${share(34)} < 20
    then now() + make_interval(mins => (${share(35)} - 333) * 120) when b.type = 'note' then null else b.born end,
    case when ${share(34)} < 20 then null else b.born end, case when b.type = 'meeting' then 45 end,
      ${pick('$2::uuid[]', 36)}, b.contact_id, b.company_id,
    ${pick(`array['normal','normal','normal','high','low']::text[]`, 37)}, '{}', case when ${share(38)} < 100
      then jsonb_build_object('seats', ${share(39)}) else '{}'::jsonb end, ' ' || lower(b.subject), b.born, b.born
  from base b`;
