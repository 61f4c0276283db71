import Plus from 'lucide-react/icons/plus';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../../web/ui/button.tsx';
import { Menu, MenuItem } from '../../../../web/ui/dropdown-menu.tsx';
import { ACTIVITY_TYPES, type ActivityType } from '../../contract/activities.ts';
import type { Links } from './activity-form.ts';
import { TYPE_ICONS, TYPE_WORDS } from './labels.tsx';

const ActivityDialog = lazy(() => import('./activity-dialog.tsx'));

const LOGGED: readonly ActivityType[] = ['call', 'meeting', 'mail', 'note'];
const PLANNED = ACTIVITY_TYPES.filter((type) => type !== 'note');

/**
 * Two buttons for any record: log what was done, plan what is to do.
 * @param links the record, and what goes with it: a contact's company
 */
export function LogActivity({ links }: { links: Links }) {
  const [form, setForm] = useState<{ type: ActivityType; done: boolean } | null>(null);
  const items = (types: readonly ActivityType[], done: boolean) =>
    types.map((type) => {
      const Icon = TYPE_ICONS[type];
      return (
        <MenuItem key={type} icon={<Icon />} onSelect={() => setForm({ type, done })}>
          {TYPE_WORDS[type]}
        </MenuItem>
      );
    });
  return (
    <>
      <Menu trigger={<Button size="sm">Log</Button>} label="Log an activity">
        {items(LOGGED, true)}
      </Menu>
      <Menu
        trigger={
          <Button size="sm" icon={<Plus />}>
            Schedule
          </Button>
        }
        label="Schedule an activity"
      >
        {items(PLANNED, false)}
      </Menu>
      {form && (
        <Suspense fallback={null}>
          <ActivityDialog type={form.type} begin={{ done: form.done }} links={links} onClose={() => setForm(null)} />
        </Suspense>
      )}
    </>
  );
}
