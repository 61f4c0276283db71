import { useState } from 'react';
import { usePages } from '../../../web/api/pages.ts';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { dateFormat } from '../../../web/ui/format.ts';
import { type MailDraft, mailDrafts } from '../contract.ts';
import type { DraftList } from './search.ts';
import { useMailRefresh } from './use-mail-acts.ts';

const STATE = { drafts: 'draft', scheduled: 'scheduled', problems: 'problem' } as const;
const EMPTY = { drafts: 'No drafts', scheduled: 'No scheduled emails', problems: 'Every email was sent' } as const;
const time = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** Emails that are written, wait for their time, or were not sent. */
export function DraftListView({ list: kind, onOpen }: { list: DraftList; onOpen: (id: string) => void }) {
  const list = usePages(mailDrafts.list, { query: { state: STATE[kind] } });
  if (list.error) return <Failure error={list.error} what="Emails" onRetry={list.retry} />;
  if (!list.loading && list.items.length === 0)
    return <EmptyState title={EMPTY[kind]}>Emails of this kind appear here.</EmptyState>;
  return (
    <ul className="min-h-0 flex-1 divide-y divide-line overflow-y-auto">
      {list.items.map((draft) => (
        <Row key={draft.id} draft={draft} onOpen={onOpen} />
      ))}
      <li>
        <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} label="Older emails" />
      </li>
    </ul>
  );
}

function Row({ draft, onOpen }: { draft: MailDraft; onOpen: (id: string) => void }) {
  const { id, subject, text, to, state, why, sendAt } = draft;
  const refresh = useMailRefresh();
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast({ type: 'error', title: 'Email not changed', description: messageFor(error, 'Try again.') });
    }
    setBusy(false);
    await refresh();
  };
  const recipients = to.map(({ name, address }) => name || address).join(', ') || 'No recipients';
  return (
    <li className="grid gap-1 px-4 py-2.5">
      <button
        type="button"
        data-testid="row"
        onClick={() => onOpen(id)}
        disabled={state !== 'draft' && state !== 'failed' && state !== 'refused'}
        className="text-left"
      >
        <span className="block truncate text-sm font-medium">{recipients}</span>
        <span className="block truncate text-sm">{subject || 'No subject'}</span>
        <span className="block truncate text-sm text-muted">{text.trim().slice(0, 120)}</span>
      </button>
      {why && <p className="text-xs text-danger-ink">{why}</p>}
      {state === 'scheduled' && (
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone="info">{sendAt ? `Leaves ${time.format(new Date(sendAt))}` : 'Scheduled'}</Badge>
          <Button size="sm" loading={busy} onClick={() => void run(() => call(mailDrafts.unsend, { params: { id } }))}>
            Make a draft again
          </Button>
        </div>
      )}
      {state === 'unknown' && (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            loading={busy}
            onClick={() => void run(() => call(mailDrafts.resolve, { params: { id }, body: { as: 'sent' } }))}
          >
            Mark as sent
          </Button>
          <Button
            size="sm"
            loading={busy}
            onClick={() => void run(() => call(mailDrafts.resolve, { params: { id }, body: { as: 'draft' } }))}
          >
            Make a draft again
          </Button>
        </div>
      )}
    </li>
  );
}
