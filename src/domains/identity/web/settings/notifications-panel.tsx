import { Fragment, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, read, readKey } from '../../../../web/api/request.ts';
import { createSaver } from '../../../../web/api/saver.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { Switch } from '../../../../web/ui/switch.tsx';
import {
  type NotificationChoice,
  notifications,
  type NotificationSettings,
  type Ways,
} from '../../../notifications/contract.ts';
import { Loaded } from './load-state.tsx';
import { Panel } from './panel.tsx';
import { toastFailure } from './toast-failure.ts';

const WAYS = { inApp: 'In the app', email: 'Email' } as const;
type Way = keyof typeof WAYS;

/** Which news reaches the person, and by which way. Each switch takes effect at once. */
export function NotificationsPanel() {
  const query = useQuery(read(notifications.settings));
  return (
    <Panel title="Notifications" description="Choose what you are notified about, and how. Changes apply immediately.">
      <Loaded query={query} what="Your notification settings" skeleton={<MatrixSkeleton />}>
        {(value) => <Matrix value={value} />}
      </Loaded>
    </Panel>
  );
}

const waysByKind = ({ kinds }: NotificationSettings) => Object.fromEntries(kinds.map(({ kind, ways }) => [kind, ways]));

function withWays(value: NotificationSettings, kind: string, ways: Ways): NotificationSettings {
  return { kinds: value.kinds.map((choice) => (choice.kind === kind ? { ...choice, ways } : choice)) };
}

function Matrix({ value }: { value: NotificationSettings }) {
  const client = useQueryClient();
  const [change] = useState(() =>
    createSaver<NotificationSettings>({
      save: (shown) => call(notifications.updateSettings, { body: waysByKind(shown) }),
      show: (shown) => client.setQueryData(readKey(notifications.settings), shown),
      onSaved: () => toast({ type: 'success', title: 'Notifications updated' }),
      onFailed: () => toastFailure('Update failed', 'Failed to update notification settings'),
    }),
  );
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="border-b border-line text-xs text-muted">
          <th scope="col" className="py-1.5 text-left font-medium">
            Notification
          </th>
          {Object.values(WAYS).map((label) => (
            <th key={label} scope="col" className="w-20 py-1.5 text-center font-medium sm:w-28">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...Map.groupBy(value.kinds, (choice) => choice.group)].map(([group, choices]) => (
          <Fragment key={group}>
            <tr className="border-b border-line">
              <th
                scope="colgroup"
                colSpan={3}
                className="pt-4 pb-1 text-left text-xs font-semibold tracking-wide text-muted"
              >
                {group}
              </th>
            </tr>
            {choices.map((choice) => (
              <Choice
                key={choice.kind}
                choice={choice}
                onChange={(ways) => void change(withWays(value, choice.kind, ways), value)}
              />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function Choice({
  choice: { kind, label, hint, ways },
  onChange,
}: {
  choice: NotificationChoice;
  onChange: (ways: Ways) => void;
}) {
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="py-2 pr-2 text-left font-medium">
        {label}
        <span className="block text-xs font-normal text-muted">{hint}</span>
      </th>
      {(Object.keys(WAYS) as Way[]).map((way) => (
        <td key={way} className="text-center">
          {/* The whole cell answers to a finger. */}
          <label
            htmlFor={`notify-${kind}-${way}`}
            className="inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center"
          >
            <Switch
              id={`notify-${kind}-${way}`}
              aria-label={`${label}: ${WAYS[way]}`}
              checked={ways[way]}
              onCheckedChange={(on) => onChange({ ...ways, [way]: on })}
            />
          </label>
        </td>
      ))}
    </tr>
  );
}

/** Kinds shown while they are on their way: about as many as most people have. */
const SKELETON_ROWS = 6;

function MatrixSkeleton() {
  return (
    <div className="pt-8">
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <div key={row} className="flex h-[53px] items-center justify-between">
          <div className="grid gap-1.5">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-3 w-48" />
          </div>
          <Skeleton className="mr-8 h-5 w-32" />
        </div>
      ))}
    </div>
  );
}
