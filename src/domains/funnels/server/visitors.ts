/**
 * Counts what happens on published pages, on the server: no cookie, no script. A visitor is a keyed hash of network and
 * browser that changes every day; it is deleted after two days.
 */
import { dayAt } from '../../../kernel/days.ts';
import { asSystem, execute, inWorkspace, query, transaction } from '../../../server/db/index.ts';
import { networkOf } from '../../../server/http/request-path.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { log } from '../../../server/observability/log.ts';
import type { PublicRequest } from '../../../server/public/define.ts';
import { hmac } from '../../../server/secrets/secrets.ts';
import type { Step } from '../contract/document.ts';
import { type Half, halfAt } from '../engine/split.ts';
import { HAS_LIVE_PAYMENT, UNPAID_KEPT_DAYS } from './order-row.ts';
import type { Published } from './published.ts';

/** Programs that read pages and say so. */
const PROGRAM = /bot\b|crawl|spider|slurp|preview|facebookexternalhit|curl\/|wget\/|python-|monitor|uptime/i;

export const isProgram = ({ userAgent }: Pick<PublicRequest, 'userAgent'>): boolean =>
  userAgent === '' || PROGRAM.test(userAgent);

/** Who it is on this day, as far as figures need to know. */
export const visitorOf = (
  { ip, userAgent }: Pick<PublicRequest, 'ip' | 'userAgent'>,
  workspaceId: string,
  day: string,
): string => hmac('funnel-visitor', `${day}|${workspaceId}|${networkOf(ip)}|${userAgent}`).slice(0, 22);

/**
 * Half of a split test that a visitor belongs to: by a keyed hash of network and browser, so it is the same each time,
 * and nothing is kept.
 */
export function halfOf({ ip, userAgent }: Pick<PublicRequest, 'ip' | 'userAgent'>, step: Step): Half {
  if (!step.split) return 'a';
  const hash = hmac('funnel-split', `${step.split.id}|${networkOf(ip)}|${userAgent}`);
  return halfAt(step, Buffer.from(hash, 'base64url').readUInt32BE(0) / 2 ** 32);
}

interface Place {
  workspaceId: string;
  funnelId: string;
  stepId: string;
  variant: string;
  day: string;
}
interface Hit extends Place {
  views: number;
  /** Visitors who saw the step. */
  seen: Set<string>;
  /** Visitors who went on to another step by a button. */
  converted: Set<string>;
}

const EVERY = 1_000;
let hits = new Map<string, Hit>();
let timer: NodeJS.Timeout | undefined;
let writing: Promise<void> = Promise.resolve();

const keyOf = ({ funnelId, stepId, variant, day }: Place) => `${funnelId}|${stepId}|${variant}|${day}`;
const NOBODY = { visitors: 0, conversions: 0 };

function hitOf(place: Place): Hit {
  const key = keyOf(place);
  let hit = hits.get(key);
  if (!hit) {
    hit = { ...place, views: 0, seen: new Set(), converted: new Set() };
    hits.set(key, hit);
  }
  timer ??= setTimeout(() => void writeHits(), EVERY).unref();
  return hit;
}

const placeOf = ({ workspaceId, funnelId, timeZone }: Published, stepId: string, variant: string): Place => ({
  workspaceId,
  funnelId,
  stepId,
  variant,
  day: dayAt(new Date(), timeZone),
});

/** Notes a reader of a step. */
export function noteView(request: PublicRequest, published: Published, stepId: string, variant: string): void {
  const place = placeOf(published, stepId, variant);
  const hit = hitOf(place);
  hit.views += 1;
  hit.seen.add(visitorOf(request, place.workspaceId, place.day));
}

/** Notes that a visitor went on from a step by a button. */
export function noteGoingOn(request: PublicRequest, published: Published, stepId: string, variant: string): void {
  const place = placeOf(published, stepId, variant);
  hitOf(place).converted.add(visitorOf(request, place.workspaceId, place.day));
}

/** Counts a conversion in the caller's transaction, once for each visitor, step, and day. */
export function countConversion(
  request: PublicRequest,
  published: Published,
  stepId: string,
  variant: string,
): Promise<void> {
  const place = placeOf(published, stepId, variant);
  return write([
    { ...place, views: 0, seen: new Set(), converted: new Set([visitorOf(request, place.workspaceId, place.day)]) },
  ]);
}

/** The visitor of a request in the figures of the day, for something that converts later. */
export function figureOf(
  request: PublicRequest,
  { workspaceId, timeZone }: Published,
): { visitor: string; day: string } {
  const day = dayAt(new Date(), timeZone);
  return { visitor: visitorOf(request, workspaceId, day), day };
}

/** Counts a conversion of a visitor who was noted with `figureOf`, in the caller's transaction. */
export function countLaterConversion(place: Place, visitor: string): Promise<void> {
  return write([{ ...place, views: 0, seen: new Set(), converted: new Set([visitor]) }]);
}

/** Writes what was noted. Figures of a second are lost when the process dies. */
export function writeHits(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const noted = hits;
  hits = new Map();
  writing = writing.then(async () => {
    for (const [workspaceId, list] of Map.groupBy(noted.values(), (hit) => hit.workspaceId)) {
      try {
        await inWorkspace(workspaceId, null, () => transaction(() => write(list)));
      } catch (error) {
        log().warn({ err: error, workspace: workspaceId }, 'visits of funnels could not be written');
      }
    }
  });
  return writing;
}

const GIVEN = `given as (select g.* from jsonb_to_recordset($1::jsonb)
    as g(funnel_id uuid, step_id text, variant text, day date, visitor text) join funnels f on f.id = g.funnel_id)`;

async function write(list: readonly Hit[]): Promise<void> {
  const rows = (of: 'seen' | 'converted') =>
    list.flatMap(({ funnelId, stepId, variant, day, ...hit }) =>
      [...hit[of]].map((visitor) => ({ funnel_id: funnelId, step_id: stepId, variant, day, visitor })),
    );
  const counts = new Map<string, { visitors: number; conversions: number }>();
  const add = (found: readonly { key: string; visitors: number; conversions: number }[]) => {
    for (const { key, visitors, conversions } of found) {
      const former = counts.get(key) ?? NOBODY;
      counts.set(key, { visitors: former.visitors + visitors, conversions: former.conversions + conversions });
    }
  };
  const KEY = `n.funnel_id || '|' || n.step_id || '|' || n.variant || '|' || to_char(n.day, 'YYYY-MM-DD') as key`;
  const seen = rows('seen');
  if (seen.length > 0)
    add(
      await query(
        `with ${GIVEN}, n as (
            insert into funnel_visitors (workspace_id, funnel_id, step_id, variant, day, visitor)
            select app_workspace(), funnel_id, step_id, variant, day, visitor from given
            order by funnel_id, day, step_id, visitor on conflict do nothing returning *)
          select ${KEY}, count(*)::int as visitors, 0 as conversions from n group by 1`,
        [JSON.stringify(seen)],
      ),
    );
  const converted = rows('converted');
  if (converted.length > 0)
    add(
      await query(
        // Somebody whose address changed in between was not seen on the step: they are a visitor of it, too.
        `with ${GIVEN}, n as (
            insert into funnel_visitors as v (workspace_id, funnel_id, step_id, variant, day, visitor, converted)
            select app_workspace(), funnel_id, step_id, variant, day, visitor, true from given
            order by funnel_id, day, step_id, visitor
            on conflict (funnel_id, day, step_id, visitor) do update set converted = true where not v.converted
            returning v.*, (xmax = 0) as is_new)
          select ${KEY}, count(*) filter (where n.is_new)::int as visitors, count(*)::int as conversions from n group by 1`,
        [JSON.stringify(converted)],
      ),
    );
  // A visitor who is known by another half of a split test is counted there.
  const views = new Map(list.map((hit) => [keyOf(hit), hit.views]));
  const days = [...new Set([...views.keys(), ...counts.keys()])]
    .map((key) => {
      const [funnel_id, step_id, variant, day] = key.split('|');
      return { funnel_id, step_id, variant, day, views: views.get(key) ?? 0, ...(counts.get(key) ?? NOBODY) };
    })
    .filter((one) => one.views + one.visitors + one.conversions > 0);
  if (days.length === 0) return;
  await execute(
    `insert into funnel_days as d (workspace_id, funnel_id, step_id, variant, day, views, visitors, conversions)
      select app_workspace(), g.funnel_id, g.step_id, g.variant, g.day, g.views, g.visitors, g.conversions
      from jsonb_to_recordset($1::jsonb) as g(funnel_id uuid, step_id text, variant text, day date, views int,
        visitors int, conversions int) join funnels f on f.id = g.funnel_id
      order by g.funnel_id, g.day, g.step_id, g.variant
      on conflict (funnel_id, day, step_id, variant) do update set views = d.views + excluded.views,
        visitors = d.visitors + excluded.visitors, conversions = d.conversions + excluded.conversions`,
    [JSON.stringify(days)],
  );
}

export const FORGET_VISITORS = 'funnels.forget_visitors';
export const forgetVisitorsRecurring = defineRecurring({
  name: FORGET_VISITORS,
  title: 'Delete visitors and unfinished forms of funnels after their retention',
  every: 6 * 3_600,
  async handler() {
    await asSystem(async () => {
      await execute('delete from funnel_visitors where day < current_date - 2');
      await execute(
        `delete from funnel_submissions where state = 'partial' and created_at < now() - interval '30 days'`,
      );
      await execute(
        `delete from funnel_orders o where o.state = 'open'
          and o.created_at < now() - interval '${UNPAID_KEPT_DAYS} days' and not ${HAS_LIVE_PAYMENT}`,
      );
      await execute(`update funnel_orders set visitor = '' where visitor <> '' and day < current_date - 2`);
    });
  },
});
