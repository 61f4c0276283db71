/** Benchmarks beside the figures of the workspace that asks, and what follows from them. */
import { notFound } from '../../../kernel/errors.ts';
import { AppError } from '../../../kernel/errors.ts';
import {
  asSystem,
  currentUserId,
  currentWorkspaceId,
  deleteRows,
  insertIfNew,
  query,
  selectRow,
  selectRows,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { hastenRecurring } from '../../../server/jobs/recurring.ts';
import { mayManage, requireManager } from '../../../records/server/access/managers.ts';
import {
  type Benchmark,
  type BenchmarkReport,
  METRIC_IDS,
  MetricId,
  PRACTICE_IDS,
  type PracticeId,
  type Suggestion,
} from '../contract.ts';
import { METRICS, PRACTICES } from '../engine/metrics.ts';
import { placeOf } from '../engine/quartiles.ts';
import { amountWords, gapEvidence, practiceEvidence } from '../engine/evidence.ts';
import { BENCHMARKS } from '../paths.ts';
import { MEASURE } from './measure.ts';
import { figuresOfWorkspace, practicesOfWorkspace } from './workspace-figures.ts';

interface StoredFigure {
  groupKey: string;
  metric: MetricId;
  clients: number;
  withheld: Benchmark['withheld'];
  figures: Benchmark['figures'];
}

async function readFigures(measurementId: string): Promise<StoredFigure[]> {
  const rows = await selectRows(
    'benchmark_figures',
    ['groupKey', 'metric', 'clients', 'lower', 'middle', 'upper', 'noise', 'withheld'] as const,
    { measurementId },
  );
  return rows.map(({ groupKey, metric, clients, withheld, lower, middle, upper, noise }) => ({
    groupKey,
    metric: MetricId.parse(metric),
    clients,
    withheld: withheld as Benchmark['withheld'],
    figures:
      lower === null || middle === null || upper === null || noise === null ? null : { lower, middle, upper, noise },
  }));
}

const latestMeasurement = () =>
  selectRows(
    'benchmark_measurements',
    ['id', 'measuredAt', 'contributing', 'optedOut', 'allClients'] as const,
    {},
    { orderBy: ['-measuredOn'], limit: 1 },
  );

const countryName = (code: string) => new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;

/** Benchmarks of one group of clients. @param group `all` or `country:US` */
export async function readReport(group: string): Promise<BenchmarkReport> {
  const [measurement, figures] = await asSystem(async () => {
    const [latest] = await latestMeasurement();
    return [latest, latest ? await readFigures(latest.id) : []] as const;
  });
  const own = await figuresOfWorkspace();
  const items = METRIC_IDS.map((metric) => {
    const found = figures.find((one) => one.groupKey === group && one.metric === metric);
    return benchmarkOf(metric, found, own[metric]?.value);
  });
  const groups = figures.filter(({ groupKey, figures: shown }) => groupKey.startsWith('country:') && shown !== null);
  return {
    measuredAt: measurement?.measuredAt ?? null,
    group,
    groups: [
      { key: 'all', label: 'All clients' },
      ...[...new Set(groups.map(({ groupKey }) => groupKey))].map((key) => ({ key, label: countryName(key.slice(8)) })),
    ],
    contributing: measurement?.contributing ?? 0,
    optedOut: measurement?.optedOut ?? 0,
    all: measurement?.allClients ?? 0,
    items,
    suggestions: await suggestionsOf(figures, items, group),
  };
}

function benchmarkOf(metric: MetricId, found: StoredFigure | undefined, value: number | undefined): Benchmark {
  const { label, description, unit, better } = METRICS[metric];
  const figures = found?.figures ?? null;
  const quartiles = figures && { lower: Number(figures.lower), upper: Number(figures.upper) };
  return {
    metric,
    label,
    description,
    unit,
    better,
    clients: found?.clients ?? 0,
    figures,
    withheld: found ? found.withheld : 'too few clients',
    yours: value === undefined ? null : value.toFixed(4),
    place: value === undefined || !quartiles ? null : placeOf(value, quartiles, better),
  };
}

async function suggestionsOf(
  figures: readonly StoredFigure[],
  items: readonly Benchmark[],
  group: string,
): Promise<Suggestion[]> {
  if (group !== 'all') return [];
  const [practices, dismissed] = [
    await practicesOfWorkspace(),
    new Set((await selectRows('benchmark_dismissals', ['suggestion'] as const, {})).map((row) => row.suggestion)),
  ];
  const gaps = items.flatMap((item) => {
    if (item.place !== 'behind') return [];
    const { title, page, action } = METRICS[item.metric].remedy;
    return [{ id: `gap:${item.metric}`, title, evidence: gapEvidence(item), page, action }];
  });
  const ways = PRACTICE_IDS.filter((practice) => !practices.has(practice)).flatMap((practice) =>
    practiceSuggestion(practice, figures),
  );
  return [...gaps, ...ways].map((one) => ({ ...one, dismissed: dismissed.has(one.id) }));
}

/** One that clients with the practice are better than those without, by more than both noises together. */
function practiceSuggestion(practice: PracticeId, figures: readonly StoredFigure[]): Omit<Suggestion, 'dismissed'>[] {
  const { metric, title, page, action, label } = PRACTICES[practice];
  const [having, lacking] = ['with', 'without'].map((side) =>
    figures.find((one) => one.groupKey === `${side}:${practice}` && one.metric === metric),
  );
  if (!having?.figures || !lacking?.figures) return [];
  const lead = Number(having.figures.middle) - Number(lacking.figures.middle);
  const ahead = METRICS[metric].better === 'high' ? lead : -lead;
  if (ahead <= Number(having.figures.noise) + Number(lacking.figures.noise)) return [];
  return [
    {
      id: `practice:${practice}`,
      title,
      evidence: practiceEvidence({
        label,
        metric: METRICS[metric],
        having: { clients: having.clients, middle: having.figures.middle },
        lacking: { clients: lacking.clients, middle: lacking.figures.middle },
      }),
      page,
      action,
    },
  ];
}

const SUGGESTION_IDS = new Set([
  ...METRIC_IDS.map((metric) => `gap:${metric}`),
  ...PRACTICE_IDS.map((practice) => `practice:${practice}`),
]);

/** @throws AppError `not_found` */
export async function setDismissed(suggestion: string, dismissed: boolean): Promise<void> {
  if (!SUGGESTION_IDS.has(suggestion)) throw notFound('The suggestion');
  const row = { workspaceId: currentWorkspaceId(), suggestion };
  if (dismissed) await insertIfNew('benchmark_dismissals', row);
  else await deleteRows('benchmark_dismissals', row);
  await publishPaths(currentWorkspaceId(), [BENCHMARKS]);
}

/** @throws AppError `conflict` when that was done today */
export async function measureNow(): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const known = await asSystem(() => query('select 1 from benchmark_measurements where measured_on = $1', [today]));
  if (known.length > 0)
    throw new AppError('conflict', 'The benchmarks were measured today. They are measured once a day.');
  await hastenRecurring(MEASURE);
}

/** Whether the workspace contributes. */
export async function readParticipation(caller: Caller) {
  const row = await selectRow('benchmark_opt_outs', ['optedOutAt'] as const, { workspaceId: caller.workspaceId });
  return { contributes: row === undefined, mayChange: await mayManage(caller) };
}

/** @throws AppError `forbidden` */
export async function setParticipation(caller: Caller, contributes: boolean) {
  await requireManager(caller);
  const { workspaceId } = caller;
  if (contributes) await deleteRows('benchmark_opt_outs', { workspaceId });
  else await insertIfNew('benchmark_opt_outs', { workspaceId, optedOutBy: currentUserId() });
  await publishPaths(workspaceId, [BENCHMARKS]);
  return readParticipation(caller);
}

/** The published figures of all clients in sentences, for models to read. */
export async function benchmarksInWords(): Promise<string> {
  const { items } = await readReport('all');
  const lines = items.flatMap(({ label, description, unit, clients, figures }) =>
    figures
      ? [
          `${label} (${description}) ${clients} clients: lower quartile ${amountWords(figures.lower, unit)}, median ${amountWords(figures.middle, unit)}, upper quartile ${amountWords(figures.upper, unit)}.`,
        ]
      : [],
  );
  return lines.length > 0 ? lines.join('\n') : 'No benchmarks are published yet.';
}
