/** Step-by-step figures of a funnel, from what the server counted. */
import { addDays, dayAt } from '../../../kernel/days.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import type { FunnelFigures, SplitResult } from '../contract.ts';
import { sequentialTest } from '../engine/sequential-test.ts';
import { type Half, variantOf } from '../engine/split.ts';
import { readDocument } from './document.ts';
import { findFunnel } from './funnels.ts';
import { readOrderFigures } from './order-list.ts';

interface DayRow {
  stepId: string;
  day: string;
  views: number;
  visitors: number;
  conversions: number;
}

/** Campaigns that are listed. */
const MAX_CAMPAIGNS = 20;

/** Share of visitors; somebody may send a form whom the step did not count. */
const rateOf = (part: number, whole: number): number | null => (whole === 0 ? null : Math.min(1, part / whole));

/** What the split tests of the published version have shown since each began, by step. */
async function readRunningSplits(id: string): Promise<Map<string, SplitResult>> {
  const [live] = await query<{ document: unknown }>(
    `select v.document from funnels f join funnel_versions v on v.id = f.published_id
      where f.id = $1 and f.workspace_id = $2`,
    [id, currentWorkspaceId()],
  );
  const steps = live ? readDocument(live.document).steps.filter(({ split }) => split !== null) : [];
  if (steps.length === 0) return new Map();
  const rows = await query<{ stepId: string; variant: string; visitors: number; conversions: number }>(
    `select step_id as "stepId", variant, sum(visitors)::int as visitors, sum(conversions)::int as conversions
      from funnel_days where workspace_id = $1 and funnel_id = $2 and variant = any($3) group by 1, 2`,
    [currentWorkspaceId(), id, steps.flatMap((step) => [variantOf(step, 'a'), variantOf(step, 'b')])],
  );
  return new Map(
    steps.map((step) => {
      const countsOf = (half: Half) => {
        const name = variantOf(step, half);
        const found = rows.find(({ stepId, variant }) => stepId === step.id && variant === name);
        const { visitors = 0, conversions = 0 } = found ?? {};
        return { visitors, conversions, rate: rateOf(conversions, visitors) };
      };
      const [a, b, share] = [countsOf('a'), countsOf('b'), step.split!.share / 100];
      return [step.id, { share, a, b, ...sequentialTest(a, b, share) }];
    }),
  );
}

/** @throws AppError `not_found` */
export async function readFigures(id: string, { days }: { days: number }): Promise<FunnelFigures> {
  const { document } = await findFunnel(id);
  const workspaceId = currentWorkspaceId();
  const [zone] = await query<{ timeZone: string }>('select time_zone as "timeZone" from present_workspace');
  const timeZone = zone?.timeZone ?? 'UTC';
  const to = dayAt(new Date(), timeZone);
  const from = addDays(to, 1 - days);
  const rows = await query<DayRow>(
    `select step_id as "stepId", to_char(day, 'YYYY-MM-DD') as day, sum(views)::int as views,
        sum(visitors)::int as visitors, sum(conversions)::int as conversions
      from funnel_days where workspace_id = $1 and funnel_id = $2 and day between $3 and $4 group by 1, 2`,
    [workspaceId, id, from, to],
  );
  const leads = await query<{ day: string; leads: number }>(
    `select to_char(created_at at time zone $4, 'YYYY-MM-DD') as day, count(*)::int as leads from funnel_submissions
      where workspace_id = $1 and funnel_id = $2 and state = 'accepted' and created_at >= ($3::date)::timestamp at time zone $4
      group by 1`,
    [workspaceId, id, from, timeZone],
  );
  const campaigns = await query<{ source: string; campaign: string; leads: number }>(
    `select coalesce(nullif(origin ->> 'utm_source', ''), origin ->> 'referrer', '') as source,
        coalesce(origin ->> 'utm_campaign', '') as campaign, count(*)::int as leads
      from funnel_submissions where workspace_id = $1 and funnel_id = $2 and state = 'accepted'
        and created_at >= ($3::date)::timestamp at time zone $4
      group by 1, 2 order by leads desc, 1, 2 limit ${MAX_CAMPAIGNS}`,
    [workspaceId, id, from, timeZone],
  );
  const orders = await readOrderFigures(id, { day: from, timeZone });
  const running = await readRunningSplits(id);
  const byStep = Map.groupBy(rows, ({ stepId }) => stepId);
  const sum = (list: readonly DayRow[], of: 'views' | 'visitors' | 'conversions') =>
    list.reduce((total, row) => total + row[of], 0);
  const steps = document.steps.map((step) => {
    const list = byStep.get(step.id) ?? [];
    const visitors = sum(list, 'visitors');
    const conversions = sum(list, 'conversions');
    return {
      stepId: step.id,
      name: step.name,
      views: sum(list, 'views'),
      visitors,
      conversions,
      rate: rateOf(conversions, visitors),
      split: running.get(step.id) ?? null,
    };
  });
  const first = new Map((byStep.get(document.steps[0]!.id) ?? []).map((row) => [row.day, row.visitors]));
  const leadsOf = new Map(leads.map((row) => [row.day, row.leads]));
  return {
    from,
    to,
    steps,
    visitors: steps[0]!.visitors,
    leads: leads.reduce((total, row) => total + row.leads, 0),
    orders,
    days: Array.from({ length: days }, (_, n) => {
      const day = addDays(from, n);
      return { day, visitors: first.get(day) ?? 0, leads: leadsOf.get(day) ?? 0 };
    }),
    campaigns,
  };
}
