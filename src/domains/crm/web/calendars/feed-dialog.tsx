import { useQuery, useQueryClient } from '@tanstack/react-query';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { confirm } from '../../../../web/ui/confirm.ts';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import { calendarFeeds, type FeedKindName } from '../../contract/calendar-feeds.ts';
import { CRM } from '../../paths.ts';

interface FeedDialogProps {
  kind: FeedKindName;
  /** The calendar's content: "Licenses that expire". */
  title: string;
  onClose: () => void;
}

/** Makes, replaces and closes the secret address under which calendar programs read a feed. */
export default function FeedDialog({ kind, title, onClose }: FeedDialogProps) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(read(calendarFeeds.list));
  const [address, setAddress] = useState('');
  const [busy, setBusy] = useState(false);
  const feed = data?.items.find((one) => one.kind === kind);

  const act = async (failed: string, action: () => Promise<void>) => {
    setBusy(true);
    try {
      await action();
      await client.invalidateQueries({ queryKey: [CRM.calendarFeeds] });
    } catch (failure) {
      toast({ type: 'error', title: failed, description: messageFor(failure, 'Try again.') });
    } finally {
      setBusy(false);
    }
  };
  const create = () =>
    act('Couldn’t create an address', async () => {
      const { path } = await call(calendarFeeds.create, { body: { kind } });
      setAddress(new URL(path, location.origin).href);
    });
  const replace = async () => {
    if (
      await confirm({
        title: 'Replace the address?',
        description: 'Calendar apps that use the current address stop updating.',
        action: 'Replace address',
      })
    )
      await create();
  };
  const close = async () => {
    if (
      !(await confirm({
        title: 'Close the calendar feed?',
        description: 'Its address stops working immediately.',
        action: 'Close feed',
      }))
    )
      return;
    await act('Couldn’t close the feed', async () => {
      await call(calendarFeeds.revoke, { params: { kind } });
      setAddress('');
    });
  };
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => void toast({ type: 'success', title: 'Address copied' }),
      () =>
        void toast({
          type: 'error',
          title: 'Couldn’t copy the address',
          description: 'Select it and copy it manually.',
        }),
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Calendar: ${title}`}
      description="Subscribe in your calendar app. It updates automatically. Changes you make there are not synced back."
      size="sm"
    >
      {error && !data ? (
        <Failure error={error} what="Calendar feeds" onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-24 w-full" />
      ) : (
        <div className="flex flex-col gap-4">
          {address && (
            <>
              <Banner tone="warning">Anyone with this address can read the calendar. It is shown only once.</Banner>
              <Field label="Address for your calendar app">
                {(control) => (
                  <Input
                    {...control}
                    readOnly
                    value={address}
                    onFocus={(event) => event.target.select()}
                    trailing={<IconButton size="sm" label="Copy address" icon={<Copy />} onClick={() => void copy()} />}
                  />
                )}
              </Field>
            </>
          )}
          {feed && !address && (
            <p className="text-sm text-muted">
              Address created <RelativeTime value={feed.createdAt} />.{' '}
              {feed.readAt ? (
                <>
                  Last read by a calendar app <RelativeTime value={feed.readAt} />.
                </>
              ) : (
                'No calendar app has read it yet.'
              )}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            {!feed && (
              <Button variant="primary" loading={busy} onClick={() => void create()}>
                Create address
              </Button>
            )}
            {feed && (
              <Button loading={busy} onClick={() => void replace()}>
                Replace address
              </Button>
            )}
            {feed && (
              <Button variant="ghost" onClick={() => void close()}>
                Close feed
              </Button>
            )}
          </div>
        </div>
      )}
    </Dialog>
  );
}
