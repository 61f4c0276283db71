import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type MailAccount, mailAccounts } from '../contract.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { useMailRefresh } from './use-mail-acts.ts';

const ConnectDialog = lazy(() => import('./connect-dialog.tsx'));
const MailboxSettings = lazy(() => import('./mailbox-settings.tsx'));

/** Mailboxes: how they are, and what can be done with each. */
export default function MailboxesDialog({ onClose, connects = false }: { onClose: () => void; connects?: boolean }) {
  const { data, error, refetch } = useQuery(read(mailAccounts.list));
  const [connecting, setConnecting] = useState(connects);
  const [edited, setEdited] = useState<MailAccount | null>(null);
  if (connecting)
    return (
      <Suspense fallback={null}>
        <ConnectDialog onDone={() => (connects ? onClose() : setConnecting(false))} />
      </Suspense>
    );
  if (edited)
    return (
      <Suspense fallback={null}>
        <MailboxSettings account={edited} onDone={() => setEdited(null)} />
      </Suspense>
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Mailboxes"
      description="Only you can read your mailboxes. Members can read shared inboxes."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" icon={<Plus />} onClick={() => setConnecting(true)}>
            Connect mailbox
          </Button>
        </>
      }
    >
      {error && <Failure error={error} what="Mailboxes" onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <p className="py-4 text-sm text-muted">No mailbox is connected yet.</p>}
      <ul className="divide-y divide-line">
        {data?.items.map((account) => (
          <Mailbox key={account.id} account={account} onEdit={() => setEdited(account)} />
        ))}
      </ul>
    </Dialog>
  );
}

function Mailbox({ account, onEdit }: { account: MailAccount; onEdit: () => void }) {
  const { id, name, address, state, problem, isShared, isMine, kind, progress, syncedAt, version, needsSignIn } =
    account;
  const refresh = useMailRefresh();
  const run = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      toast({ type: 'success', title: done });
    } catch (error) {
      toast({ type: 'error', title: 'Mailbox not changed', description: messageFor(error, 'Try again.') });
    }
    await refresh();
  };
  const disconnect = async () => {
    const yes = await confirm({
      title: `Disconnect ${name}?`,
      description: 'Its emails, drafts, and attachments are deleted here. Nothing changes on the mail server.',
      action: 'Disconnect mailbox',
      tone: 'danger',
    });
    if (yes) await run(() => call(mailAccounts.disconnect, { params: { id } }), 'Mailbox disconnected');
  };
  const pause = (isPaused: boolean) =>
    run(
      () => call(mailAccounts.update, { params: { id }, body: { version, isPaused } }),
      isPaused ? 'Mailbox paused' : 'Mailbox resumed',
    );
  return (
    <li className="grid gap-1.5 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 truncate text-sm font-medium">{name}</p>
        {isShared && <Badge>Shared</Badge>}
        {kind === 'sample' ? (
          <Badge tone="info">Sample data</Badge>
        ) : state === 'failed' ? (
          <Badge tone="danger">Needs attention</Badge>
        ) : state === 'paused' ? (
          <Badge tone="warning">Paused</Badge>
        ) : (
          <Badge tone="success">Connected</Badge>
        )}
      </div>
      <p className="text-xs text-muted">
        {address}
        {account.signIn?.name && ` · Signed in with ${account.signIn.name}`}
        {progress &&
          ` · Reading ${progress.done.toLocaleString('en-US')} of ${progress.total.toLocaleString('en-US')} emails`}
        {!progress && syncedAt && (
          <>
            {' · Checked '}
            <RelativeTime value={syncedAt} />
          </>
        )}
      </p>
      {problem && <p className="text-xs text-danger-ink">{problem}</p>}
      <div className="flex flex-wrap gap-2">
        {needsSignIn && isMine && <SignInAgain account={account} onOther={onEdit} />}
        {kind !== 'sample' && state !== 'paused' && !needsSignIn && (
          <Button
            size="sm"
            onClick={() => void run(() => call(mailAccounts.syncNow, { params: { id } }), 'Checking for new email')}
          >
            Check now
          </Button>
        )}
        {isMine && (
          <>
            <Button size="sm" onClick={onEdit}>
              Edit mailbox
            </Button>
            {kind !== 'sample' && (
              <Button size="sm" onClick={() => void pause(state !== 'paused')}>
                {state === 'paused' ? 'Resume' : 'Pause'}
              </Button>
            )}
            <Button size="sm" onClick={() => void disconnect()}>
              Disconnect
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
