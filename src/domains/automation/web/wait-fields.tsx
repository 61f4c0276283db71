import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Field, FieldError } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import type { Wait } from '../contract/definition.ts';
import { VariableField } from './variable-field.tsx';
import type { Variable } from './variables.ts';
import { weekdayName } from './labels.ts';

const KINDS: Record<Wait['kind'], string> = {
  for: 'For a duration',
  until: 'Until a time of day',
  moment: 'Until a date from a variable',
};
const BLANK: Record<Wait['kind'], Wait> = {
  for: { kind: 'for', amount: 1, unit: 'days' },
  until: { kind: 'until', time: '09:00', days: [1, 2, 3, 4, 5] },
  moment: { kind: 'moment', at: '' },
};

/** Until when a step waits. */
export function WaitFields({
  wait,
  onChange,
  variables,
  error,
}: {
  wait: Wait;
  onChange: (wait: Wait) => void;
  variables: readonly Variable[];
  error?: string;
}) {
  return (
    <div className="grid gap-3">
      <Field label="Duration">
        {(control) => (
          <Select
            {...control}
            value={wait.kind}
            options={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
            onChange={(event) => onChange(BLANK[event.target.value as Wait['kind']])}
          />
        )}
      </Field>
      {wait.kind === 'for' && (
        <div className="flex gap-2">
          <Input
            aria-label="Amount"
            type="number"
            min={1}
            max={1000}
            value={wait.amount}
            onChange={(event) => onChange({ ...wait, amount: Number(event.target.value) })}
            className="w-24"
          />
          <Select
            aria-label="Unit"
            value={wait.unit}
            options={['minutes', 'hours', 'days'].map((value) => ({ value, label: value }))}
            onChange={(event) => onChange({ ...wait, unit: event.target.value as typeof wait.unit })}
          />
        </div>
      )}
      {wait.kind === 'until' && (
        <>
          <Field label="Time" hint="In the workspace’s time zone.">
            {(control) => (
              <Input
                {...control}
                type="time"
                value={wait.time}
                onChange={(event) => onChange({ ...wait, time: event.target.value })}
              />
            )}
          </Field>
          <div role="group" aria-label="Days" className="flex flex-wrap gap-x-3">
            {[1, 2, 3, 4, 5, 6, 7].map((day) => (
              <Checkbox
                key={day}
                label={weekdayName(day)}
                checked={wait.days.includes(day)}
                onChange={(event) =>
                  onChange({
                    ...wait,
                    days: event.target.checked
                      ? [...wait.days, day].sort((one, other) => one - other)
                      : wait.days.filter((one) => one !== day),
                  })
                }
              />
            ))}
          </div>
          <p className="text-xs text-muted">Leave days blank to wait until the next time it is this hour.</p>
        </>
      )}
      {wait.kind === 'moment' && (
        <VariableField
          label="Date and time"
          value={wait.at}
          variables={variables}
          onChange={(at) => onChange({ ...wait, at })}
          hint="Example: {{record.dueAt}}. If it has passed, the run continues immediately."
        />
      )}
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}
