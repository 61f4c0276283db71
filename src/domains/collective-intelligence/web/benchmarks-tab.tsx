import { useState } from 'react';
import Scale from 'lucide-react/icons/scale';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type Benchmark, type BenchmarkReport, benchmarks, MIN_CASES, MIN_CLIENTS } from '../contract.ts';
import { amountWords } from '../engine/evidence.ts';

/** Each metric: where the clients stand, and where this workspace does. */
export function BenchmarksTab({ data, onGroup }: { data: BenchmarkReport; onGroup: (group: string) => void }) {
  if (data.measuredAt === null) return <NotMeasured />;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-72 text-sm text-muted">
          {data.contributing} of {data.all} clients contribute{data.optedOut > 0 && `, ${data.optedOut} opted out`}.
          Measured <RelativeTime value={data.measuredAt} />. A figure needs at least {MIN_CLIENTS} clients, none with
          more than half of the cases, and has noise added, so that it says nothing about one client.
        </p>
        {data.groups.length > 1 && (
          <Field label="Compare with" className="w-48">
            {(control) => (
              <Select
                {...control}
                value={data.group}
                onChange={(event) => onGroup(event.target.value)}
                options={data.groups.map(({ key, label }) => ({ value: key, label }))}
              />
            )}
          </Field>
        )}
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {data.items.map((item) => (
          <BenchmarkRow key={item.metric} item={item} />
        ))}
      </ul>
    </div>
  );
}

function NotMeasured() {
  const [waiting, setWaiting] = useState(false);
  const measure = async () => {
    setWaiting(true);
    try {
      await call(benchmarks.measure);
    } catch (error) {
      setWaiting(false);
      toast({ type: 'error', title: 'Couldn’t measure', description: messageFor(error, 'Try again.') });
    }
  };
  return (
    <EmptyState
      icon={<Scale />}
      title="No benchmarks yet"
      action={
        <Button variant="primary" loading={waiting} onClick={() => void measure()}>
          Measure benchmarks
        </Button>
      }
    >
      Compare this workspace with your clients, from aggregates only. Benchmarks are measured every night.
    </EmptyState>
  );
}

const PLACES = {
  ahead: { label: 'Ahead', tone: 'success' },
  middle: { label: 'In the middle', tone: 'neutral' },
  behind: { label: 'Behind', tone: 'warning' },
} as const;

function BenchmarkRow({ item }: { item: Benchmark }) {
  const { label, description, unit, figures, yours, place } = item;
  return (
    <li
      data-testid="benchmark"
      className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]"
    >
      <div>
        <h2 className="flex flex-wrap items-center gap-2 text-sm font-semibold">
          {label}
          {place && <Badge tone={PLACES[place].tone}>{PLACES[place].label}</Badge>}
        </h2>
        <p className="text-sm text-muted">{description}</p>
      </div>
      <div className="grid content-center gap-1 text-sm">
        {figures ? (
          <>
            <Quartiles item={item} figures={figures} />
            <p className="tabular text-muted">
              Half of {item.clients} clients are between {amountWords(figures.lower, unit)} and{' '}
              {amountWords(figures.upper, unit)}, with a median of {amountWords(figures.middle, unit)} (±
              {amountWords(figures.noise, unit)} noise).
            </p>
          </>
        ) : (
          <p className="text-muted">{withheldWords(item)}</p>
        )}
        <p className="tabular">
          {yours === null ? (
            <span className="text-muted">This workspace has fewer than {MIN_CASES} cases.</span>
          ) : (
            <>
              This workspace: <strong>{amountWords(yours, unit)}</strong>
            </>
          )}
        </p>
      </div>
    </li>
  );
}

const withheldWords = ({ withheld, clients }: Benchmark) =>
  withheld === 'one client dominates'
    ? 'Not shown: one client has more than half of all cases.'
    : `Not shown: ${clients} of at least ${MIN_CLIENTS} clients have enough cases.`;

/** A line from the smallest to the largest figure, with the quartiles and this workspace on it. */
function Quartiles({
  item: { yours, unit, label },
  figures,
}: {
  item: Benchmark;
  figures: NonNullable<Benchmark['figures']>;
}) {
  const [lower, middle, upper] = [figures.lower, figures.middle, figures.upper].map(Number) as [number, number, number];
  const own = yours === null ? null : Number(yours);
  const [least, most] = [Math.min(lower, own ?? lower), Math.max(upper, own ?? upper)];
  const room = Math.max((most - least) * 0.1, 1e-6);
  const at = (value: number) => `${((value - least + room) / (most - least + 2 * room)) * 100}%`;
  return (
    <svg
      role="img"
      aria-label={`${label}: median ${amountWords(figures.middle, unit)}${yours === null ? '' : `, this workspace ${amountWords(yours, unit)}`}`}
      className="h-6 w-full"
    >
      <line x1="0" x2="100%" y1="12" y2="12" className="stroke-line" strokeWidth="1" />
      <line x1={at(lower)} x2={at(upper)} y1="12" y2="12" className="stroke-muted" strokeWidth="8" />
      <line x1={at(middle)} x2={at(middle)} y1="4" y2="20" className="stroke-ink" strokeWidth="2" />
      {own !== null && <circle cx={at(own)} cy="12" r="6" className="fill-accent stroke-canvas" strokeWidth="2" />}
    </svg>
  );
}
