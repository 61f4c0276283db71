import Check from 'lucide-react/icons/check';
import Pencil from 'lucide-react/icons/pencil';
import Repeat from 'lucide-react/icons/repeat';
import { type ReactNode, useState } from 'react';
import { Link } from '../../../../web/router/link.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import { type Activity, OUTCOMES } from '../../contract/activities.ts';
import type { CustomValues } from '../../../../records/contract/field-values.ts';
import { parseRule } from '../../engine/activities/recurrence.ts';
import { ruleInWords } from '../../engine/activities/rule-text.ts';
import { useOwners } from '../../../../records/web/choices.ts';
import { Origin } from '../../../../records/web/field-groups.tsx';
import { OwnFields } from '../../../../records/web/custom-fields.tsx';
import { ActivityMenu } from './activity-menu.tsx';
import { Attendees } from './attendees.tsx';
import { deviceZone, isOverdue, lengthText, reminderText, whenText } from './times.ts';
import { useActivityActs } from './use-activity-acts.ts';
import { linksOf, outcomeWord, PRIORITY_WORDS } from './labels.tsx';

/** Actions on an activity: complete, edit, and a menu with the rest. */
export function ActivityActions({
  activity,
  onEdit,
  onGone,
}: {
  activity: Activity;
  onEdit: () => void;
  onGone: () => void;
}) {
  const acts = useActivityActs();
  const outcomes = OUTCOMES[activity.type];
  return (
    <>
      <ActivityMenu activity={activity} onEdit={onEdit} onGone={onGone} />
      <Button icon={<Pencil />} onClick={onEdit}>
        Edit
      </Button>
      {activity.status === 'open' && outcomes.length === 0 && (
        <Button variant="primary" icon={<Check />} onClick={() => void acts.complete(activity)}>
          Done
        </Button>
      )}
      {activity.status === 'open' && outcomes.length > 0 && <Outcomes activity={activity} />}
      {activity.status !== 'open' && <Button onClick={() => void acts.reopen(activity)}>Reopen</Button>}
    </>
  );
}

/** Done, with what came of it. */
function Outcomes({ activity }: { activity: Activity }) {
  const acts = useActivityActs();
  const [first, ...others] = OUTCOMES[activity.type];
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {others.slice(0, 2).map((outcome) => (
        <Button key={outcome} onClick={() => void acts.complete(activity, outcome)}>
          {outcomeWord(outcome)}
        </Button>
      ))}
      <Button variant="primary" icon={<Check />} onClick={() => void acts.complete(activity, first)}>
        {outcomeWord(first!)}
      </Button>
    </span>
  );
}

interface DetailsProps {
  activity: Activity;
  /** Saves own fields; absent: they are only read. */
  onSaveOwn?: (values: CustomValues) => Promise<unknown>;
}

/** Everything that is known of an activity. */
export function ActivityDetails({ activity, onSaveOwn }: DetailsProps) {
  const [now] = useState(() => new Date());
  const { nameOf } = useOwners();
  const links = linksOf(activity);
  const when = whenText(activity, now);
  return (
    <div className="grid gap-5 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        {activity.status === 'done' && <Badge tone="success">Done</Badge>}
        {activity.status === 'cancelled' && <Badge>Canceled</Badge>}
        {isOverdue(activity, now) && <Badge tone="danger">Overdue</Badge>}
        {activity.status === 'open' && !isOverdue(activity, now) && <Badge tone="info">Open</Badge>}
        {activity.priority !== 'normal' && (
          <Badge tone={activity.priority === 'high' ? 'warning' : 'neutral'}>
            {PRIORITY_WORDS[activity.priority]} priority
          </Badge>
        )}
        {activity.outcome && <Badge>{outcomeWord(activity.outcome)}</Badge>}
      </p>
      <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-2 gap-y-3">
        <Fact label="When">
          {when || 'No set time'}
          {activity.durationMinutes ? `, ${lengthText(activity.durationMinutes)}` : ''}
          {activity.zone !== deviceZone() && activity.day === null && activity.dueAt
            ? ` (planned in ${activity.zone.replaceAll('_', ' ')})`
            : ''}
        </Fact>
        {activity.series && (
          <Fact label="Repeats">
            <Repeat size={14} aria-hidden="true" className="mr-1 inline text-muted" />
            {ruleInWords(parseRule(activity.series.rule))}
          </Fact>
        )}
        {activity.doneAt && (
          <Fact label="Done">
            <RelativeTime value={activity.doneAt} />
          </Fact>
        )}
        <Fact label="Owner">{nameOf(activity.ownerId) || 'No one'}</Fact>
        {links.length > 0 && (
          <Fact label="About">
            <span className="flex flex-col items-start gap-1">
              {links.map(({ to, name }) => (
                <Link
                  key={to}
                  to={to}
                  className="inline-block min-h-6 text-accent-ink underline-offset-2 hover:underline"
                >
                  {name}
                </Link>
              ))}
            </span>
          </Fact>
        )}
        {activity.place && <Fact label="Location">{activity.place}</Fact>}
        {activity.link && (
          <Fact label="Link">
            <a
              href={activity.link}
              target="_blank"
              rel="noreferrer"
              className="break-all text-accent-ink underline-offset-2 hover:underline"
            >
              {activity.link}
            </a>
          </Fact>
        )}
        {activity.tags.length > 0 && <Fact label="Tags">{activity.tags.join(', ')}</Fact>}
        {activity.reminders.length > 0 && (
          <Fact label="Reminders">{activity.reminders.map(reminderText).join(', ')}</Fact>
        )}
      </dl>
      {activity.body && <p className="rounded-md bg-sunken p-3 break-words whitespace-pre-wrap">{activity.body}</p>}
      {activity.attendees.length > 0 && <Attendees activity={activity} />}
      {activity.custom && <OwnFields kind="activity" folded values={activity.custom} onSave={onSaveOwn} />}
      <Origin record={activity} />
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-xs leading-5 text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}
