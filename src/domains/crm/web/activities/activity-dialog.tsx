import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { dayAt } from '../../../../kernel/days.ts';
import { call } from '../../../../web/api/request.ts';
import { useSessionUser } from '../../../../web/api/session.ts';
import { CheckboxField, ControlledField, FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { MultiCombobox } from '../../../../web/ui/multi-combobox.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import type { Option, OptionSource } from '../../../../web/ui/use-options.ts';
import {
  type Activity,
  activities,
  ACTIVITY_TYPES,
  type ActivityType,
  OUTCOMES,
  PRIORITIES,
  type Reach,
} from '../../contract/activities.ts';
import { ActivityForm, blankForm, changesOf, draftName, formOf, inputOf, type Links } from './activity-form.ts';
import { useLinkChoices } from './choices.ts';
import { RepeatField } from './repeat-field.tsx';
import { deviceZone, lengthText, reminderText } from './times.ts';
import { useActivityActs } from './use-activity-acts.ts';
import { useSaveForm } from './use-save-form.ts';
import { outcomeWord, PRIORITY_WORDS, TYPE_WORDS } from './labels.tsx';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';

const LENGTHS = [15, 30, 45, 60, 90, 120, 180, 240, 480];
const DAY_LENGTHS = [1440, 2880, 4320, 7200, 10_080];
const REMINDERS = [0, 5, 10, 15, 30, 60, 120, 1440, 2880, 10_080];
const REACHES: { value: Reach; label: string }[] = [
  { value: 'this', label: 'This occurrence' },
  { value: 'following', label: 'This and following occurrences' },
  { value: 'all', label: 'All open occurrences' },
];

export interface ActivityDialogProps {
  /** The activity to change; absent: a new one. */
  activity?: Activity;
  /** Initial type of a new activity. */
  type?: ActivityType;
  links?: Links;
  begin?: Partial<ActivityForm>;
  onClose: () => void;
  onSaved?: (activity: Activity) => void;
}

const NO_LINKS: Links = {};

/** Plan, log or change an activity. */
export default function ActivityDialog({
  activity,
  type = 'task',
  links = NO_LINKS,
  begin,
  onClose,
  onSaved,
}: ActivityDialogProps) {
  const acts = useActivityActs();
  const choices = useLinkChoices();
  const user = useSessionUser();
  const [reach, setReach] = useState<Reach>('this');
  const save = useSaveForm(activity);
  const mine = user ? { value: user.id, label: user.name } : null;
  const [opened] = useState(() =>
    activity
      ? formOf(activity, choices.owners.nameOf(activity.ownerId))
      : blankForm(type, links, { owner: mine, ...begin }),
  );
  const form = useContractForm(ActivityForm, {
    defaultValues: opened,
    failure: 'The activity could not be saved.',
    draft: activity ? undefined : draftName(links, begin),
    onSubmit: async (values) => {
      const saved = activity
        ? await save({ ...changesOf(opened, values, new Date()), apply: activity.series ? reach : undefined })
        : await call(activities.create, { body: inputOf(values, new Date()) });
      await acts.refresh();
      toast({
        type: 'success',
        title: activity
          ? 'Saved'
          : saved.status === 'done'
            ? `${TYPE_WORDS[saved.type]} logged`
            : `${TYPE_WORDS[saved.type]} scheduled`,
        description: saved.subject,
      });
      onSaved?.(saved);
      onClose();
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={activity ? `Edit ${TYPE_WORDS[activity.type].toLowerCase()}` : 'New activity'}
      submit={activity ? 'Save' : 'Create activity'}
      aside={
        activity?.series && (
          <span className="mr-auto w-52">
            <Select
              aria-label="Occurrences to update"
              value={reach}
              onChange={({ target }) => setReach(target.value as Reach)}
              options={REACHES}
            />
          </span>
        )
      }
    >
      <What />
      <When isSeries={activity?.series !== null && activity !== undefined && reach === 'this'} />
      <FormField<ActivityForm> name="body" label="Notes" rows={3} />
      <Whom choices={choices} />
      <More choices={choices} />
    </EntryDialog>
  );
}

function What() {
  const { control } = useFormContext<ActivityForm>();
  const [type, done] = useWatch({ control, name: ['type', 'done'] });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <FormField<ActivityForm>
          name="type"
          label="Type"
          options={ACTIVITY_TYPES.map((one) => ({ value: one, label: TYPE_WORDS[one] }))}
        />
        <FormField<ActivityForm> name="subject" label="Subject" autoFocus autoComplete="off" required />
      </div>
      <div className="flex min-h-9 flex-wrap items-center gap-x-6 gap-y-2">
        <CheckboxField<ActivityForm> name="done" label="Already done" />
        {done && OUTCOMES[type].length > 0 && (
          <FormField<ActivityForm>
            name="outcome"
            label="Outcome"
            hideLabel
            className="w-48"
            placeholder="Outcome"
            options={OUTCOMES[type].map((one) => ({ value: one, label: outcomeWord(one) }))}
          />
        )}
      </div>
    </>
  );
}

function When({ isSeries }: { isSeries: boolean }) {
  const { control, setValue } = useFormContext<ActivityForm>();
  const [date, time, zone, duration, rule, reminders] = useWatch({
    control,
    name: ['date', 'time', 'zone', 'duration', 'rule', 'reminders'],
  });
  const [now] = useState(() => new Date());
  const lengths = [...new Set([...(time ? LENGTHS : DAY_LENGTHS), ...(duration ? [Number(duration)] : [])])].toSorted(
    (a, b) => a - b,
  );
  const away = zone !== deviceZone();
  const set = (next: string[]) => setValue('reminders', next, { shouldDirty: true });
  return (
    <>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <FormField<ActivityForm> name="date" label="Date" type="date" />
        <FormField<ActivityForm>
          name="time"
          label="Time"
          type="time"
          hint={away ? zone.replaceAll('_', ' ') : undefined}
        />
        <FormField<ActivityForm>
          name="duration"
          label="Duration"
          placeholder="None"
          options={lengths.map((minutes) => ({ value: String(minutes), label: lengthText(minutes) }))}
        />
      </div>
      {!isSeries && (
        <RepeatField
          value={rule}
          onChange={(next) => setValue('rule', next, { shouldDirty: true })}
          day={date}
          today={dayAt(now, deviceZone())}
        />
      )}
      {date && (
        <div className="grid gap-2">
          <p className="text-sm font-medium" id="reminders-label">
            Reminders
          </p>
          {reminders.map((minutes, index) => (
            <div key={`${minutes}-${index}`} className="flex items-center gap-1">
              <Select
                aria-label={`Reminder ${index + 1}`}
                value={minutes}
                className="flex-1"
                onChange={({ target }) => set(reminders.map((one, i) => (i === index ? target.value : one)))}
                options={[...new Set([...REMINDERS, Number(minutes)])]
                  .toSorted((a, b) => a - b)
                  .map((one) => ({ value: String(one), label: reminderText(one) }))}
              />
              <IconButton
                label={`Remove reminder ${index + 1}`}
                icon={<X />}
                onClick={() => set(reminders.filter((_, i) => i !== index))}
              />
            </div>
          ))}
          {reminders.length < 5 && (
            <Button
              size="sm"
              variant="ghost"
              icon={<Plus />}
              className="self-start justify-self-start"
              onClick={() => set([...reminders, time ? '15' : '0'])}
            >
              Add reminder
            </Button>
          )}
          {reminders.length > 0 && !time && (
            <p className="text-xs text-muted">For all-day activities, reminders count from 9:00 AM.</p>
          )}
        </div>
      )}
    </>
  );
}

type Choices = ReturnType<typeof useLinkChoices>;

function Pick({
  name,
  label,
  source,
  placeholder,
}: {
  name: 'owner' | 'contact' | 'company' | 'opportunity' | 'lead';
  label: string;
  source: OptionSource;
  placeholder?: string;
}) {
  return (
    <ControlledField<ActivityForm> name={name} label={label}>
      {({ value, onChange }, control) => (
        <Combobox
          {...control}
          label={label}
          source={source}
          placeholder={placeholder}
          value={value as Option | null}
          onChange={onChange}
        />
      )}
    </ControlledField>
  );
}

function Whom({ choices }: { choices: Choices }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Pick name="contact" label="Contact" source={choices.searchContacts} />
      <Pick name="company" label="Company" source={choices.searchCompanies} />
      <Pick name="opportunity" label="Opportunity" source={choices.searchOpportunities} />
      <Pick name="owner" label="Owner" source={choices.owners.options} placeholder="No one" />
    </div>
  );
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Rarely used fields; expanded if one of them has a value. */
function More({ choices }: { choices: Choices }) {
  const { control, getValues } = useFormContext<ActivityForm>();
  const type = useWatch({ control, name: 'type' });
  const [opened, setOpened] = useState(() => {
    const { attendees, place, link, lead, priority } = getValues();
    return attendees.length > 0 || place !== '' || link !== '' || lead !== null || priority !== 'normal';
  });
  if (!opened && type !== 'meeting')
    return (
      <Button variant="ghost" size="sm" icon={<Plus />} className="self-start" onClick={() => setOpened(true)}>
        Attendees, location, priority
      </Button>
    );
  return (
    <>
      <ControlledField<ActivityForm> name="attendees" label="Attendees">
        {({ value, onChange }, field) => (
          <MultiCombobox
            {...field}
            label="Attendees"
            source={choices.searchAttendees}
            value={value as Option[]}
            onChange={onChange}
            placeholder="Contacts, teammates, or email addresses"
            create={(text) =>
              EMAIL.test(text)
                ? { value: text, label: text }
                : { value: text, label: text, detail: 'Not an email address' }
            }
          />
        )}
      </ControlledField>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<ActivityForm> name="place" label="Location" />
        <FormField<ActivityForm> name="link" label="Link" type="url" placeholder="https://" />
        <FormField<ActivityForm>
          name="priority"
          label="Priority"
          options={PRIORITIES.map((one) => ({ value: one, label: PRIORITY_WORDS[one] }))}
        />
        <Pick name="lead" label="Lead" source={choices.searchLeads} />
      </div>
      <ZoneField />
    </>
  );
}

/** The zone in which the time is meant; most never need another than their own. */
function ZoneField() {
  const { control, setValue } = useFormContext<ActivityForm>();
  const zone = useWatch({ control, name: 'zone' });
  const [zones] = useState(() =>
    [...new Set([deviceZone(), zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].map((one) => ({
      value: one,
      label: one.replaceAll('_', ' '),
    })),
  );
  return (
    <Field label="Time zone">
      {(field) => (
        <Combobox
          {...field}
          label="Time zone"
          source={zones}
          value={{ value: zone, label: zone.replaceAll('_', ' ') }}
          onChange={(option) => setValue('zone', option?.value ?? deviceZone(), { shouldDirty: true })}
        />
      )}
    </Field>
  );
}
