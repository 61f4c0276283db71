import { useState } from 'react';
import { Combobox } from '../../../web/ui/combobox.tsx';
import { Field, FieldError } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { MultiCombobox } from '../../../web/ui/multi-combobox.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { NO_FILTER } from '../../../kernel/filter-terms.ts';
import { CopyField } from './copy-field.tsx';
import type { Trigger } from '../contract/definition.ts';
import type { Catalogue, Problem, Workflow } from '../contract/workflows.ts';
import { RecordFilter } from './condition-editor.tsx';
import { Upcoming } from './upcoming.tsx';
import { SCHEDULES, TRIGGER_KINDS } from './labels.ts';

interface TriggerFormProps {
  trigger: Trigger | null;
  onChange: (trigger: Trigger) => void;
  problems: readonly Problem[];
  catalogue: Catalogue;
  /** When the schedule that is given comes next, as far as that is known. */
  upcoming: Workflow['upcoming'];
  hookUrl: string | null;
  hookUnreadable: boolean;
  onRenewHook: () => void;
}

/** @param zone the workspace's: a schedule is for everyone in it, wherever its maker sits */
function blank(kind: string, zone: string): Trigger {
  switch (kind) {
    case 'schedule':
      return { kind: 'schedule', cron: '0 9 * * 1-5', zone };
    case 'hook':
      return { kind: 'hook' };
    case 'manual':
      return { kind: 'manual', record: 'contact' };
    default:
      return { kind: 'event', types: [], changed: [] };
  }
}

/** Settings of the trigger. */
export function TriggerForm(props: TriggerFormProps) {
  const { trigger, onChange, problems } = props;
  const error = (field: string) =>
    problems.find((problem) => !problem.stepId && problem.field.startsWith(field))?.message;
  return (
    <div className="grid gap-4">
      <Field label="Starts" error={trigger ? undefined : error('trigger')}>
        {(control) => (
          <Select
            {...control}
            value={trigger?.kind ?? ''}
            placeholder="Choose"
            options={Object.entries(TRIGGER_KINDS).map(([value, label]) => ({ value, label }))}
            onChange={(event) => onChange(blank(event.target.value, props.catalogue.timeZone))}
          />
        )}
      </Field>
      {trigger?.kind === 'event' && <EventParts {...props} trigger={trigger} error={error} />}
      {trigger?.kind === 'schedule' && (
        <ScheduleParts
          trigger={trigger}
          onChange={onChange}
          error={error('trigger')}
          upcoming={props.upcoming}
          home={props.catalogue.timeZone}
        />
      )}
      {trigger?.kind === 'hook' && <HookParts {...props} />}
      {trigger?.kind === 'manual' && (
        <Field label="On" hint="Start it from this page with “Run”.">
          {(control) => (
            <Select
              {...control}
              value={trigger.record ?? ''}
              placeholder="No record"
              options={props.catalogue.records.map(({ kind, label }) => ({ value: kind, label }))}
              onChange={(event) =>
                onChange({ kind: 'manual', record: (event.target.value || null) as typeof trigger.record })
              }
            />
          )}
        </Field>
      )}
    </div>
  );
}

type EventTrigger = Extract<Trigger, { kind: 'event' }>;

function EventParts({
  trigger,
  onChange,
  catalogue,
  error,
}: TriggerFormProps & { trigger: EventTrigger; error: (field: string) => string | undefined }) {
  const known = new Map(catalogue.events.map((event) => [event.type, event]));
  const record = trigger.types.map((type) => known.get(type)?.record).find((kind) => kind) ?? null;
  const groups = [...new Set(catalogue.events.map((event) => event.group))];
  const fields = catalogue.records.find(({ kind }) => kind === record)?.filterFields;
  const changes = (catalogue.records.find(({ kind }) => kind === record)?.changes ?? []).map(({ key, label }) => ({
    value: key,
    label,
  }));
  const left = catalogue.events.filter(
    (event) => !trigger.types.includes(event.type) && (trigger.types.length === 0 || event.record === record),
  );
  return (
    <>
      <div role="group" aria-label="Events" className="grid gap-2">
        {trigger.types.map((type) => (
          <Checkbox
            key={type}
            label={known.get(type)?.label ?? type}
            hint={type}
            checked
            onChange={() => onChange({ ...trigger, types: trigger.types.filter((one) => one !== type) })}
          />
        ))}
        <Select
          aria-label="Add event"
          value=""
          placeholder={trigger.types.length === 0 ? 'Choose an event' : 'Or choose another event'}
          options={groups.flatMap((group) =>
            left
              .filter((event) => event.group === group)
              .map((event) => ({ value: event.type, label: `${group}: ${event.label}` })),
          )}
          onChange={(event) => {
            if (event.target.value) onChange({ ...trigger, types: [...trigger.types, event.target.value] });
          }}
        />
        {error('trigger.types') && <FieldError>{error('trigger.types')}</FieldError>}
      </div>
      {trigger.types.some((type) => type.endsWith('.updated')) && (
        <Field label="Only when one of these fields changes" optional error={error('trigger.changed')}>
          {(control) => (
            <MultiCombobox
              {...control}
              label="Fields"
              source={changes}
              placeholder="Any field"
              value={trigger.changed.map(
                (key) =>
                  changes.find(({ value }) => value === key) ?? { value: key, label: `${key} (no longer available)` },
              )}
              onChange={(next) => onChange({ ...trigger, changed: next.map(({ value }) => value) })}
            />
          )}
        </Field>
      )}
      {record && fields && (
        <div className="grid gap-1">
          <span className="text-sm font-medium">Only for records that match</span>
          <RecordFilter
            kind={record}
            filter={trigger.filter ?? NO_FILTER}
            fields={fields}
            onChange={(filter) => onChange({ ...trigger, filter: filter.conditions.length > 0 ? filter : undefined })}
          />
          {error('trigger.filter') && <FieldError>{error('trigger.filter')}</FieldError>}
        </div>
      )}
    </>
  );
}

interface SchedulePartsProps extends Pick<TriggerFormProps, 'onChange' | 'upcoming'> {
  trigger: Extract<Trigger, { kind: 'schedule' }>;
  error?: string | undefined;
  /** The workspace's time zone. */
  home: string;
}

function ScheduleParts({ trigger, onChange, error, upcoming, home }: SchedulePartsProps) {
  const [zones] = useState(() =>
    [
      ...new Set([
        home,
        Intl.DateTimeFormat().resolvedOptions().timeZone,
        trigger.zone,
        'UTC',
        ...Intl.supportedValuesOf('timeZone'),
      ]),
    ].map((value) => ({ value, label: value.replaceAll('_', ' ') })),
  );
  return (
    <>
      <Field label="Common schedules">
        {(control) => (
          <Select
            {...control}
            value={trigger.cron in SCHEDULES ? trigger.cron : ''}
            placeholder="Custom schedule"
            options={Object.entries(SCHEDULES).map(([value, label]) => ({ value, label }))}
            onChange={(event) => {
              if (event.target.value) onChange({ ...trigger, cron: event.target.value });
            }}
          />
        )}
      </Field>
      <Field label="Schedule" error={error} hint="Minute, hour, day of month, month, weekday. Example: “0 9 * * 1-5”.">
        {(control) => (
          <Input
            {...control}
            className="font-mono"
            value={trigger.cron}
            onChange={(event) => onChange({ ...trigger, cron: event.target.value })}
          />
        )}
      </Field>
      <Field label="Time zone" hint="Times follow the local clock, including daylight saving time.">
        {(control) => (
          <Combobox
            {...control}
            label="Time zone"
            source={zones}
            value={{ value: trigger.zone, label: trigger.zone.replaceAll('_', ' ') }}
            onChange={(option) => onChange({ ...trigger, zone: option?.value ?? home })}
          />
        )}
      </Field>
      <Upcoming upcoming={upcoming} zone={trigger.zone} />
    </>
  );
}

function HookParts({ hookUrl, hookUnreadable, onRenewHook }: TriggerFormProps) {
  const replace = (
    <button
      type="button"
      className="justify-self-start rounded-sm text-sm text-accent-ink underline underline-offset-2"
      onClick={onRenewHook}
    >
      Replace URL
    </button>
  );
  if (hookUnreadable)
    return (
      <div className="grid gap-2">
        <p className="text-sm text-muted">
          The URL was encrypted with another key. It still works but can’t be shown. Replace it to get a new one.
        </p>
        {replace}
      </div>
    );
  if (!hookUrl) return <p className="text-sm text-muted">The URL appears once the draft is saved.</p>;
  return (
    <div className="grid gap-2">
      <CopyField label="Secret URL" value={hookUrl} />
      <p className="text-xs text-muted">
        Another system sends a POST request with JSON to this URL. The same <code>Idempotency-Key</code> starts one run.
        Anyone who knows the URL can start this workflow once it is published and on.
      </p>
      {replace}
    </div>
  );
}
