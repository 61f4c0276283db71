import { type FormEvent, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { messageFor } from '../../../web/api/error.ts';
import { call, readKey } from '../../../web/api/request.ts';
import { useUnsavedGuard } from '../../../web/form/unsaved.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Field, FieldError } from '../../../web/ui/field.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { booking, type BookingHours } from '../contract.ts';
import { WEEKDAYS } from './labels.ts';

type Ranges = BookingHours['weekly']['mon'];
interface Override {
  key: number;
  day: string;
  ranges: Ranges;
}

const ZONES = Intl.supportedValuesOf('timeZone');
const FIRST: Ranges = [['09:00', '17:00']];

/** A time field knows no 24:00: midnight at the end of a range means the end of the day. */
const shownEnd = (time: string) => (time === '24:00' ? '00:00' : time);
const storedEnd = (time: string) => (time === '00:00' ? '24:00' : time);

function problemOf(ranges: Ranges): string | undefined {
  if (ranges.some(([from, until]) => from === '' || until === '')) return 'Enter both times.';
  if (ranges.some(([from, until]) => from >= until)) return 'The end must be after the start.';
  const sorted = ranges.toSorted(([a], [b]) => a.localeCompare(b));
  if (sorted.some(([from], n) => n > 0 && from < sorted[n - 1]![1])) return 'These times overlap.';
  return undefined;
}

/** When the signed-in person takes bookings: hours of the week, and days with other hours. */
export default function HoursForm({ hours }: { hours: BookingHours }) {
  const client = useQueryClient();
  const [zone, setZone] = useState(hours.zone);
  const [weekly, setWeekly] = useState(hours.weekly);
  const [overrides, setOverrides] = useState<Override[]>(() =>
    Object.entries(hours.overrides)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([day, ranges], key) => ({ key, day, ranges })),
  );
  const [failure, setFailure] = useState('');
  const [saving, setSaving] = useState(false);
  const body = { zone, weekly, overrides: Object.fromEntries(overrides.map(({ day, ranges }) => [day, ranges])) };
  const isDirty = JSON.stringify(body) !== JSON.stringify(hours);
  useUnsavedGuard(isDirty);
  const days = overrides.map(({ day }) => day);
  const isWrong =
    WEEKDAYS.some(([day]) => problemOf(weekly[day])) ||
    overrides.some(({ day, ranges }) => day === '' || problemOf(ranges)) ||
    new Set(days).size < days.length;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isWrong) return setFailure('Fix the marked times, then save again.');
    setSaving(true);
    setFailure('');
    try {
      client.setQueryData(readKey(booking.hours), await call(booking.setHours, { body }));
      toast({ type: 'success', title: 'Hours saved' });
    } catch (error) {
      setFailure(messageFor(error, 'The hours could not be saved. Try again.'));
    } finally {
      setSaving(false);
    }
  };
  const change = (key: number, part: Partial<Override>) =>
    setOverrides(overrides.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const zones = ZONES.includes(zone) ? ZONES : [zone, ...ZONES];
  return (
    <form onSubmit={(event) => void save(event)} className="flex max-w-2xl flex-col gap-6">
      {failure && <Banner tone="danger">{failure}</Banner>}
      <Field label="Time zone" hint="Your hours keep this wall time when the clocks change." className="max-w-xs">
        {(control) => (
          <Select
            {...control}
            value={zone}
            onChange={(event) => setZone(event.target.value)}
            options={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
          />
        )}
      </Field>
      <section aria-labelledby="weekly-hours">
        <h2 id="weekly-hours" className="mb-2 text-base font-semibold">
          Weekly hours
        </h2>
        <ul className="divide-y divide-line border-y border-line">
          {WEEKDAYS.map(([day, label]) => (
            <li key={day} className="flex flex-wrap items-start gap-x-4 gap-y-1 py-2">
              <Checkbox
                className="w-36"
                label={label}
                checked={weekly[day].length > 0}
                onChange={(event) => setWeekly({ ...weekly, [day]: event.target.checked ? FIRST : [] })}
              />
              <RangeFields
                name={label}
                ranges={weekly[day]}
                onChange={(ranges) => setWeekly({ ...weekly, [day]: ranges })}
              />
            </li>
          ))}
        </ul>
        <Button
          className="mt-2"
          size="sm"
          onClick={() => setWeekly({ ...weekly, tue: weekly.mon, wed: weekly.mon, thu: weekly.mon, fri: weekly.mon })}
        >
          Copy Monday to all workdays
        </Button>
      </section>
      <section aria-labelledby="other-hours">
        <h2 id="other-hours" className="text-base font-semibold">
          Days with other hours
        </h2>
        <p className="mb-2 text-sm text-muted">Holidays, and days on which you work at other times.</p>
        <ul className="divide-y divide-line border-y border-line empty:hidden">
          {overrides.map(({ key, day, ranges }, n) => {
            const isTwice = day !== '' && days.indexOf(day) < n;
            return (
              <li key={key} className="flex flex-wrap items-start gap-x-4 gap-y-1 py-2">
                <span className="flex items-center gap-1">
                  <Input
                    type="date"
                    className="w-40"
                    aria-label={`Day ${n + 1}`}
                    aria-invalid={day === '' || isTwice ? true : undefined}
                    value={day}
                    onChange={(event) => change(key, { day: event.target.value })}
                  />
                  <IconButton
                    label={`Remove day ${n + 1}`}
                    icon={<Trash2 />}
                    onClick={() => setOverrides(overrides.filter((one) => one.key !== key))}
                  />
                </span>
                <span className="flex flex-col gap-1">
                  <Checkbox
                    label="Take bookings"
                    checked={ranges.length > 0}
                    onChange={(event) => change(key, { ranges: event.target.checked ? FIRST : [] })}
                  />
                  <RangeFields
                    name={day || `Day ${n + 1}`}
                    ranges={ranges}
                    onChange={(next) => change(key, { ranges: next })}
                  />
                  {isTwice && <FieldError>This day is listed twice.</FieldError>}
                </span>
              </li>
            );
          })}
        </ul>
        <Button
          className="mt-2"
          size="sm"
          icon={<Plus />}
          disabled={overrides.length >= 400}
          onClick={() =>
            setOverrides([
              ...overrides,
              { key: Math.max(0, ...overrides.map((one) => one.key + 1)), day: '', ranges: [] },
            ])
          }
        >
          Add day
        </Button>
      </section>
      <div>
        <Button type="submit" variant="primary" loading={saving} disabled={!isDirty}>
          Save hours
        </Button>
      </div>
    </form>
  );
}

interface RangeFieldsProps {
  name: string;
  ranges: Ranges;
  onChange: (ranges: Ranges) => void;
}

function RangeFields({ name, ranges, onChange }: RangeFieldsProps) {
  const problem = problemOf(ranges);
  const change = (n: number, range: [string, string]) => onChange(ranges.map((one, at) => (at === n ? range : one)));
  if (ranges.length === 0) return <p className="py-1 text-sm text-muted">No bookings</p>;
  return (
    <div className="flex flex-col gap-1">
      {ranges.map(([from, until], n) => (
        <div key={n} className="flex items-center gap-1.5">
          <Input
            type="time"
            className="w-28"
            aria-label={`${name}, from ${n + 1}`}
            aria-invalid={problem ? true : undefined}
            value={from}
            onChange={(event) => change(n, [event.target.value, until])}
          />
          <span aria-hidden="true">–</span>
          <Input
            type="time"
            className="w-28"
            aria-label={`${name}, until ${n + 1}`}
            aria-invalid={problem ? true : undefined}
            value={shownEnd(until)}
            onChange={(event) => change(n, [from, storedEnd(event.target.value)])}
          />
          {n === 0 && ranges.length < 12 ? (
            <IconButton
              label={`Add times on ${name}`}
              icon={<Plus />}
              onClick={() => onChange([...ranges, ['', '']])}
            />
          ) : (
            <IconButton
              label={`Remove times ${n + 1} on ${name}`}
              icon={<Trash2 />}
              onClick={() => onChange(ranges.filter((_, at) => at !== n))}
            />
          )}
        </div>
      ))}
      {problem && <FieldError>{problem}</FieldError>}
    </div>
  );
}
