import CalendarClock from 'lucide-react/icons/calendar-clock';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash-2';
import CircleX from 'lucide-react/icons/circle-x';
import { useState } from 'react';
import { download } from '../../../../web/api/request.ts';
import { confirm } from '../../../../web/ui/confirm.ts';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../../../web/ui/dropdown-menu.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { type Activity, activities } from '../../contract/activities.ts';
import { snoozeChoices } from './times.ts';
import { useActivityActs } from './use-activity-acts.ts';

interface ActivityMenuProps {
  activity: Activity;
  onEdit: () => void;
  /** Called when it is no longer there. */
  onGone?: () => void;
}

/** Everything one can do with an activity, under one button. */
export function ActivityMenu({ activity, onEdit, onGone }: ActivityMenuProps) {
  const acts = useActivityActs();
  const [now, setNow] = useState(() => new Date());
  const isOpen = activity.status === 'open';
  const remove = async (apply: 'this' | 'following' | 'all') => {
    if (
      apply !== 'this' &&
      !(await confirm({
        title:
          apply === 'all'
            ? `Delete all open occurrences of “${activity.subject}”?`
            : `End the series “${activity.subject}”?`,
        description:
          apply === 'all'
            ? 'Completed occurrences stay. The series can’t be restored.'
            : 'This and all following occurrences are deleted. They can’t be restored.',
        action: 'Delete',
      }))
    )
      return;
    if (await acts.remove(activity, apply)) onGone?.();
  };
  return (
    <Menu
      trigger={<IconButton label={`More actions for ${activity.subject}`} icon={<Ellipsis />} size="sm" />}
      onOpenChange={(open) => {
        if (open) setNow(new Date());
      }}
    >
      <MenuItem icon={<Pencil />} onSelect={onEdit}>
        Edit
      </MenuItem>
      {activity.dueAt && (
        <MenuItem
          icon={<Download />}
          onSelect={() => void download(activities.event, 'event.ics', { params: { id: activity.id } })}
        >
          Add to a calendar
        </MenuItem>
      )}
      {isOpen && (
        <>
          <MenuLabel>Postpone</MenuLabel>
          {snoozeChoices(now).map(({ label, detail, to }) => (
            <MenuItem
              key={label}
              icon={<CalendarClock />}
              onSelect={() => void acts.snooze(activity, to, label.toLowerCase())}
            >
              {label} <span className="text-muted">{detail}</span>
            </MenuItem>
          ))}
        </>
      )}
      <MenuSeparator />
      {isOpen ? (
        <MenuItem icon={<CircleX />} onSelect={() => void acts.cancel(activity)}>
          Cancel activity
        </MenuItem>
      ) : (
        <MenuItem icon={<RotateCcw />} onSelect={() => void acts.reopen(activity)}>
          Reopen
        </MenuItem>
      )}
      <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => void remove('this')}>
        {activity.series ? 'Delete this occurrence' : 'Delete'}
      </MenuItem>
      {activity.series && (
        <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => void remove('following')}>
          Delete this and following
        </MenuItem>
      )}
      {activity.series && (
        <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => void remove('all')}>
          Delete all open
        </MenuItem>
      )}
    </Menu>
  );
}
