import { lazy, Suspense, useCallback, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Megaphone from 'lucide-react/icons/megaphone';
import MessagesSquare from 'lucide-react/icons/messages-square';
import Plus from 'lucide-react/icons/plus';
import Smartphone from 'lucide-react/icons/smartphone';
import { read } from '../../../web/api/request.ts';
import { useSessionUser } from '../../../web/api/session.ts';
import { Link } from '../../../web/router/link.tsx';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { cx } from '../../../web/ui/cx.ts';
import { EmptyState } from '../../../web/ui/states.tsx';
import { useWide } from '../../../web/ui/use-wide.ts';
import { texts } from '../contract.ts';
import { Conversation } from './conversation.tsx';
import { Handset } from './handset.tsx';
import { NewTextDialog } from './new-text-dialog.tsx';
import { parseTextsSearch, type TextsSearch } from './search.ts';
import { ThreadList } from './thread-list.tsx';

const BroadcastsView = lazy(() => import('./broadcasts-view.tsx'));

/** `/sms-messaging`: conversations by text, and broadcasts; on a phone the list or one conversation. */
export default function TextsPage() {
  const [search, setSearch] = usePageSearch(parseTextsSearch);
  const wide = useWide();
  const [writing, setWriting] = useState(false);
  const status = useQuery(read(texts.status));
  const onSearch = useCallback((change: Partial<TextsSearch>) => setSearch(change), [setSearch]);
  const close = () => setSearch({ thread: '' });
  const opened = search.thread !== '';
  const user = useSessionUser();
  const isManager = user?.role === 'admin' || user?.workspaceRole === 'owner';
  const showsBroadcasts = isManager && search.view === 'broadcasts';
  return (
    <div className="flex h-[calc(100dvh-var(--shell-edges))] flex-col">
      <header className="flex flex-wrap items-center justify-between gap-2 px-4 py-3">
        <h1 className="page-title">SMS messaging</h1>
        <div className="flex flex-wrap gap-2">
          {isManager && (
            <Button
              icon={showsBroadcasts ? <MessagesSquare /> : <Megaphone />}
              onClick={() => setSearch({ view: showsBroadcasts ? 'conversations' : 'broadcasts' })}
            >
              {showsBroadcasts ? 'Conversations' : 'Broadcasts'}
            </Button>
          )}
          {!showsBroadcasts && (
            <Button variant="primary" icon={<Plus />} onClick={() => setWriting(true)}>
              New text
            </Button>
          )}
        </div>
      </header>
      {status.data?.embedded && (
        <div className="px-4 pb-3">
          <Banner tone="info">
            No SMS service is connected. Texts stay on a simulated handset and reach no phone.{' '}
            <Link to="/settings" search={{ tab: 'connections' }} className="underline underline-offset-2">
              Connect a service
            </Link>
          </Banner>
        </div>
      )}
      <div className="flex min-h-0 flex-1 border-t border-line">
        {showsBroadcasts && (
          <Suspense fallback={null}>
            <BroadcastsView />
          </Suspense>
        )}
        {!showsBroadcasts && (wide || !opened) && (
          <div className="flex min-h-0 w-full flex-col lg:w-88 lg:shrink-0 lg:border-r lg:border-line">
            <ThreadList search={search} onSearch={onSearch} onNew={() => setWriting(true)} />
          </div>
        )}
        {!showsBroadcasts && opened && (
          <Opened key={search.thread} id={search.thread} embedded={status.data?.embedded === true} onBack={close} />
        )}
        {!showsBroadcasts && wide && !opened && (
          <div className="flex min-w-0 flex-1 items-center justify-center">
            <EmptyState icon={<Smartphone />} title="Choose a conversation">
              Its texts appear here.
            </EmptyState>
          </div>
        )}
      </div>
      {writing && (
        <NewTextDialog
          onClose={() => setWriting(false)}
          onSent={(thread) => {
            setWriting(false);
            setSearch({ thread, filter: 'open', search: '', view: 'conversations' });
          }}
        />
      )}
    </div>
  );
}

/** A conversation, and the handset beside it while nothing is connected. */
function Opened({ id, embedded, onBack }: { id: string; embedded: boolean; onBack: () => void }) {
  const phone = useQuery(read(texts.thread, { params: { id } })).data?.address;
  const [handset, setHandset] = useState(false);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 max-lg:flex-col">
      {/* On a phone, the handset takes the place of the conversation. */}
      <div className={cx('flex min-h-0 min-w-0 flex-1', handset && 'max-lg:hidden')}>
        <Conversation id={id} onBack={onBack} />
      </div>
      {embedded && phone && (
        <div
          className={cx(
            'flex min-h-0 flex-col gap-2 border-line p-3 max-lg:border-t lg:border-l',
            handset && 'max-lg:flex-1',
          )}
        >
          <Button size="sm" icon={<Smartphone />} aria-expanded={handset} onClick={() => setHandset((on) => !on)}>
            {handset ? 'Hide handset' : 'Show handset'}
          </Button>
          {handset && <Handset phone={phone} />}
        </div>
      )}
    </div>
  );
}
