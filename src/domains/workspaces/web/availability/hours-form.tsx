import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../../web/api/error.ts';
import { call, readKey } from '../../../../web/api/request.ts';
import { ControlledField } from '../../../../web/form/form-field.tsx';
import { Form } from '../../../../web/form/form.tsx';
import { useUnsavedGuard } from '../../../../web/form/unsaved.ts';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Checkbox } from '../../../../web/ui/checkbox.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { timeZoneOptions } from '../../../identity/web/index.ts';
import { type Availability, availability as calls, type WorkDays } from '../../contract/availability.ts';
import { DAY_NAMES, daysOf, formatMinute, HoursForm, hoursValues, parseMinute, spansText, withFirst } from './hours.ts';

/** Address parameters that open a member's sheet; in the settings, working hours are a tab. */
const OPENS = ['open'];

/**
 * Usual hours of a member. What someone else saves meanwhile shows day by day; a day that both changed is asked about.
 */
export function Hours({ userId, value }: { userId: string; value: Availability }) {
  const client = useQueryClient();
  const which = { params: { id: userId } };
  const form = useContractForm(HoursForm, {
    defaultValues: hoursValues(value),
    failure: 'The hours could not be saved.',
    judge: 'onSubmit',
    follows: true,
    onSubmit: async (values) => {
      try {
        const saved = await call(calls.setHours, {
          ...which,
          body: { version: values.version, timeZone: values.timeZone, days: daysOf(values) },
        });
        client.setQueryData(readKey(calls.get, which), saved);
        toast({ type: 'success', title: 'Hours saved' });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'stale')
          await client.invalidateQueries({ queryKey: readKey(calls.get, which) });
        throw error;
      }
    },
  });
  useUnsavedGuard(form.unsaved, OPENS);
  const typed = form.methods.watch();
  const wrong = daysOf(typed).findIndex((spans) => spans.some(({ from, to }) => to <= from));
  return (
    <section aria-label="Usual hours" className="max-w-md">
      <h3 className="mb-2 text-sm font-semibold">Usual hours</h3>
      <Form form={form} className="grid gap-2">
        {value.version === 0 && (
          <p className="text-xs text-muted">Not set yet. Adjust this default week and save it.</p>
        )}
        {form.methods.formState.dirtyFields.version && (
          <Disputed
            value={value}
            typed={typed}
            onTheirs={form.discard}
            onMine={() => form.methods.setValue('version', value.version, { shouldDirty: true })}
          />
        )}
        <ControlledField<HoursForm> name="timeZone" label="Time zone">
          {({ value: zone, onChange }, control) => (
            <Select
              {...control}
              options={timeZoneOptions()}
              value={zone as string}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </ControlledField>
        <ul className="grid gap-1">
          {DAY_NAMES.map((name) => (
            <DayRow
              key={name}
              name={name}
              spans={typed[name]}
              onChange={(span) => form.methods.setValue(name, withFirst(typed[name], span), { shouldDirty: true })}
            />
          ))}
        </ul>
        {wrong >= 0 && (
          <p role="alert" className="text-xs text-danger-ink">
            {DAY_NAMES[wrong]}: the end must be after the start.
          </p>
        )}
        <div>
          <Button
            type="submit"
            variant="primary"
            loading={form.saving}
            disabled={(value.version > 0 && !form.dirty) || wrong >= 0}
          >
            Save hours
          </Button>
        </div>
      </Form>
    </section>
  );
}

/** Someone else changed the same: whose hours stay is for the person to say. */
function Disputed({
  value,
  typed,
  onTheirs,
  onMine,
}: {
  value: Availability;
  typed: HoursForm;
  onTheirs: () => void;
  onMine: () => void;
}) {
  const theirs = hoursValues(value);
  const days = DAY_NAMES.filter((name) => spansText(theirs[name]) !== spansText(typed[name]));
  const zone = theirs.timeZone === typed.timeZone ? [] : [`time zone ${theirs.timeZone}`];
  return (
    <Banner
      tone="warning"
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="sm" onClick={onTheirs}>
            Use theirs
          </Button>
          <Button size="sm" onClick={onMine}>
            Keep mine
          </Button>
        </span>
      }
    >
      <p className="font-medium">Someone changed these hours in the meantime.</p>
      <p>
        Saved now: {[...zone, ...days.map((name) => `${name} ${spansText(theirs[name])}`)].join('; ') || 'your changes'}
        .
      </p>
    </Banner>
  );
}

function DayRow({
  name,
  spans,
  onChange,
}: {
  name: string;
  spans: WorkDays[number];
  onChange: (span: { from: number; to: number } | undefined) => void;
}) {
  const [span, ...further] = spans;
  const time = (label: string, minute: number, set: (minute: number) => void) => (
    <Input
      type="time"
      aria-label={`${name}, ${label}`}
      value={minute === 1440 ? '23:59' : formatMinute(minute)}
      className="w-28!"
      onChange={(event) => {
        const next = parseMinute(event.target.value);
        if (next !== undefined) set(next);
      }}
    />
  );
  return (
    <li className="flex min-h-control flex-wrap items-center gap-2">
      <Checkbox
        label={name}
        checked={span !== undefined}
        onChange={(event) => onChange(event.target.checked ? { from: 540, to: 1020 } : undefined)}
        className="w-32"
      />
      {span ? (
        <span className="flex items-center gap-1.5">
          {time('from', span.from, (from) => onChange({ ...span, from }))}
          <span aria-hidden="true">–</span>
          {time('to', span.to, (to) => onChange({ ...span, to }))}
          {further.length > 0 && <span className="text-xs text-muted">and {spansText(further)}</span>}
        </span>
      ) : (
        <span className="text-sm text-muted">Free</span>
      )}
    </li>
  );
}
