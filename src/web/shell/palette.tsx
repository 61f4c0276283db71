import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useRouter } from '@tanstack/react-router';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Clock from 'lucide-react/icons/clock';
import HardHat from 'lucide-react/icons/hard-hat';
import Palette from 'lucide-react/icons/palette';
import Search from 'lucide-react/icons/search';
import Star from 'lucide-react/icons/star';
import type { LucideIcon } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { SessionUser } from '../api/session.ts';
import { ALIASES } from '../router/aliases.ts';
import { missingApp } from '../router/apps.ts';
import { judge } from '../router/route-guard.tsx';
import { useGo } from '../router/link.tsx';
import { hasParameters, type Page } from '../router/page.ts';
import { useCurrentPage } from '../router/use-page.ts';
import { useEnter } from '../ui/use-options.ts';
import { useAfterPaint } from '../ui/after-paint.ts';
import { cx } from '../ui/cx.ts';
import { Kbd } from '../ui/kbd.tsx';
import { Scrim } from '../ui/scrim.tsx';
import { commandActions, keywordsOf } from './commands.ts';
import { matchScore } from '../ui/match-score.ts';
import { useRecordHits, type RecordHits } from './palette-records.ts';
import { keepKey, paletteDraft } from './palette-state.ts';
import { pins, pinsOf, togglePin } from './pins.ts';
import { recents } from './palette-recents.ts';
import { changeAppearance } from './appearance-sync.ts';

interface Entry {
  id: string;
  group: string;
  title: string;
  detail?: string;
  icon: LucideIcon;
  keys?: string;
  keywords?: readonly string[];
  /** It answers an older query: Enter does not choose it. */
  stale?: boolean;
  run: () => void;
}

const ALIAS_PATHS = new Set<string>(ALIASES.map(({ path }) => path));

/** Words that find a page besides its title: its domain's, and the names of its other addresses. */
const wordsFor = ({ path, title }: Page): readonly string[] => [
  ...keywordsOf(path),
  ...ALIASES.filter((alias) => alias.sameAs === path && alias.title !== title).map((alias) => alias.title),
];

/** The pages this user can open without a record, each once, by title. */
function reachablePages(pages: readonly Page[], user: SessionUser): Page[] {
  return pages
    .filter(
      ({ path, shell, guard }) =>
        shell &&
        !hasParameters(path) &&
        !ALIAS_PATHS.has(path) &&
        judge(guard, user) === 'show' &&
        !missingApp(user, path),
    )
    .filter(({ path }) => path !== '/404' && (path !== '/opus-arc-fund' || user.seesFund))
    .sort((one, other) => one.title.localeCompare(other.title));
}

/** One field for everything: records, actions, pages, and recent pages. */
export default function CommandPalette({ user, onClose }: { user: SessionUser; onClose: () => void }) {
  const [query, setQuery] = useState(paletteDraft);
  // Read before its field takes the focus.
  const [opener] = useState(() => document.activeElement);
  const records = useRecordHits(user, query);
  const find = useFind(user, query, records);
  // The panel and its field answer the press; the results follow one frame later.
  const full = useAfterPaint(true, false);
  return (
    <Dialog.Root
      open
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Dialog.Portal>
        <Scrim />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-2 top-2 z-50 mx-auto max-w-xl animate-pop-in overflow-hidden rounded-xl bg-raised shadow-pop outline-none sm:top-[12vh]"
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
          }}
        >
          <Dialog.Title className="sr-only">Search or go to</Dialog.Title>
          <Choices
            query={query}
            onQuery={setQuery}
            entries={full ? find() : undefined}
            find={find}
            loading={records.loading}
            onClose={onClose}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Finds everything that matches the query, in display order. */
function useFind(user: SessionUser, query: string, records: RecordHits): () => Entry[] {
  const router = useRouter();
  const navigate = useGo();
  const pages = useRef<Page[]>(undefined);
  const page = useCurrentPage();
  return () => {
    pages.current ??= reachablePages(
      Object.values(router.routesById).flatMap((route) => route.options.staticData?.page ?? []),
      user,
    );
    return allEntries({ user, query, records, pages: pages.current, page, navigate });
  };
}

function allEntries({
  user,
  query,
  records,
  pages,
  page,
  navigate,
}: {
  user: SessionUser;
  query: string;
  records: RecordHits;
  pages: readonly Page[];
  /** The page behind the palette. */
  page: Page | undefined;
  navigate: ReturnType<typeof useGo>;
}): Entry[] {
  const go = (to: string) => void navigate(to);
  const searching = query.trim() !== '';

  const ranked = <T,>(
    items: readonly T[],
    text: (item: T) => string,
    keywords: (item: T) => readonly string[] | undefined,
  ): T[] =>
    items
      .map((item) => ({ item, score: matchScore(query, text(item), keywords(item)) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .map(({ item }) => item);

  const opened = searching
    ? []
    : recents().filter(
        ({ path }) =>
          path !== location.pathname && pages.some((page) => path === page.path || path.startsWith(`${page.path}/`)),
      );
  const last = opened.map(({ path, title }): Entry => ({
    id: `last ${path}`,
    group: 'Opened last',
    title,
    icon: Clock,
    run: () => go(path),
  }));
  // The kind with the best name comes first, whichever answered first.
  const best = ({ hits }: RecordHits['groups'][number]) =>
    Math.max(...hits.map(({ title }) => Math.max(matchScore(query, title), 1)));
  const groups = searching ? records.groups.toSorted((one, other) => best(other) - best(one)) : records.groups;
  const found: Entry[] = groups.flatMap(({ provider, query: answered, hits }) =>
    hits
      .filter(({ to }) => !opened.some(({ path }) => path === to))
      .map((hit) => ({
        id: `${provider.id} ${hit.id}`,
        group: provider.label,
        title: hit.title,
        detail: hit.detail,
        icon: hit.icon ?? ArrowRight,
        stale: answered !== query.trim(),
        run: () => go(hit.to),
      })),
  );
  const themes: Entry[] = searching
    ? (['light', 'dark', 'system'] as const).map((theme) => ({
        id: `theme ${theme}`,
        group: 'Actions',
        title: `Theme: ${theme}`,
        icon: Palette,
        run: () => void changeAppearance({ theme }),
      }))
    : [];
  const own: Entry[] = commandActions(user).map(({ id, label, icon, keys, keywords, run }) => ({
    id: `action ${id}`,
    group: 'Actions',
    title: label,
    icon: icon ?? ArrowRight,
    keys,
    keywords,
    run: () => run({ go }),
  }));
  const here = page && { path: location.pathname, title: page.title };
  const pin: Entry[] =
    here && !hasParameters(page.path)
      ? [
          {
            id: 'pin',
            group: 'Actions',
            title: pinsOf(pins.get()).some(({ path }) => path === here.path)
              ? `Remove ${here.title} from favorites`
              : `Add ${here.title} to favorites`,
            icon: Star,
            keywords: ['pin', 'favorite', 'star'],
            run: () => void togglePin(here),
          },
        ]
      : [];
  const acts = ranked(
    [...own, ...pin, ...themes],
    ({ title }) => title,
    ({ keywords }) => keywords,
  );
  const allPlaces = ranked(pages, ({ title }) => title, wordsFor).map(({ path, title, planned }): Entry => ({
    id: `page ${path}`,
    group: planned ? 'Planned' : 'Go to',
    title,
    icon: planned ? HardHat : ArrowRight,
    run: () => go(path),
  }));
  const places = allPlaces.filter(({ group }) => group === 'Go to');
  const later = allPlaces.filter(({ group }) => group !== 'Go to');
  // A page or an action whose exact name, or the beginnings of several of its words, was typed comes first; otherwise records do.
  const isMeant = (entry: Entry | undefined) =>
    entry !== undefined && matchScore(query, entry.title) >= (query.trim().includes(' ') ? 80 : 90);
  const meant = searching ? [acts[0], places[0]].filter((entry) => isMeant(entry)) : [];
  const first = meant[0] === acts[0] && (meant.length < 2 || acts[0]!.title.length < places[0]!.title.length);
  // Immediate entries are above later ones, so that nothing moves away under the pointer.
  if (!searching) return [...last, ...found, ...acts, ...places, ...later];
  if (meant.length === 0) return [...found, ...acts, ...places, ...later];
  return first ? [...acts, ...places, ...found, ...later] : [...places, ...acts, ...found, ...later];
}

interface ChoicesProps {
  query: string;
  onQuery: (query: string) => void;
  /** Undefined until they are drawn. */
  entries: readonly Entry[] | undefined;
  find: () => readonly Entry[];
  loading: boolean;
  onClose: () => void;
}

const NONE: readonly Entry[] = [];

/** The field and its list. The focus stays in the field; the arrow keys move the choice. */
function Choices({ query, onQuery, entries: drawn, find, loading, onClose }: ChoicesProps) {
  const entries = drawn ?? NONE;
  const listId = useId();
  const [chosen, setChosen] = useState(0);
  const active = Math.min(chosen, entries.length - 1);
  const optionId = (nth: number) => `${listId}-${nth}`;

  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    // The field takes the keys from here on and continues the typed text.
    document.removeEventListener('keydown', keepKey);
    const end = paletteDraft().length;
    field.current?.setSelectionRange(end, end);
  }, []);
  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, active]);

  const take = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  const shown = entries[active];
  const onEnter = useEnter({ loading: loading && (shown?.stale ?? true), open: true }, shown, take);
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: entries.length - 1,
    };
    const next = steps[event.key];
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      if (drawn) onEnter();
      else take(find()[0]);
    }
    if (event.key !== 'Enter' && (next === undefined || entries.length === 0)) return;
    if (next !== undefined) setChosen((next + entries.length) % entries.length);
    event.preventDefault();
  };

  return (
    <>
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Search size={16} aria-hidden="true" className="shrink-0 text-faint" />
        <input
          ref={field}
          value={query}
          onChange={(event) => {
            onQuery(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          placeholder="Search or go to…"
          role="combobox"
          aria-label="Search or go to"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={entries.length > 0 ? optionId(active) : undefined}
          className="h-12 min-w-0 flex-1 bg-transparent text-[1rem] outline-none sm:text-base"
        />
        <Kbd>Esc</Kbd>
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label="Results"
        className={cx(
          'max-h-[min(60dvh,28rem)] overflow-y-auto overscroll-contain p-1.5',
          drawn ? 'empty:hidden' : 'h-112',
        )}
      >
        {entries.map((entry, nth) => (
          <Choice
            key={entry.id}
            id={optionId(nth)}
            entry={entry}
            active={nth === active}
            heading={entries[nth - 1]?.group !== entry.group}
            onPoint={() => setChosen(nth)}
            onTake={() => take(entry)}
          />
        ))}
      </div>
      <p
        role="status"
        className={entries.length > 0 || !drawn ? 'sr-only' : 'px-4 py-8 text-center text-sm text-muted'}
      >
        {!drawn
          ? ''
          : entries.length > 0
            ? `${entries.length} ${entries.length === 1 ? 'result' : 'results'}`
            : loading
              ? 'Searching…'
              : `Nothing found for “${query.trim()}”.`}
      </p>
    </>
  );
}

interface ChoiceProps {
  id: string;
  entry: Entry;
  active: boolean;
  /** Whether the group's name is above it. */
  heading: boolean;
  onPoint: () => void;
  onTake: () => void;
}

function Choice({
  id,
  entry: { group, title, detail, icon: Icon, keys },
  active,
  heading,
  onPoint,
  onTake,
}: ChoiceProps) {
  return (
    <>
      {heading && (
        <div role="presentation" className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">
          {group}
        </div>
      )}
      <div
        id={id}
        role="option"
        aria-selected={active}
        onPointerMove={active ? undefined : onPoint}
        onClick={onTake}
        className={cx(
          'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-sm select-none pointer-coarse:min-h-11',
          active && 'bg-hover',
        )}
      >
        <Icon size={16} aria-hidden="true" className="shrink-0 text-faint" />
        <span className="min-w-0 truncate">{title}</span>
        {detail && <span className="min-w-0 flex-1 truncate text-right text-xs text-muted">{detail}</span>}
        {keys && (
          <span className="ml-auto flex gap-1">
            {keys.split(' ').map((key) => (
              <Kbd key={key}>{key.toUpperCase()}</Kbd>
            ))}
          </span>
        )}
      </div>
    </>
  );
}
