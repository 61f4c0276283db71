import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { ApiError, messageFor } from '../../../../web/api/error.ts';
import { call, read, readKey } from '../../../../web/api/request.ts';
import { Form } from '../../../../web/form/form.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Checkbox } from '../../../../web/ui/checkbox.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import { Loaded, RowSkeletons, timeZoneOptions } from '../../../identity/web/index.ts';
import { type Absence, type Availability, availability as calls, NewAbsence, type WorkDays } from '../../contract/availability.ts';
import { DAY_NAMES, formatMinute, parseMinute, USUAL_WEEK, withSpan } from './hours.ts';

/** When a member usually works and is away. */
export function AvailabilityEditor({ userId }: { userId: string }) {
  const query = useQuery(read(calls.get, { params: { id: userId } }));
  return (
    <Loaded query={query} what="The availability" skeleton={<RowSkeletons />}>
      {(value) => (
        <div className="grid gap-6">
          <Hours key={value.version} userId={userId} value={value} />
          <Absences userId={userId} absences={value.absences} />
        </div>
      )}
    </Loaded>
  );
}

function Hours({ userId, value }: { userId: string; value: Availability }) {
  const client = useQueryClient();
  const [timeZone, setTimeZone] = useState(value.timeZone);
  const [days, setDays] = useState<WorkDays>(value.version === 0 ? USUAL_WEEK : value.days);
  const [saving, setSaving] = useState(false);
  const wrong = days.findIndex((spans) => spans.some(({ from, to }) => to <= from));
  const changed = value.version === 0 || timeZone !== value.timeZone || JSON.stringify(days) !== JSON.stringify(value.days);
  const save = async () => {
    setSaving(true);
    try {
      const saved = await call(calls.setHours, { params: { id: userId }, body: { version: value.version, timeZone, days } });
      client.setQueryData(readKey(calls.get, { params: { id: userId } }), saved);
      toast({ type: 'success', title: 'Hours saved' });
    } catch (error) {
      toast({ type: 'error', title: 'The hours could not be saved', description: messageFor(error, 'Please try again.') });
      if (error instanceof ApiError && error.code === 'stale') await client.invalidateQueries({ queryKey: readKey(calls.get, { params: { id: userId } }) });
      setSaving(false);
    }
  };
  return (
    <section aria-label="Usual hours" className="grid max-w-md gap-2">
      <h3 className="text-sm font-semibold">Usual hours</h3>
      {value.version === 0 && <p className="text-xs text-muted">Not set yet. This is a usual week; save it once it fits.</p>}
      <Field label="Time zone">{(control) => <Select {...control} options={timeZoneOptions()} value={timeZone} onChange={(event) => setTimeZone(event.target.value)} />}</Field>
      <ul className="grid gap-1">
        {DAY_NAMES.map((name, day) => <DayRow key={name} name={name} spans={days[day]!} onChange={(span) => setDays((now) => withSpan(now, day, span))} />)}
      </ul>
      {wrong >= 0 && <p role="alert" className="text-xs text-danger-ink">{DAY_NAMES[wrong]}: the end must come after the beginning.</p>}
      <div><Button variant="primary" loading={saving} disabled={!changed || wrong >= 0} onClick={() => void save()}>Save hours</Button></div>
    </section>
  );
}

function DayRow({ name, spans, onChange }: { name: string; spans: WorkDays[number]; onChange: (span: { from: number; to: number } | undefined) => void }) {
  const [span, ...further] = spans;
  const time = (label: string, minute: number, set: (minute: number) => void) => (
    <Input
      type="time" aria-label={`${name}, ${label}`} value={minute === 1440 ? '23:59' : formatMinute(minute)} className="w-28!"
      onChange={(event) => {
        const next = parseMinute(event.target.value);
        if (next !== undefined) set(next);
      }}
    />
  );
  return (
    <li className="flex min-h-control flex-wrap items-center gap-2">
      <Checkbox label={name} checked={span !== undefined} onChange={(event) => onChange(event.target.checked ? { from: 540, to: 1020 } : undefined)} className="w-32" />
      {span ? (
        <span className="flex items-center gap-1.5">
          {time('from', span.from, (from) => onChange({ ...span, from }))}
          <span aria-hidden="true">–</span>
          {time('to', span.to, (to) => onChange({ ...span, to }))}
          {further.length > 0 && <span className="text-xs text-muted">and {further.map(({ from, to }) => `${formatMinute(from)}–${formatMinute(to)}`).join(', ')}</span>}
        </span>
      ) : <span className="text-sm text-muted">Free</span>}
    </li>
  );
}

function Absences({ userId, absences }: { userId: string; absences: readonly Absence[] }) {
  const client = useQueryClient();
  const [adding, setAdding] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: readKey(calls.get, { params: { id: userId } }) });
  const remove = async (absence: Absence) => {
    try {
      await call(calls.removeAbsence, { params: { id: userId, absenceId: absence.id } });
      await refresh();
      const { firstDay, lastDay, note } = absence;
      offerUndo({ title: 'Days away removed', undo: () => call(calls.addAbsence, { params: { id: userId }, body: { firstDay, lastDay, note } }).then(refresh) });
    } catch (error) {
      toast({ type: 'error', title: 'The days could not be removed', description: messageFor(error, 'Please try again.') });
    }
  };
  return (
    <section aria-label="Days away" className="grid gap-2">
      <h3 className="text-sm font-semibold">Days away</h3>
      {absences.length === 0 && !adding && <p className="text-sm text-muted">None ahead.</p>}
      <ul className="divide-y divide-line">
        {absences.map((absence) => (
          <li key={absence.id} className="flex items-center gap-3 py-1.5 text-sm">
            <span className="min-w-0 flex-1"><DayText value={absence.firstDay} />{absence.lastDay !== absence.firstDay && <> – <DayText value={absence.lastDay} /></>}{absence.note && <span className="text-muted"> · {absence.note}</span>}</span>
            <IconButton label={`Remove the days from ${absence.firstDay}`} icon={<Trash2 />} onClick={() => void remove(absence)} />
          </li>
        ))}
      </ul>
      {adding ? <NewAbsenceForm userId={userId} onDone={() => { setAdding(false); void refresh(); }} onCancel={() => setAdding(false)} /> : <div><Button size="sm" icon={<Plus />} onClick={() => setAdding(true)}>Add days away</Button></div>}
    </section>
  );
}

function NewAbsenceForm({ userId, onDone, onCancel }: { userId: string; onDone: () => void; onCancel: () => void }) {
  const form = useContractForm(NewAbsence, {
    defaultValues: { firstDay: '', lastDay: '', note: '' },
    judge: 'onSubmit',
    failure: 'The days could not be entered.',
    onSubmit: async (body) => {
      await call(calls.addAbsence, { params: { id: userId }, body });
      onDone();
    },
  });
  return (
    <Form form={form} className="max-w-md rounded-md border border-line p-3">
      <div className="grid gap-3">
        <div className="flex flex-wrap gap-3">
          <FormField name="firstDay" label="First day" type="date" required autoFocus className="flex-1" />
          <FormField name="lastDay" label="Last day" type="date" required className="flex-1" />
        </div>
        <FormField name="note" label="Note" optional hint="Colleagues can read it." />
        <div className="flex gap-2"><Button type="submit" variant="primary" loading={form.saving}>Add</Button><Button onClick={onCancel}>Cancel</Button></div>
      </div>
    </Form>
  );
}
