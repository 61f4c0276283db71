import { type FormEvent, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call, readKey } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input, Textarea } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { booking, type BookingHours } from '../contract.ts';
import { overridesText, rangesText, readOverrides, readRanges } from './hours-text.ts';

const DAYS = [
  ['mon', 'Monday'],
  ['tue', 'Tuesday'],
  ['wed', 'Wednesday'],
  ['thu', 'Thursday'],
  ['fri', 'Friday'],
  ['sat', 'Saturday'],
  ['sun', 'Sunday'],
] as const;
const ZONES = Intl.supportedValuesOf('timeZone');

/** Sets when the signed-in person takes bookings. */
export default function HoursDialog({ hours, onClose }: { hours: BookingHours; onClose: () => void }) {
  const client = useQueryClient();
  const [zone, setZone] = useState(hours.zone);
  const [weekly, setWeekly] = useState(() =>
    Object.fromEntries(DAYS.map(([day]) => [day, rangesText(hours.weekly[day])])),
  );
  const [overrides, setOverrides] = useState(() => overridesText(hours.overrides));
  const [problem, setProblem] = useState('');
  const [saving, setSaving] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setSaving(true);
    try {
      const read = (day: (typeof DAYS)[number][0]) => readRanges(weekly[day] ?? '');
      await call(booking.setHours, {
        body: {
          zone,
          weekly: {
            mon: read('mon'),
            tue: read('tue'),
            wed: read('wed'),
            thu: read('thu'),
            fri: read('fri'),
            sat: read('sat'),
            sun: read('sun'),
          },
          overrides: readOverrides(overrides),
        },
      });
      await client.invalidateQueries({ queryKey: readKey(booking.hours) });
      toast({ type: 'success', title: 'Hours saved' });
      onClose();
    } catch (error) {
      setProblem(messageFor(error, 'The hours could not be saved. Try again.'));
    } finally {
      setSaving(false);
    }
  };
  const zones = ZONES.includes(zone) ? ZONES : [zone, ...ZONES];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Your hours"
      description="Times such as 09:00-12:00, 13:00-17:00. Leave a day empty to take no bookings."
      footer={
        <Button type="submit" form="booking-hours" variant="primary" loading={saving}>
          Save hours
        </Button>
      }
    >
      <form id="booking-hours" onSubmit={(event) => void save(event)} className="flex flex-col gap-3">
        {problem && <Banner tone="danger">{problem}</Banner>}
        <Field id="hours-zone" label="Time zone">
          {(control) => (
            <Select
              {...control}
              value={zone}
              onChange={(event) => setZone(event.target.value)}
              options={zones.map((value) => ({ value, label: value }))}
            />
          )}
        </Field>
        {DAYS.map(([day, label]) => (
          <Field key={day} id={`hours-${day}`} label={label}>
            {(control) => (
              <Input
                {...control}
                value={weekly[day] ?? ''}
                onChange={(event) => setWeekly({ ...weekly, [day]: event.target.value })}
              />
            )}
          </Field>
        ))}
        <Field id="hours-overrides" label="Days with other hours" hint="One per line, such as 2026-12-24: off">
          {(control) => (
            <Textarea {...control} rows={4} value={overrides} onChange={(event) => setOverrides(event.target.value)} />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
