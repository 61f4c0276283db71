import Repeat from 'lucide-react/icons/repeat';
import { useState } from 'react';
import { Link } from '../../../../web/router/link.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Checkbox } from '../../../../web/ui/checkbox.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import type { Activity } from '../../contract/activities.ts';
import { ActivityMenu } from './activity-menu.tsx';
import { isOverdue, lengthText, whenText } from './times.ts';
import { useActivityActs } from './use-activity-acts.ts';
import { linksOf, outcomeWord, TYPE_WORDS, TypeIcon } from './labels.tsx';

interface ActivityRowProps {
  activity: Activity;
  onOpen: () => void;
  onEdit: () => void;
  /** Leaves out the record that the row is shown on. */
  hideLink?: string;
  now: Date;
  className?: string;
}

/** One activity in a list: a box that completes it, what and when, and its menu. */
export function ActivityRow({ activity, onOpen, onEdit, hideLink, now, className }: ActivityRowProps) {
  const links = linksOf(activity).filter(({ to }) => to !== hideLink);
  const late = isOverdue(activity, now);
  const when = whenText(activity, now);
  return (
    <li data-testid="row" className={cx('flex items-start gap-2 px-3 py-2', className)}>
      <DoneBox activity={activity} />
      <div className="min-w-0 flex-1">
        <button
          type="button"
          data-activity={activity.id}
          onClick={onOpen}
          className="flex min-h-6 max-w-full items-center gap-1.5 rounded-sm text-left text-sm font-medium hover:underline"
        >
          <TypeIcon type={activity.type} />
          <span
            className={cx('truncate', activity.status !== 'open' && 'text-muted line-through')}
            title={activity.subject}
          >
            {activity.subject}
          </span>
        </button>
        <p className="flex min-h-6 flex-wrap items-center gap-x-2 text-xs text-muted">
          {when && (
            <span className={cx('tabular', late && 'font-medium text-danger-ink')}>
              {when}
              {late ? ', overdue' : ''}
              {activity.durationMinutes && activity.day === null ? ` · ${lengthText(activity.durationMinutes)}` : ''}
            </span>
          )}
          {activity.series && <Repeat size={12} role="img" aria-label="Repeats" />}
          {links.map(({ to, name }) => (
            <Link key={to} to={to} className="max-w-48 truncate leading-6 hover:text-ink hover:underline">
              {name}
            </Link>
          ))}
          {activity.outcome && <span>{outcomeWord(activity.outcome)}</span>}
        </p>
      </div>
      {activity.priority === 'high' && activity.status === 'open' && <Badge tone="warning">High</Badge>}
      {activity.status === 'cancelled' && <Badge>Canceled</Badge>}
      <ActivityMenu activity={activity} onEdit={onEdit} />
    </li>
  );
}

/** Completes the activity, or opens it again. */
export function DoneBox({ activity }: { activity: Activity }) {
  const acts = useActivityActs();
  const [busy, setBusy] = useState(false);
  const done = activity.status === 'done';
  const toggle = async () => {
    setBusy(true);
    await (done ? acts.reopen(activity) : acts.complete(activity));
    setBusy(false);
  };
  return (
    <Checkbox
      checked={done !== busy}
      disabled={activity.status === 'cancelled'}
      onChange={() => void toggle()}
      aria-label={done ? `Reopen ${activity.subject}` : `${TYPE_WORDS[activity.type]} done: ${activity.subject}`}
    />
  );
}
