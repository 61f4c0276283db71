import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useRouter } from '@tanstack/react-router';
import { Command } from 'cmdk';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Clock from 'lucide-react/icons/clock';
import Search from 'lucide-react/icons/search';
import type { LucideIcon } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { SessionUser } from '../api/session.ts';
import { judge } from '../router/guarded.tsx';
import { useGo } from '../router/link.tsx';
import { hasParameters, type Page } from '../router/page.ts';
import { SPEC_ROUTES } from '../router/spec-routes.ts';
import { Kbd } from '../ui/kbd.tsx';
import { commandActions, searchProviders, type SearchHit, type SearchProvider } from './commands.ts';
import { recents } from './recents.ts';
import { setAppearance } from './theme.ts';

/** Pause in typing after which records are asked for; milliseconds. */
const TYPING_PAUSE = 120;

const ALIASES = new Set<string>(SPEC_ROUTES.filter(({ sameAs, redirect }) => sameAs ?? redirect).map(({ path }) => path));

/** The pages that this user can go to without knowing a record, each once, by title. */
export function reachablePages(pages: readonly Page[], user: Pick<SessionUser, 'role' | 'seesFund'>): Page[] {
  return pages
    .filter(({ path, shell, guard }) => shell && !hasParameters(path) && !ALIASES.has(path) && judge(guard, user) === 'show')
    .filter(({ path }) => path !== '/404' && (path !== '/opus-arc-fund' || user.seesFund))
    .sort((one, other) => one.title.localeCompare(other.title));
}

/** One field for everything: pages, actions, records, and what was open last. */
export default function Palette({ user, onClose }: { user: SessionUser; onClose: () => void }) {
  const router = useRouter();
  const go = useGo();
  const [query, setQuery] = useState('');
  const pages = useMemo(() => reachablePages(
    Object.values(router.routesById).flatMap((route) => route.options.staticData?.page ?? []), user,
  ), [router, user]);
  const hits = useRecords(query);
  const last = useMemo(() => recents().filter(({ path }) => pages.some((page) => page.path === path)), [pages]);

  const actions = commandActions(user);

  const leave = (act: () => void) => () => {
    onClose();
    act();
  };
  const open = (to: string) => leave(() => void go(to));
  const themes = [['light', 'Use the light theme'], ['dark', 'Use the dark theme'], ['system', 'Use the system’s theme']] as const;
  return (
    <Dialog.Root open onOpenChange={(next) => { if (!next) onClose(); }}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade-in bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-2 top-2 z-50 mx-auto max-w-xl animate-pop-in overflow-hidden rounded-xl bg-raised shadow-pop outline-none sm:top-[12vh]"
        >
          <Dialog.Title className="sr-only">Search or go to</Dialog.Title>
          <Command label="Search or go to" loop>
            <div className="flex items-center gap-2.5 border-b border-line px-4">
              <Search size={16} aria-hidden="true" className="shrink-0 text-faint" />
              <Command.Input
                value={query} onValueChange={setQuery} autoFocus placeholder="Search or go to…"
                className="h-12 min-w-0 flex-1 bg-transparent text-[16px] outline-none sm:text-base"
              />
              <Kbd>Esc</Kbd>
            </div>
            <Command.List label="Results" className="max-h-[min(60dvh,28rem)] overflow-y-auto overscroll-contain p-1.5 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted">
              <Command.Empty className="px-3 py-8 text-center text-sm text-muted">
                {hits.loading ? 'Searching…' : <>Nothing found for “{query}”.</>}
              </Command.Empty>
              {query === '' && last.length > 0 && (
                <Command.Group heading="Opened last">
                  {last.map(({ path, title }) => <Entry key={path} id={`recent:${path}`} icon={Clock} onSelect={open(path)}>{title}</Entry>)}
                </Command.Group>
              )}
              {hits.groups.map(({ provider, found }) => (
                <Command.Group key={provider.id} heading={provider.label} forceMount>
                  {found.map((hit) => (
                    <Entry key={hit.id} id={`${provider.id}:${hit.id}`} icon={hit.icon ?? ArrowRight} detail={hit.detail} onSelect={open(hit.to)} forceMount>{hit.title}</Entry>
                  ))}
                </Command.Group>
              ))}
              {(query !== '' || actions.length > 0) && <Command.Group heading="Actions">
                {actions.map(({ id, label, icon, keys, keywords, run }) => (
                  <Entry key={id} id={`action:${label}`} icon={icon ?? ArrowRight} keywords={keywords} keys={keys} onSelect={leave(() => run({ go: (to) => void go(to) }))}>{label}</Entry>
                ))}
                {query !== '' && themes.map(([theme, label]) => (
                  <Entry key={theme} id={`action:${label}`} icon={ArrowRight} keywords={['appearance', 'mode']} onSelect={leave(() => setAppearance({ theme }))}>{label}</Entry>
                ))}
              </Command.Group>}
              <Command.Group heading="Go to">
                {pages.map(({ path, title, keywords }) => (
                  <Entry key={path} id={`page:${title} ${path}`} icon={ArrowRight} keywords={keywords} onSelect={open(path)}>{title}</Entry>
                ))}
              </Command.Group>
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface EntryProps {
  /** What is searched and told apart by. */
  id: string;
  icon: LucideIcon;
  detail?: string;
  keys?: string;
  keywords?: readonly string[];
  forceMount?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

function Entry({ id, icon: Icon, detail, keys, keywords, forceMount, onSelect, children }: EntryProps) {
  return (
    <Command.Item
      value={id} keywords={keywords && [...keywords]} forceMount={forceMount} onSelect={onSelect}
      className="flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-sm select-none data-[selected=true]:bg-hover pointer-coarse:min-h-11"
    >
      <Icon size={16} aria-hidden="true" className="shrink-0 text-faint" />
      <span className="min-w-0 truncate">{children}</span>
      {detail && <span className="min-w-0 flex-1 truncate text-right text-xs text-muted">{detail}</span>}
      {keys && <span className="ml-auto flex gap-1">{keys.split(' ').map((key) => <Kbd key={key}>{key.toUpperCase()}</Kbd>)}</span>}
    </Command.Item>
  );
}

interface RecordHits {
  groups: { provider: SearchProvider; found: readonly SearchHit[] }[];
  loading: boolean;
}

/** What the domains find for the query; each one's hits appear as they come, and a failing one is left out. */
function useRecords(query: string): RecordHits {
  const [state, setState] = useState<RecordHits & { query: string }>({ query: '', groups: [], loading: false });
  const wanted = query.trim();
  useEffect(() => {
    if (wanted === '') {
      setState({ query: '', groups: [], loading: false });
      return undefined;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      let missing = searchProviders().length;
      setState((now) => ({ ...now, query: wanted, loading: missing > 0 }));
      for (const provider of searchProviders()) {
        provider.search(wanted, stop.signal)
          .catch((error: unknown) => {
            if (!stop.signal.aborted) console.warn(`Search in ${provider.label} failed`, error);
            return [];
          })
          .then((found) => {
            if (stop.signal.aborted) return;
            missing -= 1;
            setState((now) => {
              const others = now.groups.filter((group) => group.provider !== provider);
              return { query: wanted, loading: missing > 0, groups: found.length > 0 ? [...others, { provider, found }] : others };
            });
          });
      }
    }, TYPING_PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted]);
  return state;
}
