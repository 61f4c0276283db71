import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ApiError, messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { bank, type BankProviderId, type LinkStart } from '../../contract/bank.ts';
import { SignIn } from './sign-in.tsx';

interface Begun {
  provider: BankProviderId;
  link: LinkStart;
}

/** Leads to a bank: first where the data comes from, then the provider's own way to it. */
export default function ConnectDialog({ ledgerId, onClose }: { ledgerId: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(read(bank.providers));
  const [begun, setBegun] = useState<Begun>();
  const [busy, setBusy] = useState('');
  const [problem, setProblem] = useState('');
  const start = async (provider: BankProviderId) => {
    setBusy(provider);
    setProblem('');
    try {
      setBegun({ provider, link: await call(bank.startLink, { body: { ledgerId, provider } }) });
    } catch (failure) {
      setProblem(messageFor(failure, 'The bank could not be reached.'));
    }
    setBusy('');
  };
  const finish = useCallback(
    async (provider: BankProviderId, chosen: string, isAsked: boolean) => {
      setBusy(chosen);
      try {
        const connection = await call(bank.connect, { body: { ledgerId, provider, chosen } });
        toast({
          type: 'success',
          title: `${connection.institutionName} connected`,
          description: 'Accounts and transactions will appear in a moment.',
        });
        onClose();
      } catch (failure) {
        // No error if the person returns to this tab before finishing.
        if (isAsked || !(failure instanceof ApiError && failure.status === 409))
          setProblem(messageFor(failure, 'The bank could not be connected. Try again.'));
      }
      setBusy('');
    },
    [ledgerId, onClose],
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Connect a bank"
      description="Accounts, balances, and transactions sync automatically."
    >
      {problem && (
        <Banner tone="danger" className="mb-3">
          {problem}
        </Banner>
      )}
      {error && <Failure error={error} what="Connection options" onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-32 w-full" />}
      {data && !begun && (
        <Choices
          items={data.items.map(({ id, name, about, isReal }) => ({
            id,
            name,
            about,
            badge: isReal ? undefined : 'Sample data',
          }))}
          busy={busy}
          onChoose={(id) => void start(id as BankProviderId)}
        />
      )}
      {begun?.link.kind === 'sandbox' && (
        <>
          <Banner tone="info" className="mb-3">
            The sandbox bank is part of this installation and uses sample data.
          </Banner>
          <Choices items={begun.link.customers} busy={busy} onChoose={(id) => void finish(begun.provider, id, true)} />
        </>
      )}
      {begun?.link.kind === 'plaid' && (
        <SignIn
          link={begun.link}
          busy={busy !== ''}
          onFinish={(isAsked) =>
            void finish(begun.provider, (begun.link as Extract<LinkStart, { kind: 'plaid' }>).linkToken, isAsked)
          }
        />
      )}
    </Dialog>
  );
}

function Choices({
  items,
  busy,
  onChoose,
}: {
  items: readonly { id: string; name: string; about: string; badge?: string | undefined }[];
  busy: string;
  onChoose: (id: string) => void;
}) {
  return (
    <ul className="grid gap-2">
      {items.map(({ id, name, about, badge }) => (
        <li key={id}>
          <button
            type="button"
            disabled={busy !== ''}
            aria-busy={busy === id}
            onClick={() => onChoose(id)}
            className="w-full rounded-lg border border-line bg-raised px-4 py-3 text-left hover:border-accent hover:bg-hover disabled:opacity-60"
          >
            <span className="flex items-center gap-2 font-medium">
              {name}
              {badge && <Badge>{badge}</Badge>}
            </span>
            <span className="mt-0.5 block text-sm text-muted">{about}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
