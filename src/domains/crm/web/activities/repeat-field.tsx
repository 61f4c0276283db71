import { type ChangeEvent, useState } from 'react';
import { addDays, isDay, monthStart } from '../../../../kernel/days.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import {
  type Frequency,
  FREQUENCIES,
  formatRule,
  occurrences,
  parseRule,
  type Rule,
  WEEKDAYS,
  weekdayOf,
} from '../../engine/activities/recurrence.ts';
import { ruleInWords } from '../../engine/activities/rule-text.ts';
import { dayText } from './times.ts';

const CUSTOM = 'custom';
const UNITS: Record<Frequency, string> = { DAILY: 'days', WEEKLY: 'weeks', MONTHLY: 'months', YEARLY: 'years' };
const weekdayName = (index: number) =>
  new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, 0, 5 + index));

/** The usual rules for something that begins on `day`. */
function presets(day: string): string[] {
  const weekday = WEEKDAYS[weekdayOf(day)];
  const nth = Math.ceil(Number(day.slice(8)) / 7);
  const isLast = addDays(day, 7) >= monthStart(day, 1);
  return [
    'FREQ=DAILY',
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    `FREQ=WEEKLY;BYDAY=${weekday}`,
    `FREQ=WEEKLY;INTERVAL=2;BYDAY=${weekday}`,
    `FREQ=MONTHLY;BYMONTHDAY=${Number(day.slice(8))}`,
    `FREQ=MONTHLY;BYDAY=${isLast ? -1 : nth}${weekday}`,
    'FREQ=YEARLY',
  ];
}

interface RepeatFieldProps {
  /** RRULE; blank: it does not repeat. */
  value: string;
  onChange: (rule: string) => void;
  /** The first day; without one nothing can repeat. */
  day: string;
  today: string;
}

/** How something repeats: a usual rule, or one of one's own, in words and with the next days it means. */
export function RepeatField({ value, onChange, day, today }: RepeatFieldProps) {
  const first = isDay(day) ? day : '';
  const usual = first ? presets(first) : [];
  const [isCustom, setCustom] = useState(value !== '' && !usual.includes(value));
  const options = [
    { value: '', label: 'Does not repeat' },
    ...[...new Set([...usual, ...(value && !isCustom ? [value] : [])])].map((rule) => ({
      value: rule,
      label: ruleInWords(parseRule(rule)),
    })),
    { value: CUSTOM, label: 'Other…' },
  ];
  const choose = (event: ChangeEvent<HTMLSelectElement>) => {
    setCustom(event.target.value === CUSTOM);
    onChange(event.target.value === CUSTOM ? value || 'FREQ=WEEKLY' : event.target.value);
  };
  return (
    <div className="grid gap-3">
      <Field
        label="Repeat"
        hint={
          value && first ? (
            <Preview rule={parseRule(value)} first={first} today={today} />
          ) : first ? undefined : (
            'Choose a date first.'
          )
        }
      >
        {(control) => (
          <Select
            {...control}
            options={options}
            value={isCustom ? CUSTOM : value}
            onChange={choose}
            disabled={!first}
          />
        )}
      </Field>
      {isCustom && value && <CustomRule rule={parseRule(value)} onChange={(rule) => onChange(formatRule(rule))} />}
    </div>
  );
}

function Preview({ rule, first, today }: { rule: Rule; first: string; today: string }) {
  const days = occurrences(rule, first, { most: 4 });
  if (days.length === 0) return <>This rule has no occurrences.</>;
  return (
    <>
      {ruleInWords(rule)}:{' '}
      {days
        .slice(0, 3)
        .map((day) => dayText(day, today))
        .join(', ')}
      {days.length > 3 ? ' …' : ''}
    </>
  );
}

function CustomRule({ rule, onChange }: { rule: Rule; onChange: (rule: Rule) => void }) {
  const end = rule.count !== undefined ? 'count' : rule.until !== undefined ? 'until' : 'never';
  const without = (): Rule => {
    const { count: _, until: __, ...rest } = rule;
    return rest;
  };
  const setEnd = (kind: string) =>
    onChange(
      kind === 'count'
        ? { ...without(), count: 10 }
        : kind === 'until'
          ? { ...without(), until: addDays(new Date().toISOString().slice(0, 10), 90) }
          : without(),
    );
  const toggle = (day: (typeof WEEKDAYS)[number]) => {
    const has = rule.byDay.some((one) => one.day === day);
    const days = WEEKDAYS.filter((one) => (one === day ? !has : rule.byDay.some((other) => other.day === one)));
    onChange({ ...rule, byDay: days.map((one) => ({ day: one })) });
  };
  return (
    <div className="grid gap-3 rounded-md border border-line bg-sunken p-3">
      <div className="grid grid-cols-2 gap-3">
        <Field label="Every">
          {(control) => (
            <Input
              {...control}
              type="number"
              min={1}
              max={99}
              value={rule.interval}
              onChange={({ target }) =>
                onChange({ ...rule, interval: Math.min(99, Math.max(1, Math.trunc(target.valueAsNumber) || 1)) })
              }
            />
          )}
        </Field>
        <Field label="Unit">
          {(control) => (
            <Select
              {...control}
              value={rule.freq}
              options={FREQUENCIES.map((freq) => ({ value: freq, label: UNITS[freq] }))}
              onChange={({ target }) =>
                onChange({
                  ...without(),
                  ...(rule.count !== undefined ? { count: rule.count } : {}),
                  ...(rule.until !== undefined ? { until: rule.until } : {}),
                  freq: target.value as Frequency,
                  byDay: [],
                  byMonthDay: [],
                  byMonth: [],
                  bySetPos: [],
                })
              }
            />
          )}
        </Field>
      </div>
      {rule.freq === 'WEEKLY' && (
        <fieldset>
          <legend className="mb-1 text-sm font-medium">On</legend>
          <div className="flex flex-wrap gap-1">
            {WEEKDAYS.map((day, index) => {
              const on = rule.byDay.some((one) => one.day === day);
              return (
                <Button
                  key={day}
                  size="sm"
                  variant={on ? 'primary' : 'secondary'}
                  aria-pressed={on}
                  onClick={() => toggle(day)}
                >
                  {weekdayName(index)}
                </Button>
              );
            })}
          </div>
        </fieldset>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Field label="Ends">
          {(control) => (
            <Select
              {...control}
              value={end}
              onChange={({ target }) => setEnd(target.value)}
              options={[
                { value: 'never', label: 'Never' },
                { value: 'until', label: 'On a date' },
                { value: 'count', label: 'After a number of occurrences' },
              ]}
            />
          )}
        </Field>
        {end === 'count' && (
          <Field label="Occurrences">
            {(control) => (
              <Input
                {...control}
                type="number"
                min={1}
                max={999}
                value={rule.count}
                onChange={({ target }) =>
                  onChange({ ...rule, count: Math.min(999, Math.max(1, Math.trunc(target.valueAsNumber) || 1)) })
                }
              />
            )}
          </Field>
        )}
        {end === 'until' && (
          <Field label="Last date">
            {(control) => (
              <Input
                {...control}
                type="date"
                value={rule.until}
                onChange={({ target }) => {
                  if (isDay(target.value)) onChange({ ...rule, until: target.value });
                }}
              />
            )}
          </Field>
        )}
      </div>
    </div>
  );
}
