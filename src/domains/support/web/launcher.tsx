import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import MessageCircleQuestionMark from 'lucide-react/icons/message-circle-question-mark';
import type { SessionUser } from '../../../web/api/session.ts';
import { CountBadge } from '../../../web/ui/count-badge.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import type { RawSearch } from '../../../web/router/page.ts';
import { usePageSearch } from '../../../web/router/use-page.ts';
import type { SupportSummary } from '../contract.ts';
import { SUPPORT } from '../paths.ts';
import { useShortcuts } from '../../../web/shell/shortcuts.ts';
import { closeHelp, openHelp, usePanel } from './panel-state.ts';

const loadPanel = () => import('./panel.tsx');
const Panel = lazy(loadPanel);

/** How long after the page the counts are asked for: the page comes first; milliseconds. */
const PAUSE = 1_500;
const MAX = 99;
const SHORTCUTS = [{ keys: 'g h', label: 'Open help', group: 'Go to', run: () => openHelp() }];

/** The button in the header that opens help on every page, with how much is new. All else loads when it is pressed. */
export default function SupportLauncher({ user }: { user: SessionUser }) {
  const { open } = usePanel();
  const button = useRef<HTMLButtonElement>(null);
  const summary = useSummaryLater();
  useOpenByAddress();
  useShortcuts(SHORTCUTS);
  const news = (summary?.unread ?? 0) + (summary?.waiting ?? 0);
  const approach = () => void loadPanel().catch(() => undefined);
  const close = () => {
    closeHelp();
    button.current?.focus();
  };
  return (
    <span className="relative inline-flex">
      <IconButton
        ref={button}
        label={news > 0 ? `Help, ${news} new` : 'Help'}
        icon={<MessageCircleQuestionMark />}
        shortcut="G H"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts="G H"
        onClick={open ? close : () => openHelp()}
        onPointerEnter={approach}
        onFocus={approach}
      />
      {news > 0 && <CountBadge>{news > MAX ? `${MAX}+` : news}</CountBadge>}
      {open && (
        <Suspense fallback={null}>
          <Panel key={`${user.id}/${user.workspace.id}`} user={user} summary={summary} onClose={close} />
        </Suspense>
      )}
    </span>
  );
}

function useSummaryLater(): SupportSummary | undefined {
  const [later, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), PAUSE);
    return () => clearTimeout(timer);
  }, []);
  const { open } = usePanel();
  return useQuery<SupportSummary>({ queryKey: [SUPPORT.summary], enabled: later || open }).data;
}

const parseSearch = ({ support }: RawSearch) => ({ support: typeof support === 'string' ? support : undefined });

/** A notification leads to `?support=<id>` of a page: its conversation opens, and the address is tidy again. */
function useOpenByAddress(): void {
  const { support } = parseSearch(useSearch({ strict: false }) as RawSearch);
  const [, setSearch] = usePageSearch(parseSearch);
  useEffect(() => {
    if (!support) return;
    openHelp({ at: 'talk', id: support, from: 'talks' });
    setSearch({ support: undefined }, { replace: true });
  }, [support, setSearch]);
}
