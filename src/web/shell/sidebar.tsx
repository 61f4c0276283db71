import {
  lazy,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react';
import { useLocation, useRouter } from '@tanstack/react-router';
import ChevronDown from 'lucide-react/icons/chevron-down';
import PanelLeft from 'lucide-react/icons/panel-left';
import Star from 'lucide-react/icons/star';
import type { SessionUser } from '../api/session.ts';
import { Link } from '../router/link.tsx';
import type { Page } from '../router/page.ts';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { createLocalStore } from './local-store.ts';
import {
  currentItem,
  firstOpenGroups,
  groupOf,
  isSubgroup,
  itemsOf,
  pathsOf,
  PINNED,
  RECENT,
  visibleGroups,
  type NavItem,
} from './nav.ts';
import { pins, pinsOf, type Pin } from './pins.ts';
import { toggleRail, useRail } from './icon-rail.ts';
import { recents } from './palette-recents.ts';
import { visits } from './recents.ts';
import { SIDEBAR, SIDEBAR_FOOTER } from './sidebar-items.ts';
import { VERSION_LABEL } from './version.ts';

// No one needs these to read or to use the page.
const SystemStatusIndicator = lazy<ComponentType>(() =>
  import('./system-status.tsx').then(
    (module) => ({ default: module.SystemStatusIndicator }),
    () => ({ default: () => null }),
  ),
);
const PinButton = lazy<ComponentType<{ path: string; label: string; pinned: boolean }>>(() =>
  import('./pin-button.tsx').then(
    (module) => ({ default: module.PinButton }),
    () => ({ default: () => null }),
  ),
);

/** Groups that are open; null until the first visit has chosen them. */
const opened = createLocalStore<readonly string[] | null>('gauntlet.openGroups', (stored) =>
  Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : null,
);

/** Recent pages shown; the palette lists more. */
const RECENT_SHOWN = 4;

/** The groups that are open. Entering a group's page opens it; folding it afterwards keeps it folded. */
function useOpenGroups(groups: ReturnType<typeof visibleGroups>, current: string | undefined) {
  const stored = useSyncExternalStore(opened.subscribe, opened.get);
  const group = groupOf(groups, current);
  const entered = useRef(group);
  const open = stored ?? firstOpenGroups(groups, group);
  useEffect(() => {
    const now = opened.get();
    if (!now) opened.set(firstOpenGroups(groups, group));
    else if (group && group !== entered.current && !now.includes(group)) opened.set([...now, group]);
    entered.current = group;
    // Only another group opens one.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [group]);
  const toggle = (id: string) => opened.set(open.includes(id) ? open.filter((one) => one !== id) : [...open, id]);
  return { open, toggle };
}

/**
 * The navigation: favorites and recent pages, groups with their entries, then common entries, the state of the
 * services, and the version.
 */
export function Sidebar({ user }: { user: SessionUser }) {
  const { pathname } = useLocation();
  const groups = useMemo(() => visibleGroups(SIDEBAR, user), [user]);
  const items = useMemo(() => [...itemsOf(groups), ...SIDEBAR_FOOTER], [groups]);
  const current = currentItem(pathname, pathsOf(items));
  const { open, toggle } = useOpenGroups(groups, current);
  const scroller = useRef<HTMLDivElement>(null);
  const pages = usePagesByPath();
  const pinned = pinsOf(useSyncExternalStore(pins.subscribe, pins.get));
  useSyncExternalStore(visits.subscribe, visits.get);
  const recent = recents()
    .filter(({ path }) => path !== pathname && path !== current && !pinned.some((one) => one.path === path))
    .slice(0, RECENT_SHOWN);

  useEffect(() => {
    const box = scroller.current;
    const entry = current && box?.querySelector<HTMLElement>(`[data-nav="${current}"]`);
    if (!entry || !box) return undefined;
    // Reported after layout: asking earlier would force a layout while drawing.
    const sight = new IntersectionObserver(
      ([seen]) => {
        sight.disconnect();
        if (seen!.intersectionRatio < 1) box.scrollTop = entry.offsetTop - box.clientHeight / 3;
      },
      { root: box },
    );
    sight.observe(entry);
    return () => sight.disconnect();
  }, [current, scroller]);

  const entryOf = (item: NavItem, indented?: boolean): ReactNode => (
    <Entry
      key={item.path}
      item={item}
      label={pages.get(item.path)?.title ?? item.path}
      current={item.path === current}
      planned={pages.get(item.path)?.planned}
      pinned={pinned.some(({ path }) => path === item.path)}
      indented={indented}
    />
  );
  const entriesOf = (item: NavItem) => [entryOf(item), ...(item.related ?? []).map((one) => entryOf(one, true))];
  const placesOf = (places: readonly Pin[]) =>
    places.map(({ path, title }) => (
      <Entry
        key={path}
        // The page's own entry below is the current one.
        item={{ path: path as NavItem['path'], icon: iconOf(path, items) }}
        label={title}
        current={false}
        pinned={places === pinned}
      />
    ));
  return (
    <nav aria-label="Main" className="flex min-h-0 flex-1 flex-col">
      <div className="px-4 pt-3 pb-1 rail:sr-only">
        {user.logo && <img src={user.logo} alt="" className="mb-2 size-12" />}
        <p className="text-sm font-semibold text-ink">{user.isClient ? 'Client Gauntlet' : 'Master Gauntlet'}</p>
        <p className="truncate text-xs text-muted" title={user.workspace.name}>
          {user.workspace.kind === 'operations' ? 'Operations' : user.workspace.name}
        </p>
      </div>
      {/* Scrolls by keyboard through its links; the box itself needs no focus. */}
      <div
        ref={scroller}
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-3 [scrollbar-width:thin] rail:[scrollbar-width:none]"
      >
        {pinned.length > 0 && (
          <Group label="Favorites" open={open.includes(PINNED)} onToggle={() => toggle(PINNED)}>
            {placesOf(pinned)}
          </Group>
        )}
        {recent.length > 0 && (
          <Group label="Recent" open={open.includes(RECENT)} onToggle={() => toggle(RECENT)} className="rail:hidden">
            {placesOf(recent)}
          </Group>
        )}
        {groups.map(({ id, label, entries }) => (
          <Group key={id} label={label} open={open.includes(id)} onToggle={() => toggle(id)}>
            {entries.map((entry) =>
              isSubgroup(entry) ? (
                <li key={entry.label}>
                  <h3 className="px-2 pt-2 pb-0.5 text-2xs font-medium text-faint rail:sr-only">{entry.label}</h3>
                  <ul className="ml-3.5 border-l border-line pl-1 rail:ml-0 rail:border-0 rail:pl-0">
                    {entry.items.map(entriesOf)}
                  </ul>
                </li>
              ) : (
                entriesOf(entry)
              ),
            )}
          </Group>
        ))}
      </div>
      <div className="border-t border-line p-2">
        <ul>{SIDEBAR_FOOTER.map((item) => entryOf(item))}</ul>
        <div className="flex items-center justify-between gap-2 px-2 pt-1 rail:flex-col rail:px-0">
          <span className="min-w-0 rail:[&_span:last-child]:sr-only">
            <Suspense fallback={null}>
              <SystemStatusIndicator />
            </Suspense>
          </span>
          <span className="tabular ml-auto text-xs text-faint rail:sr-only">{VERSION_LABEL}</span>
          <RailButton />
        </div>
      </div>
    </nav>
  );
}

/** All pages: an entry is named as its page, and says when it is not built. */
function usePagesByPath(): ReadonlyMap<string, Page> {
  const { routesById } = useRouter();
  return useMemo(
    () =>
      new Map(
        Object.values(routesById).flatMap(({ options: { staticData } }) =>
          staticData?.page ? [[staticData.page.path, staticData.page] as const] : [],
        ),
      ),
    [routesById],
  );
}

/** A page's icon, or that of the list that a record belongs to. */
function iconOf(path: string, items: readonly NavItem[]): NavItem['icon'] {
  const at = currentItem(path.replace(/[?#].*/s, ''), pathsOf(items));
  return items.flatMap((item) => [item, ...(item.related ?? [])]).find((item) => item.path === at)?.icon ?? Star;
}

function RailButton() {
  const narrow = useRail();
  return (
    <IconButton
      size="sm"
      label={narrow ? 'Expand sidebar' : 'Collapse sidebar'}
      shortcut="["
      aria-keyshortcuts="["
      icon={<PanelLeft />}
      onClick={toggleRail}
      className="max-lg:hidden"
    />
  );
}

interface GroupProps {
  label: string;
  open: boolean;
  onToggle: () => void;
  className?: string;
  children: ReactNode;
}

function Group({ label, open, onToggle, className, children }: GroupProps) {
  return (
    <section className={cx('pt-1.5', className)}>
      <h2>
        <button
          type="button"
          aria-expanded={open}
          onClick={onToggle}
          data-tooltip={useRail() ? label : undefined}
          className="flex min-h-7 w-full items-center gap-1 rounded-md px-2 text-left text-xs font-medium text-muted hover:text-ink rail:min-h-6 rail:justify-center rail:border-t rail:border-line pointer-coarse:min-h-11"
        >
          <span className="min-w-0 flex-1 truncate rail:sr-only">{label}</span>
          <ChevronDown
            size={14}
            aria-hidden="true"
            className={cx('shrink-0 text-faint transition-transform duration-150', !open && '-rotate-90')}
          />
        </button>
      </h2>
      {open && <ul>{children}</ul>}
    </section>
  );
}

interface EntryProps {
  item: NavItem;
  label: string;
  current: boolean;
  planned?: boolean | undefined;
  pinned: boolean;
  indented?: boolean | undefined;
}

function Entry({ item: { path, badge, icon: Icon }, label, current, planned = false, pinned, indented }: EntryProps) {
  // Only an entry under the pointer has its star.
  const [approached, setApproached] = useState(false);
  return (
    <li className="group relative" onPointerEnter={() => setApproached(true)}>
      <Link
        to={path}
        data-nav={path}
        data-tooltip={useRail() ? label : undefined}
        // The router marks only exact addresses; aliases and records beneath belong to an entry, too.
        aria-current={current ? 'page' : undefined}
        className={cx(
          'flex min-h-7.5 items-center gap-2 rounded-md px-2 text-sm transition-colors duration-100 rail:justify-center rail:px-0 pointer-coarse:min-h-11 dense:min-h-7',
          indented && 'pl-8',
          current ? 'bg-accent-soft font-medium text-accent-ink' : 'hover:bg-hover hover:text-ink',
          !current && (planned ? 'text-faint' : 'text-muted'),
        )}
      >
        <Icon size={16} aria-hidden="true" className={cx('shrink-0', planned && 'opacity-60')} />
        <span className="min-w-0 flex-1 truncate rail:sr-only" title={label}>
          {label}
        </span>
        {badge && (
          <span
            className={
              planned
                ? 'sr-only'
                : 'shrink-0 rounded-sm border border-line px-1 text-[0.625rem] leading-4 font-medium text-muted rail:sr-only'
            }
          >
            {badge}
          </span>
        )}
        {planned && <span className="shrink-0 text-2xs rail:sr-only">Planned</span>}
      </Link>
      {approached && (
        <Suspense fallback={null}>
          <PinButton path={path} label={label} pinned={pinned} />
        </Suspense>
      )}
    </li>
  );
}
