import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, read, readKey } from '../../../../web/api/request.ts';
import { createSaver } from '../../../../web/api/saver.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { Switch } from '../../../../web/ui/switch.tsx';
import { NOTIFICATION_EVENTS, type NotificationSettings, settings } from '../../contract/settings.ts';
import { Loaded } from './loaded.tsx';
import { Panel } from './panel.tsx';
import { toastFailure } from './toast-failure.ts';

const WAYS = { email: 'By e-mail' } as const;

const EVENTS: Record<(typeof NOTIFICATION_EVENTS)[number], { label: string; hint: string }> = {
  import_finished: { label: 'Finished imports', hint: 'A file that you brought in has been worked through.' },
  security: { label: 'Security', hint: 'A changed password, two-factor sign-in on or off, a new API key.' },
};

/** Which event tells the person, and by which way. Each switch takes effect at once. */
export function NotificationsPanel() {
  const query = useQuery(read(settings.notifications));
  return (
    <Panel title="Notifications" description="What tells you, and how. A change takes effect at once.">
      <Loaded query={query} what="Your notification settings" skeleton={<MatrixSkeleton />}>{(value) => <Matrix value={value} />}</Loaded>
    </Panel>
  );
}

function Matrix({ value }: { value: NotificationSettings }) {
  const client = useQueryClient();
  const [change] = useState(() => createSaver<NotificationSettings>({
    save: (body) => call(settings.updateNotifications, { body }),
    show: (shown) => client.setQueryData(readKey(settings.notifications), shown),
    onSaved: () => toast({ type: 'success', title: 'Notifications updated' }),
    onFailed: () => toastFailure('Update failed', 'Failed to update notification settings'),
  }));
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="border-b border-line text-xs text-muted">
          <th scope="col" className="py-1.5 text-left font-medium">Event</th>
          {Object.values(WAYS).map((label) => <th key={label} scope="col" className="w-20 py-1.5 text-center font-medium sm:w-28">{label}</th>)}
        </tr>
      </thead>
      <tbody>
        {NOTIFICATION_EVENTS.map((event) => (
          <tr key={event} className="border-b border-line last:border-0">
            <th scope="row" className="py-2 pr-2 text-left font-medium">
              {EVENTS[event].label}
              <span className="block text-xs font-normal text-muted">{EVENTS[event].hint}</span>
            </th>
            {(Object.keys(WAYS) as (keyof typeof WAYS)[]).map((way) => (
              <td key={way} className="text-center">
                {/* The whole cell answers to a finger. */}
                <label htmlFor={`notify-${event}-${way}`} className="inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center">
                  <Switch
                    id={`notify-${event}-${way}`} aria-label={`${EVENTS[event].label}: ${WAYS[way]}`} checked={value[event][way]}
                    onCheckedChange={(on) => void change({ ...value, [event]: { ...value[event], [way]: on } }, value)}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MatrixSkeleton() {
  return (
    <div className="pt-8">
      {NOTIFICATION_EVENTS.map((event) => (
        <div key={event} className="flex h-[53px] items-center justify-between">
          <div className="grid gap-1.5"><Skeleton className="h-4 w-32" /><Skeleton className="h-3 w-48" /></div>
          <Skeleton className="mr-8 h-5 w-32" />
        </div>
      ))}
    </div>
  );
}
