import Copy from 'lucide-react/icons/copy';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { confirm } from '../../../../web/ui/confirm.ts';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import { calendarFeeds } from '../../contract/calendar-feeds.ts';
import { CRM } from '../../paths.ts';

/** The secret address under which one's calendar program reads one's activities. */
export default function FeedDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(read(calendarFeeds.list));
  const [path, setPath] = useState<string | null>(null);
  const feed = data?.items.find((one) => one.kind === 'activities');
  const address = path && `${location.origin}${path}`;
  const act = async (work: () => Promise<unknown>, failed: string) => {
    try {
      await work();
      await client.invalidateQueries({ queryKey: [CRM.calendarFeeds] });
    } catch (failure) {
      toast({ type: 'error', title: failed, description: messageFor(failure, 'Try again.') });
    }
  };
  const create = async () => {
    if (
      feed &&
      !(await confirm({
        title: 'Replace the address?',
        description: 'Calendar apps that use the current address stop updating.',
        action: 'Replace address',
      }))
    )
      return;
    await act(
      async () => setPath((await call(calendarFeeds.create, { body: { kind: 'activities' } })).path),
      'Couldn’t create an address',
    );
  };
  const revoke = () =>
    act(async () => {
      await call(calendarFeeds.revoke, { params: { kind: 'activities' } });
      setPath(null);
      toast({ type: 'success', title: 'Calendar feed closed' });
    }, 'Couldn’t close the feed');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Calendar feed"
      description="See your activities in Google Calendar, Outlook, Apple Calendar, or another calendar app."
      size="sm"
      footer={
        data && (
          <>
            {feed && (
              <Button variant="danger" className="mr-auto" onClick={() => void revoke()}>
                Close feed
              </Button>
            )}
            <Button variant={feed ? 'secondary' : 'primary'} onClick={() => void create()}>
              {feed ? 'Replace address' : 'Create address'}
            </Button>
          </>
        )
      }
    >
      {error && !data ? (
        <Failure error={error} what="Calendar feeds" onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-16 w-full" />
      ) : address ? (
        <Field
          label="Address"
          hint="Copy it now. It is not shown again. Anyone with this address can read your activities. In your calendar app, add a calendar by URL."
        >
          {(control) => (
            <Input
              {...control}
              readOnly
              value={address}
              onFocus={({ target }) => target.select()}
              trailing={
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label="Copy address"
                  icon={<Copy />}
                  onClick={() =>
                    void navigator.clipboard
                      .writeText(address)
                      .then(() => toast({ type: 'success', title: 'Address copied' }))
                  }
                />
              }
            />
          )}
        </Field>
      ) : feed ? (
        <p className="text-sm">
          Feed open since <RelativeTime value={feed.createdAt} />.{' '}
          {feed.readAt ? (
            <>
              Last read by a calendar app <RelativeTime value={feed.readAt} />.
            </>
          ) : (
            'No calendar app has read it yet.'
          )}{' '}
          Its address is not shown again. If you lost it, replace it.
        </p>
      ) : (
        <p className="text-sm text-muted">
          Creates a secret, read-only address for you. It shows activities you own or attend, from two months ago to one
          year ahead.
        </p>
      )}
    </Dialog>
  );
}
