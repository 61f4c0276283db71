/** Figures of a day by dimension, collected over a batch of events before they are written. */
import { type Decimal, ZERO } from '../../../kernel/money/index.ts';

const DIMENSIONS = [
  'all',
  'hour',
  'channel',
  'source',
  'campaign',
  'page',
  'entry',
  'exit',
  'device',
  'browser',
  'os',
  'event',
  'form',
  'outbound',
  'goal',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export interface Figures {
  visits: number;
  visitors: number;
  pageviews: number;
  events: number;
  bounces: number;
  seconds: number;
  goals: number;
  converted: number;
  revenue: Decimal;
}

export interface RollupRow extends Figures {
  siteId: string;
  workspaceId: string;
  dimension: Dimension;
  /** ISO day in the site's zone. */
  day: string;
  value: string;
}

/** Values of a dimension that are counted one by one in a day; the rest together, so that nobody can flood the table. */
const MAX_VALUES = 2_000;
const OTHER = '(other)';
const FEW: ReadonlySet<Dimension> = new Set(['all', 'hour', 'channel', 'device', 'browser', 'os', 'goal']);

/** Remembers which values a day has, to stop at `MAX_VALUES`. One for a process. */
export class ValueLimit {
  readonly #seen = new Map<string, Set<string>>();

  /** The value itself, or `(other)` where the day has too many. */
  admit(siteId: string, dimension: Dimension, day: string, value: string): string {
    if (FEW.has(dimension)) return value;
    const key = `${siteId} ${dimension} ${day}`;
    let values = this.#seen.get(key);
    if (!values) {
      if (this.#seen.size > 2_000) this.#seen.clear();
      this.#seen.set(key, (values = new Set()));
    }
    if (values.has(value)) return value;
    if (values.size >= MAX_VALUES) return OTHER;
    values.add(value);
    return value;
  }
}

/** Collects what a batch adds. */
export class Rollup {
  readonly #rows = new Map<string, RollupRow>();
  readonly #limit: ValueLimit;

  constructor(limit: ValueLimit) {
    this.#limit = limit;
  }

  add(
    site: { id: string; workspaceId: string },
    day: string,
    dimension: Dimension,
    value: string,
    figures: Partial<Figures>,
  ): void {
    const admitted = this.#limit.admit(site.id, dimension, day, value);
    const key = `${site.id} ${dimension} ${day} ${admitted}`;
    let row = this.#rows.get(key);
    if (!row) {
      row = {
        siteId: site.id,
        workspaceId: site.workspaceId,
        dimension,
        day,
        value: admitted,
        visits: 0,
        visitors: 0,
        pageviews: 0,
        events: 0,
        bounces: 0,
        seconds: 0,
        goals: 0,
        converted: 0,
        revenue: ZERO,
      };
      this.#rows.set(key, row);
    }
    row.visits += figures.visits ?? 0;
    row.visitors += figures.visitors ?? 0;
    row.pageviews += figures.pageviews ?? 0;
    row.events += figures.events ?? 0;
    row.bounces += figures.bounces ?? 0;
    row.seconds += figures.seconds ?? 0;
    row.goals += figures.goals ?? 0;
    row.converted += figures.converted ?? 0;
    if (figures.revenue) row.revenue = row.revenue.plus(figures.revenue);
  }

  /** In the order of their key, in which every process locks them. */
  rows(): RollupRow[] {
    return [...this.#rows].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  }
}
