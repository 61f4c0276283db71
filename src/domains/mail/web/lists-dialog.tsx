import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { counted } from '../../../records/web/format.ts';
import { mailAssist, type MailingList } from '../contract.ts';
import { useMailRefresh } from './use-mail-acts.ts';

const WAYS: Readonly<Record<MailingList['way'], string>> = {
  one_click: 'One click',
  email: 'By email',
  link: 'On its page',
};
/** Conversations of one call. */
const MAX_AT_ONCE = 100;
const keyOf = ({ accountId, id }: MailingList) => `${accountId} ${id}`;

interface Left {
  from: string;
  why: string;
  link: string | null;
}

/** Mailing lists, those that write most first, and the way out of many at once. */
export default function ListsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(read(mailAssist.lists));
  const refresh = useMailRefresh();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [left, setLeft] = useState<readonly Left[]>([]);
  const [busy, setBusy] = useState(false);
  const items = data?.items ?? [];
  const open = items.filter(({ unsubscribedAt }) => unsubscribedAt === null);
  const chosen = open.filter((list) => picked.has(keyOf(list)));
  const pick = (list: MailingList) => {
    const next = new Set(picked);
    if (!next.delete(keyOf(list))) next.add(keyOf(list));
    setPicked(next);
  };
  const leave = async () => {
    setBusy(true);
    setLeft([]);
    const ids = chosen.map(({ threadId }) => threadId);
    let done = 0;
    try {
      for (let at = 0; at < ids.length; at += MAX_AT_ONCE) {
        const result = await call(mailAssist.unsubscribe, { body: { threadIds: ids.slice(at, at + MAX_AT_ONCE) } });
        done += result.done;
        setLeft((before) => [...before, ...result.left]);
      }
      if (done > 0) toast({ type: 'success', title: `Unsubscribed from ${counted(done, 'list', 'lists')}` });
      setPicked(new Set());
    } catch (failure) {
      toast({ type: 'error', title: 'Not unsubscribed', description: messageFor(failure, 'Try again.') });
    }
    setBusy(false);
    await refresh();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Mailing lists"
      description="Lists that wrote to you in the last year, those that write most first."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" loading={busy} disabled={chosen.length === 0} onClick={() => void leave()}>
            {chosen.length > 0 ? `Unsubscribe from ${counted(chosen.length, 'list', 'lists')}` : 'Unsubscribe'}
          </Button>
        </>
      }
    >
      {error && !data && <Failure error={error} what="Mailing lists" onRetry={() => void refetch()} />}
      {data && items.length === 0 && (
        <p className="py-4 text-sm text-muted">No mailing list wrote to you in the last year.</p>
      )}
      {left.length > 0 && (
        <Banner tone="warning" className="mb-3">
          <ul className="grid gap-1">
            {left.map((one, n) => (
              <li key={n}>
                <span className="font-medium">{one.from}:</span> {one.why}{' '}
                {one.link && (
                  <a href={one.link} target="_blank" rel="noopener noreferrer" className="underline underline-offset-2">
                    Open page
                  </a>
                )}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {open.length > 1 && (
        <div className="border-b border-line pb-2">
          <Checkbox
            label="Select all"
            checked={chosen.length === open.length}
            indeterminate={chosen.length > 0 && chosen.length < open.length}
            onChange={() => setPicked(new Set(chosen.length === open.length ? [] : open.map((list) => keyOf(list))))}
          />
        </div>
      )}
      <ul className="divide-y divide-line">
        {items.map((list) => (
          <li key={keyOf(list)} className="flex items-start gap-2 py-2">
            {list.unsubscribedAt === null ? (
              <Checkbox
                className="min-w-0 flex-1"
                label={<ListName list={list} />}
                checked={picked.has(keyOf(list))}
                onChange={() => pick(list)}
              />
            ) : (
              <span className="min-w-0 flex-1 pl-7 text-sm">
                <ListName list={list} />
              </span>
            )}
            <Badge tone={list.unsubscribedAt ? 'success' : 'neutral'}>
              {list.unsubscribedAt ? 'Unsubscribed' : WAYS[list.way]}
            </Badge>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function ListName({ list: { name, address, account, emails, unread, lastAt } }: { list: MailingList }) {
  return (
    <span className="block min-w-0">
      <span className="block font-medium break-words">{name}</span>
      <span className="block text-xs break-words text-muted">
        {[name !== address && address, counted(emails, 'email', 'emails'), unread > 0 && `${unread} unread`, account]
          .filter(Boolean)
          .join(' · ')}{' '}
        · <RelativeTime value={lastAt} />
      </span>
    </span>
  );
}
