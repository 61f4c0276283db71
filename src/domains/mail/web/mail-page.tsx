import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ListFilter from 'lucide-react/icons/list-filter';
import Mail from 'lucide-react/icons/mail';
import MailX from 'lucide-react/icons/mail-x';
import Plus from 'lucide-react/icons/plus';
import Settings from 'lucide-react/icons/settings';
import { messageFor } from '../../../web/api/error.ts';
import { usePages } from '../../../web/api/pages.ts';
import { call, read } from '../../../web/api/request.ts';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { useShortcuts } from '../../../web/shell/shortcuts.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { cx } from '../../../web/ui/cx.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { SearchBox } from '../../../web/ui/search-box.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { useWide } from '../../../web/ui/use-wide.ts';
import { type MailAccount, mailAccounts, mailDrafts, mailThreads, MailView } from '../contract.ts';
import { ComposePanel } from './compose-panel.tsx';
import { DraftListView } from './draft-list.tsx';
import { Reader } from './reader.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { SignInReturnNotice } from './sign-in-return.tsx';
import { DRAFT_LISTS, isDraftList, type MailSearch, parseMailSearch, VIEW_LABELS } from './search.ts';
import { ThreadList } from './thread-list.tsx';

const MailboxesDialog = lazy(() => import('./mailboxes-dialog.tsx'));
const RulesDialog = lazy(() => import('./rules-dialog.tsx'));
const ListsDialog = lazy(() => import('./lists-dialog.tsx'));

/** `/ai-email-assistant`: all mail in one place; on a phone the list or one conversation. */
export default function MailPage() {
  const accounts = useQuery(read(mailAccounts.list));
  const [dialog, setDialog] = useState<'mailboxes' | 'connect' | null>(null);
  const items = accounts.data?.items;
  return (
    <div className="flex h-[calc(100dvh-var(--shell-edges))] flex-col">
      <SignInReturnNotice onRetry={() => setDialog('connect')} />
      {accounts.error && !items && (
        <Failure error={accounts.error} what="Mailboxes" onRetry={() => void accounts.refetch()} />
      )}
      {items?.length === 0 && (
        <>
          <header className="px-4 py-3">
            <h1 className="page-title">AI email assistant</h1>
          </header>
          <EmptyState
            icon={<Mail />}
            title="Connect your first mailbox"
            action={
              <Button variant="primary" onClick={() => setDialog('connect')}>
                Connect mailbox
              </Button>
            }
          >
            Read and answer all your email here, next to contacts and opportunities. Only you can read it.
          </EmptyState>
        </>
      )}
      {items && items.length > 0 && <Mailboxes accounts={items} onManage={() => setDialog('mailboxes')} />}
      {dialog && (
        <Suspense fallback={null}>
          <MailboxesDialog connects={dialog === 'connect'} onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </div>
  );
}

function Mailboxes({ accounts, onManage }: { accounts: readonly MailAccount[]; onManage: () => void }) {
  const [search, setSearch] = usePageSearch(parseMailSearch);
  const wide = useWide();
  const [rules, setRules] = useState(false);
  const compose = useCallback(async () => {
    try {
      const draft = await call(mailDrafts.create, { body: search.account ? { accountId: search.account } : {} });
      setSearch({ draft: draft.id, thread: '' });
    } catch (error) {
      toast({ type: 'error', title: 'Email not started', description: messageFor(error, 'Try again.') });
    }
  }, [search.account, setSearch]);
  const isOpen = search.thread !== '' || search.draft !== '';
  return (
    <>
      <header className={cx('flex flex-wrap items-center justify-between gap-2 px-4 py-3', isOpen && 'max-lg:hidden')}>
        <h1 className="page-title">AI email assistant</h1>
        <div className="flex gap-2">
          <Button icon={<ListFilter />} onClick={() => setRules(true)}>
            Rules
          </Button>
          <Button icon={<Settings />} onClick={onManage}>
            Mailboxes
          </Button>
          <Button variant="primary" icon={<Plus />} onClick={() => void compose()}>
            New email
          </Button>
        </div>
      </header>
      {rules && (
        <Suspense fallback={null}>
          <RulesDialog accounts={accounts} onClose={() => setRules(false)} />
        </Suspense>
      )}
      {(wide || !isOpen) && <Notices accounts={accounts} onManage={onManage} />}
      <div className="flex min-h-0 flex-1 border-t border-line">
        <List
          accounts={accounts}
          search={search}
          setSearch={setSearch}
          isShown={wide || !isOpen}
          onCompose={() => void compose()}
        />
      </div>
    </>
  );
}

/** What someone should know before reading on: a mailbox that cannot be read, and sample data. */
function Notices({ accounts, onManage }: { accounts: readonly MailAccount[]; onManage: () => void }) {
  const failed = accounts.filter(({ state }) => state === 'failed');
  const reading = accounts.filter(({ progress, state }) => progress && state === 'active');
  return (
    <div className="grid gap-2 px-4 empty:hidden not-empty:pb-3">
      {accounts.some(({ kind }) => kind === 'sample') && (
        <Banner tone="info">This mailbox holds sample data. Emails you send from it stay here and reach no one.</Banner>
      )}
      {failed.map((account) => (
        <Banner
          key={account.id}
          tone="danger"
          action={
            account.needsSignIn && account.isMine ? (
              <SignInAgain account={account} onOther={onManage} />
            ) : (
              <Button size="sm" onClick={onManage}>
                Fix mailbox
              </Button>
            )
          }
        >
          {account.name}: {account.problem}
        </Banner>
      ))}
      {reading.map(({ id, name, progress }) => (
        <Banner key={id} tone="info">
          Reading {name}: {progress!.done.toLocaleString('en-US')} of {progress!.total.toLocaleString('en-US')} emails.
          The newest come first.
        </Banner>
      ))}
    </div>
  );
}

interface ListProps {
  accounts: readonly MailAccount[];
  search: MailSearch;
  setSearch: (change: Partial<MailSearch>, options?: { replace?: boolean }) => void;
  isShown: boolean;
  onCompose: () => void;
}

function List({ accounts, search, setSearch, isShown, onCompose }: ListProps) {
  const { view, account, search: words, thread, draft } = search;
  const isDrafts = isDraftList(view);
  const list = usePages(mailThreads.list, {
    query: { view: isDrafts ? 'inbox' : view, accountId: account || undefined, search: words || undefined },
    enabled: !isDrafts,
  });
  const box = useRef<HTMLDivElement>(null);
  const ids = useMemo(() => list.items.map(({ id }) => id), [list.items]);
  const step = useCallback(
    (by: number) => {
      const next = ids[Math.max(ids.indexOf(thread) + by, 0)];
      if (next) setSearch({ thread: next, draft: '' }, { replace: thread !== '' });
    },
    [ids, thread, setSearch],
  );
  const leave = useCallback(() => {
    const at = ids.indexOf(thread);
    setSearch({ thread: at === -1 ? '' : (ids[at + 1] ?? ids[at - 1] ?? '') }, { replace: true });
  }, [ids, thread, setSearch]);
  useShortcuts(
    useMemo(
      () => [
        { keys: 'j', label: 'Next conversation', group: 'Email', run: () => step(1) },
        { keys: 'k', label: 'Previous conversation', group: 'Email', run: () => step(-1) },
        { keys: '/', label: 'Search email', group: 'Email', run: () => box.current?.querySelector('input')?.focus() },
        { keys: 'c', label: 'New email', group: 'Email', run: onCompose },
      ],
      [step, onCompose],
    ),
  );
  const open =
    accounts.find(({ id }) => id === list.items.find((one) => one.id === thread)?.accountId) ??
    accounts.find(({ isShared }) => isShared);
  const wide = useWide();
  const [lists, setLists] = useState(false);
  return (
    <>
      {lists && (
        <Suspense fallback={null}>
          <ListsDialog onClose={() => setLists(false)} />
        </Suspense>
      )}
      {isShown && (
        <section
          aria-label="Conversations"
          className="flex min-h-0 w-full flex-col lg:w-96 lg:shrink-0 lg:border-r lg:border-line"
        >
          <div ref={box} className="grid gap-2 border-b border-line p-2">
            <SearchBox
              label="Search email"
              fill
              placeholder="Search, or from: to: has:attachment before:"
              value={words}
              onChange={(value) => setSearch({ search: value }, { replace: true })}
            />
            <div className="flex gap-2">
              <Select
                aria-label="Show"
                className="min-w-0 flex-1"
                value={view}
                options={[
                  ...MailView.options.map((value) => ({ value, label: VIEW_LABELS[value] })),
                  ...Object.entries(DRAFT_LISTS).map(([value, label]) => ({ value, label })),
                ]}
                onChange={(event) =>
                  setSearch({ ...parseMailSearch({ ...search, view: event.target.value }), thread: '', draft: '' })
                }
              />
              {accounts.length > 1 && (
                <Select
                  aria-label="Mailbox"
                  className="min-w-0 flex-1"
                  value={account}
                  options={[
                    { value: '', label: 'All mailboxes' },
                    ...accounts.map(({ id, name, unread }) => ({
                      value: id,
                      label: unread > 0 ? `${name} (${unread})` : name,
                    })),
                  ]}
                  onChange={(event) => setSearch({ account: event.target.value, thread: '' })}
                />
              )}
            </div>
          </div>
          {view === 'newsletters' && (
            <div className="border-b border-line p-2">
              <Button size="sm" icon={<MailX />} onClick={() => setLists(true)}>
                Unsubscribe from lists
              </Button>
            </div>
          )}
          {isDrafts ? (
            <DraftListView list={view} onOpen={(id) => setSearch({ draft: id, thread: '' })} />
          ) : (
            <ThreadList
              list={list}
              accounts={accounts}
              search={search}
              onOpen={(id) => setSearch({ thread: id, draft: '' })}
              onClear={() => setSearch({ search: '', account: '', view: 'inbox' })}
            />
          )}
        </section>
      )}
      {draft ? (
        <div className="min-h-0 min-w-0 flex-1 overflow-y-auto">
          <div className="flex items-center gap-2 px-4 pt-3">
            <IconButton
              label="Back to conversations"
              icon={<ArrowLeft />}
              onClick={() => setSearch({ draft: '' })}
              className="lg:hidden"
            />
            <h2 className="text-base font-semibold">New email</h2>
          </div>
          <ComposePanel key={draft} id={draft} onDone={() => setSearch({ draft: '' }, { replace: true })} />
        </div>
      ) : thread ? (
        <Reader key={thread} id={thread} account={open} onBack={() => setSearch({ thread: '' })} onLeave={leave} />
      ) : (
        wide && (
          <div className="flex min-w-0 flex-1 items-center justify-center">
            <EmptyState icon={<Mail />} title="Choose a conversation">
              Press J and K to move through the list, and E to archive.
            </EmptyState>
          </div>
        )
      )}
    </>
  );
}
