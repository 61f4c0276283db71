import { useId, useState } from 'react';
import { ApiError, messageFor } from '../../../../web/api/error.ts';
import { call } from '../../../../web/api/request.ts';
import { useSessionUser } from '../../../../web/api/session.ts';
import { useDiscard } from '../../../../web/form/unsaved.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Checkbox } from '../../../../web/ui/checkbox.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { MultiCombobox } from '../../../../web/ui/multi-combobox.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { type ReportSchedule, type SavedReport, savedReports } from '../../contract/reports.ts';
import { useOwners } from '../../../../records/web/choices.ts';
import { questionOf, type ReportsSearch } from './search.ts';

const NEVER = 'never';
const EVERY = [
  { value: NEVER, label: 'Never' },
  { value: 'day', label: 'Every day' },
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every month' },
];
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((label, i) => ({
  value: String(i + 1),
  label,
}));
const MONTHDAYS = Array.from({ length: 28 }, (_, i) => ({ value: String(i + 1), label: `Day ${i + 1}` }));
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

interface SavedDialogProps {
  search: ReportsSearch;
  /** The kept report that is changed; absent: a new one. */
  saved: SavedReport | undefined;
  onClose: () => void;
  onSaved: (saved: SavedReport) => void;
}

/** Name of a kept report, who sees it, and whom it goes to by mail. */
export default function SavedDialog({ search, saved, onClose, onSaved }: SavedDialogProps) {
  const formId = useId();
  const owners = useOwners();
  const me = useSessionUser();
  const [name, setName] = useState(saved?.name ?? '');
  const [shared, setShared] = useState(saved?.shared ?? false);
  const [schedule, setSchedule] = useState<ReportSchedule | null>(saved?.schedule ?? null);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [saving, setSaving] = useState(false);
  const mayClose = useDiscard([name, shared, schedule], saving);

  const submit = async () => {
    setSaving(true);
    try {
      const body = { name, shared, schedule };
      const kept = saved
        ? await call(savedReports.update, { params: { id: saved.id }, body: { ...body, version: saved.version } })
        : await call(savedReports.create, { body: { ...body, report: search.report, question: questionOf(search) } });
      onSaved(kept);
      onClose();
      toast({
        type: 'success',
        title: `${kept.name} saved`,
        description: kept.schedule ? 'It will be emailed on your schedule.' : undefined,
      });
    } catch (error) {
      const fields = error instanceof ApiError ? (error.parsed?.fields ?? []) : [];
      setProblems(Object.fromEntries(fields.map(({ field, message }) => [field, message])));
      if (fields.length === 0)
        toast({ type: 'error', title: 'Couldn’t save the report', description: messageFor(error, 'Try again.') });
    } finally {
      setSaving(false);
    }
  };
  const setEvery = (every: string) =>
    setSchedule(
      every === NEVER
        ? null
        : {
            hour: 8,
            recipients: me ? [me.id] : [],
            ...schedule,
            every: every as ReportSchedule['every'],
            day: Math.min(schedule?.day ?? 1, every === 'week' ? 7 : 28),
          },
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={mayClose}
      title={saved ? `Edit ${saved.name}` : 'Save report'}
      description="Saves the report’s filters, not its figures. A period such as “this month” moves with the calendar."
      footer={
        <Button type="submit" form={formId} variant="primary" loading={saving}>
          {saved ? 'Save' : 'Save report'}
        </Button>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {saved?.waiting && (
          <Banner tone="warning">
            This report is not sent because its owner left. Save it to become its owner and send it with the data you
            can see.
          </Banner>
        )}
        <Field label="Name" required error={problems['name']}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              maxLength={80}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Checkbox
          label="Share with the workspace"
          checked={shared}
          onChange={(event) => setShared(event.target.checked)}
        />
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label="Email schedule">
            {(control) => (
              <Select
                {...control}
                options={EVERY}
                value={schedule?.every ?? NEVER}
                onChange={(event) => setEvery(event.target.value)}
              />
            )}
          </Field>
          {schedule && schedule.every !== 'day' && (
            <Field label="On">
              {(control) => (
                <Select
                  {...control}
                  options={schedule.every === 'week' ? WEEKDAYS : MONTHDAYS}
                  value={String(schedule.day)}
                  onChange={(event) => setSchedule({ ...schedule, day: Number(event.target.value) })}
                />
              )}
            </Field>
          )}
          {schedule && (
            <Field label="At">
              {(control) => (
                <Select
                  {...control}
                  options={HOURS}
                  value={String(schedule.hour)}
                  onChange={(event) => setSchedule({ ...schedule, hour: Number(event.target.value) })}
                />
              )}
            </Field>
          )}
        </div>
        {schedule && (
          <Field
            label="To"
            hint="Figures are in the email and tables are attached. Times are in the workspace time zone."
            error={problems['schedule.recipients'] ?? problems['schedule']}
          >
            {(control) => (
              <MultiCombobox
                {...control}
                label="To"
                source={owners.options}
                value={schedule.recipients.map((id) => ({ value: id, label: owners.nameOf(id) }))}
                onChange={(people) => setSchedule({ ...schedule, recipients: people.map((person) => person.value) })}
              />
            )}
          </Field>
        )}
      </form>
    </Dialog>
  );
}
