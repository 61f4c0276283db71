import { useQuery } from '@tanstack/react-query';
import { read } from '../../../../web/api/request.ts';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { pipelines as pipelineCalls } from '../../contract/pipelines.ts';
import { useOwners } from '../../../../records/web/choices.ts';
import type { ReportsSearch } from './search.ts';
import { useSources } from './use-sources.ts';
import { COMPARE_LABELS, PERIOD_LABELS } from './labels.ts';

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const PERIOD_OPTIONS = optionsOf(PERIOD_LABELS);
const COMPARE_OPTIONS = optionsOf(COMPARE_LABELS);

/** Options of a report. Each change runs it again. */
export function QuestionBar({
  search,
  onChange,
}: {
  search: ReportsSearch;
  onChange: (change: Partial<ReportsSearch>) => void;
}) {
  const { report, period, from, to, compare, pipeline, owner, source } = search;
  const pipelines = useQuery(read(pipelineCalls.list)).data?.items ?? [];
  // A kept report may name a pipeline that was put away or deleted since: without an entry of its own it would read as
  // all of them.
  const isGone = pipelines.length > 0 && pipeline !== '' && pipelines.every(({ id }) => id !== pipeline);
  // The forecast is written down for a pipeline as a whole, each month by itself: nothing else can be asked of it.
  const asksMore = report !== 'accuracy';
  const owners = useOwners();
  const sources = useSources();
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-2 sm:flex sm:flex-wrap sm:items-end" data-noprint>
      <Field label="Period" className="sm:w-40">
        {(control) => (
          <Select
            {...control}
            options={PERIOD_OPTIONS}
            value={period}
            onChange={(event) => onChange({ period: event.target.value as ReportsSearch['period'] })}
          />
        )}
      </Field>
      {period === 'custom' && (
        <>
          <Field label="From">
            {(control) => (
              <Input
                {...control}
                type="date"
                value={from}
                max={to || undefined}
                onChange={(event) => onChange({ from: event.target.value })}
              />
            )}
          </Field>
          <Field label="To">
            {(control) => (
              <Input
                {...control}
                type="date"
                value={to}
                min={from || undefined}
                onChange={(event) => onChange({ to: event.target.value })}
              />
            )}
          </Field>
        </>
      )}
      {asksMore && (
        <Field label="Compare with" className="sm:w-36">
          {(control) => (
            <Select
              {...control}
              options={COMPARE_OPTIONS}
              value={compare}
              onChange={(event) => onChange({ compare: event.target.value as ReportsSearch['compare'] })}
            />
          )}
        </Field>
      )}
      <Field label="Pipeline" className="sm:w-40">
        {(control) => (
          <Select
            {...control}
            options={[
              ...pipelines.map(({ id, name }) => ({ value: id, label: name })),
              ...(isGone ? [{ value: pipeline, label: 'No longer in use' }] : []),
            ]}
            placeholder={
              report === 'conversion' ? `First pipeline${pipelines[0] ? `: ${pipelines[0].name}` : ''}` : 'All'
            }
            value={pipeline}
            onChange={(event) => onChange({ pipeline: event.target.value })}
          />
        )}
      </Field>
      {asksMore && (
        <Field label="Owner" className="sm:w-44">
          {(control) => (
            <Combobox
              {...control}
              label="Owner"
              source={owners.options}
              placeholder="Everyone"
              value={owner ? { value: owner, label: owners.nameOf(owner) } : null}
              onChange={(option) => onChange({ owner: option?.value ?? '' })}
            />
          )}
        </Field>
      )}
      {asksMore && (
        <Field label="Source" className="sm:w-40">
          {(control) => (
            <Combobox
              {...control}
              label="Source"
              source={sources}
              placeholder="All"
              allowNew={(text) => `Source “${text}”`}
              value={source ? { value: source, label: source } : null}
              onChange={(option) => onChange({ source: option?.label ?? '' })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
