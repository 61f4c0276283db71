import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { dayAt } from '../../../../kernel/days.ts';
import type { ResponseOf } from '../../../../kernel/endpoint.ts';
import { instantAt, wallAt } from '../../../../kernel/wall-clock.ts';
import { messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Checkbox } from '../../../../web/ui/checkbox.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { type Activity, activities, type NewActivity } from '../../contract/activities.ts';
import { contacts } from '../../contract/contacts.ts';
import { type QuickAdd as Reading, readQuickAdd } from '../../engine/activities/quick-add.ts';
import { parseRule } from '../../engine/activities/recurrence.ts';
import { ruleInWords } from '../../engine/activities/rule-text.ts';
import { contactName } from '../contacts/contact-name.ts';
import { dayText, deviceZone, lengthText, timeText } from './times.ts';
import { useActivityActs } from './use-activity-acts.ts';
import { TYPE_WORDS, TypeIcon } from './labels.tsx';

/** Whether this locale writes the day before the month. */
const dayFirst =
  new Intl.DateTimeFormat().formatToParts(new Date(2026, 11, 25)).findIndex(({ type }) => type === 'day') <
  new Intl.DateTimeFormat().formatToParts(new Date(2026, 11, 25)).findIndex(({ type }) => type === 'month');
const TYPING_PAUSE = 200;

function inputOf(
  { day, time, type, subject, durationMinutes, priority, rule }: Reading,
  contactId: string | undefined,
): NewActivity {
  const zone = deviceZone();
  return {
    type,
    subject,
    durationMinutes,
    priority,
    rule,
    zone,
    contactId,
    ...(day === null
      ? {}
      : time === null
        ? { day }
        : { dueAt: instantAt(`${day}T${time}`, zone), reminders: type === 'task' ? [] : [10] }),
  };
}

/** One line of natural words becomes an activity; how it is read stands below before anything is saved. */
export function QuickAdd({ onAdded }: { onAdded?: (activity: Activity) => void }) {
  const acts = useActivityActs();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [line, setLine] = useState('');
  const [saving, setSaving] = useState(false);
  const [linked, setLinked] = useState(true);
  const [now, setNow] = useState(() => new Date());
  const reading = useMemo(
    () => (line.trim() ? readQuickAdd(line, { now: wallAt(now, deviceZone()), dayFirst }) : null),
    [line, now],
  );
  const contact = useContact(reading?.who ?? null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!reading || saving) return;
    setSaving(true);
    try {
      // Pressing Enter before the search has finished still links the person.
      const person = linked && reading.who ? await contactNamed(client, reading.who) : undefined;
      const made = await call(activities.create, { body: inputOf(reading, person?.id) });
      // Text typed in the meantime stays as the next entry.
      setLine((present) => (present === line ? '' : present));
      setLinked(true);
      await acts.refresh();
      toast({
        type: 'success',
        title: `${TYPE_WORDS[made.type]} scheduled`,
        description: person ? `${made.subject}, with ${contactName(person)}` : made.subject,
      });
      onAdded?.(made);
    } catch (error) {
      toast({ type: 'error', title: 'Couldn’t save the activity', description: messageFor(error, 'Try again.') });
    } finally {
      setSaving(false);
      input.current?.focus();
    }
  };
  return (
    <form
      onSubmit={(event) => void submit(event)}
      className="rounded-lg border border-line bg-raised p-3"
      aria-label="Quick add"
    >
      <div className="flex gap-2">
        <Input
          ref={input}
          value={line}
          aria-label="What do you need to do?"
          placeholder="call Ann tomorrow 3pm #high"
          autoComplete="off"
          maxLength={300}
          leading={<CalendarPlus size={16} />}
          className="flex-1"
          data-quick-add
          aria-describedby="quick-add-reading"
          onFocus={() => setNow(new Date())}
          onChange={({ target }) => setLine(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && line) {
              event.stopPropagation();
              setLine('');
            }
          }}
        />
        <Button type="submit" variant="primary" loading={saving} aria-disabled={!reading || undefined}>
          Add
        </Button>
      </div>
      <div
        id="quick-add-reading"
        aria-live="polite"
        className="mt-2 flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1 text-sm"
      >
        {reading ? (
          <ReadingView reading={reading} today={dayAt(now, deviceZone())} />
        ) : (
          <span className="text-xs text-faint">
            Write it in plain words: a day, a time, “every Monday”, “for 30 min”, #high.
          </span>
        )}
        {reading && contact && (
          <Checkbox
            checked={linked}
            onChange={({ target }) => setLinked(target.checked)}
            label={`with ${contactName(contact)}`}
          />
        )}
      </div>
    </form>
  );
}

function ReadingView({ reading, today }: { reading: Reading; today: string }) {
  const { type, subject, day, time, durationMinutes, priority, rule } = reading;
  return (
    <>
      <TypeIcon type={type} />
      <span className="font-medium break-words">{subject}</span>
      {day && (
        <Badge tone="accent">
          {dayText(day, today)}
          {time ? ` ${timeText(instantAt(`${day}T${time}`, deviceZone()))}` : ''}
        </Badge>
      )}
      {durationMinutes !== null && <Badge>{lengthText(durationMinutes)}</Badge>}
      {rule && <Badge tone="info">{ruleInWords(parseRule(rule))}</Badge>}
      {priority !== 'normal' && (
        <Badge tone={priority === 'high' ? 'warning' : 'neutral'}>
          {priority === 'high' ? 'High' : 'Low'} priority
        </Badge>
      )}
      {!day && <span className="text-xs text-muted">no set time</span>}
    </>
  );
}

/** The search for someone of a name. */
const searchOf = (name: string) => read(contacts.list, { query: { search: name, limit: 1 } });

/** A near miss is another person. */
const exactly = (found: ResponseOf<typeof contacts.list> | undefined) => (found?.fuzzy ? undefined : found?.items[0]);

async function contactNamed(client: QueryClient, who: string) {
  return who.length > 1 ? exactly(await client.ensureQueryData(searchOf(who))) : undefined;
}

/** The contact whose name the line holds, once typing pauses. */
function useContact(who: string | null) {
  const [wanted, setWanted] = useState(who);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(who), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [who]);
  const { data } = useQuery({ ...searchOf(wanted ?? ''), enabled: wanted !== null && wanted.length > 1 });
  return who !== null && wanted === who ? exactly(data) : undefined;
}
