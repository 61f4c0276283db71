import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Field, FieldError } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { timeZoneOptions } from '../../identity/web/index.ts';
import type { DayHours, NewAgent } from '../contract.ts';
import { DAYS } from './labels.ts';

interface HoursProps {
  hours: readonly DayHours[];
  timeZone: string;
  problems: readonly { field: string; message: string }[];
  onChange: (change: Partial<NewAgent>) => void;
}

/** Opening hours by day of the week, by the clock of a time zone. */
export function HoursFields({ hours, timeZone, problems, onChange }: HoursProps) {
  const set = (day: number, next: DayHours | undefined) =>
    onChange({
      hours: [...hours.filter((one) => one.day !== day), ...(next ? [next] : [])].sort((a, b) => a.day - b.day),
    });
  const zones = timeZoneOptions();
  if (!zones.some(({ value }) => value === timeZone)) zones.unshift({ value: timeZone, label: timeZone });
  return (
    <section aria-labelledby="hours" className="grid gap-3">
      <h2 id="hours" className="text-base font-semibold">
        Opening hours
      </h2>
      <Field label="Time zone" className="max-w-sm">
        {(control) => (
          <Select
            {...control}
            value={timeZone}
            options={zones}
            onChange={(event) => onChange({ timeZone: event.target.value })}
          />
        )}
      </Field>
      <ul className="grid gap-1">
        {DAYS.map((name, index) => {
          const day = index + 1;
          const at = hours.findIndex((one) => one.day === day);
          const own = hours[at];
          const error = problems.find(({ field }) => field.startsWith(`hours.${at}.`));
          return (
            <li key={name} className="grid min-h-control items-center gap-x-2 sm:grid-cols-[8rem_1fr]">
              <Checkbox
                label={name}
                checked={own !== undefined}
                onChange={(event) => set(day, event.target.checked ? { day, from: '09:00', to: '17:00' } : undefined)}
              />
              {own ? (
                <span className="flex flex-wrap items-center gap-2 max-sm:pl-8">
                  <Input
                    type="time"
                    aria-label={`${name} from`}
                    className="w-28!"
                    value={own.from}
                    onChange={(event) => set(day, { ...own, from: event.target.value })}
                  />
                  to
                  <Input
                    type="time"
                    aria-label={`${name} to`}
                    className="w-28!"
                    value={own.to}
                    onChange={(event) => set(day, { ...own, to: event.target.value })}
                  />
                  {error && <FieldError>{error.message}</FieldError>}
                </span>
              ) : (
                <span className="text-muted max-sm:pl-8">Closed</span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
