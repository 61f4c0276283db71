/** Measures all benchmarks once a day and keeps nothing but the aggregates. */
import { randomInt } from 'node:crypto';
import { newId } from '../../../kernel/ids.ts';
import {
  asSystem,
  deleteRows,
  insertIfNew,
  insertRows,
  inWorkspace,
  query,
  sql,
  transaction,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { METRIC_IDS, type MetricId, PRACTICE_IDS, type PracticeId } from '../contract.ts';
import { METRICS, PRACTICES } from '../engine/metrics.ts';
import { type Contribution, publish } from '../engine/quartiles.ts';
import { BENCHMARKS } from '../paths.ts';
import { figuresOfWorkspace, practicesOfWorkspace } from './workspace-figures.ts';

export const MEASURE = 'collective-intelligence.measure';

interface Client {
  country: string;
  figures: Partial<Record<MetricId, Contribution>>;
  practices: ReadonlySet<PracticeId>;
}

/** Clients of the agency that take part, and how many do not. */
async function readClients(): Promise<{ ids: { id: string; country: string }[]; optedOut: number; all: number }> {
  const rows = await query<{ id: string; country: string; out: boolean }>(
    `select w.id, w.country, o.workspace_id is not null as out from workspaces w
       left join benchmark_opt_outs o on o.workspace_id = w.id
      where w.kind = 'client' and w.archived_at is null and w.setup = 'done' order by w.id`,
  );
  const ids = rows.filter(({ out }) => !out);
  return { ids, optedOut: rows.length - ids.length, all: rows.length };
}

/** Between 0 and 1, both excluded. */
const uniform = () => (randomInt(2 ** 32) + 0.5) / 2 ** 32;

/** Each group of clients with the key under which its figures are kept. */
function groupsOf(clients: readonly Client[]): [key: string, members: Client[]][] {
  const countries = [...new Set(clients.map(({ country }) => country))].toSorted();
  return [
    ['all', [...clients]],
    ...countries.map((country): [string, Client[]] => [
      `country:${country}`,
      clients.filter((client) => client.country === country),
    ]),
    ...PRACTICE_IDS.flatMap((practice): [string, Client[]][] => [
      [`with:${practice}`, clients.filter(({ practices }) => practices.has(practice))],
      [`without:${practice}`, clients.filter(({ practices }) => !practices.has(practice))],
    ]),
  ];
}

const isWanted = (key: string, metric: MetricId) => {
  const practice = /^with(?:out)?:(.+)$/.exec(key)?.[1];
  return practice === undefined || PRACTICES[practice as PracticeId].metric === metric;
};

function figuresOf(clients: readonly Client[], measurementId: string) {
  return groupsOf(clients).flatMap(([groupKey, members]) =>
    METRIC_IDS.filter((metric) => isWanted(groupKey, metric)).map((metric) => {
      const contributions = members.flatMap(({ figures }) => figures[metric] ?? []);
      const random = [uniform(), uniform(), uniform()] as const;
      const { clients: count, figures, withheld } = publish(contributions, METRICS[metric].bounds, random);
      const shown = figures
        ? {
            lower: figures.lower.toFixed(4),
            middle: figures.middle.toFixed(4),
            upper: figures.upper.toFixed(4),
            noise: figures.noise.toFixed(4),
          }
        : {};
      return { id: newId(), measurementId, groupKey, metric, clients: count, withheld, ...shown };
    }),
  );
}

/**
 * Measures unless that was done on this day (UTC) already: a second draw of the noise on the same values would make it
 * weaker. The figures before are removed.
 */
export async function measureBenchmarks(now = new Date()): Promise<void> {
  const measuredOn = now.toISOString().slice(0, 10);
  const { ids, optedOut, all } = await asSystem(readClients);
  const known = await asSystem(() =>
    query('select 1 from benchmark_measurements where measured_on = $1', [measuredOn]),
  );
  if (known.length > 0) return;
  const clients: Client[] = [];
  for (const { id, country } of ids) {
    const [figures, practices] = await inWorkspace(
      id,
      null,
      async () => [await figuresOfWorkspace(), await practicesOfWorkspace()] as const,
    );
    clients.push({ country, figures, practices });
  }
  await asSystem(() =>
    transaction(async () => {
      const id = newId();
      const measurement = { id, measuredOn, contributing: ids.length, optedOut, allClients: all };
      if (!(await insertIfNew('benchmark_measurements', measurement))) return;
      await insertRows('benchmark_figures', figuresOf(clients, id));
      await deleteRows('benchmark_measurements', { id: sql`<> ${id}` });
      const agency = await query<{ id: string }>(`select id from workspaces where kind = 'operations'`);
      for (const workspace of agency) await publishPaths(workspace.id, [BENCHMARKS]);
    }),
  );
}

export const measureRecurring = defineRecurring({
  name: MEASURE,
  title: 'Measure benchmarks over client businesses',
  cron: '40 4 * * *',
  handler: () => measureBenchmarks(),
});
