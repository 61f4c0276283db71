import { useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { useLocation } from '@tanstack/react-router';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { SessionUser } from '../api/session.ts';
import { Link } from '../router/link.tsx';
import { cx } from '../ui/cx.ts';
import { createLocalStore } from './local-store.ts';
import { currentItem, isSubgroup, itemsOf, visibleGroups, type NavGroup, type NavItem } from './nav.ts';
import { SIDEBAR, SIDEBAR_FOOTER } from './sidebar-items.ts';
import { SystemStatusIndicator } from './system-status.tsx';
import { VERSION_LABEL } from './version.ts';

/** Groups this person has collapsed. */
const folded = createLocalStore<readonly string[]>('gauntlet.foldedGroups', (stored) =>
  Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : [],
);

/** The navigation: groups with their entries, then common entries, the state of the services, and the version. */
export function Sidebar({ user }: { user: SessionUser }) {
  const { pathname } = useLocation();
  const hidden = useSyncExternalStore(folded.subscribe, folded.get);
  const groups = visibleGroups(SIDEBAR, user);
  const current = currentItem(
    pathname,
    [...itemsOf(groups), ...SIDEBAR_FOOTER].map(({ path }) => path),
  );
  const scroller = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const box = scroller.current;
    const entry = current && box?.querySelector<HTMLElement>(`a[href="${current}"]`);
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

  const toggle = (id: string) => folded.set(hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id]);
  return (
    <nav aria-label="Main" className="flex min-h-0 flex-1 flex-col">
      <div className="px-4 pt-4 pb-2">
        {user.logo && <img src={user.logo} alt="" className="mb-2 size-12" />}
        <p className="text-sm font-semibold text-ink">{user.isClient ? 'Client Gauntlet' : 'Master Gauntlet'}</p>
        <p className="truncate text-xs text-muted" title={user.workspace.name}>
          {user.workspace.kind === 'operations' ? 'Operations' : user.workspace.name}
        </p>
      </div>
      {/* Scrolls by keyboard through its links; the box itself needs no focus. */}
      <div ref={scroller} className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-3">
        {groups.map((group) => (
          <Group
            key={group.id}
            group={group}
            open={!hidden.includes(group.id)}
            onToggle={() => toggle(group.id)}
            current={current}
          />
        ))}
      </div>
      <div className="border-t border-line p-2">
        <ul>
          {SIDEBAR_FOOTER.map((item) => (
            <Entry key={item.path} item={item} current={item.path === current} />
          ))}
        </ul>
        <div className="flex items-center justify-between gap-2 px-2 pt-2 pb-1">
          <SystemStatusIndicator />
          <span className="tabular text-xs text-faint">{VERSION_LABEL}</span>
        </div>
      </div>
    </nav>
  );
}

interface GroupProps {
  group: NavGroup;
  open: boolean;
  onToggle: () => void;
  current: string | undefined;
}

function Group({ group, open, onToggle, current }: GroupProps) {
  const id = useId();
  return (
    <section className="pt-2">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
          className="group flex min-h-7 w-full items-center gap-1 rounded-md px-2 text-left text-xs font-medium text-muted hover:text-ink pointer-coarse:min-h-11"
        >
          <span className="min-w-0 flex-1 truncate">{group.label}</span>
          <ChevronDown
            size={14}
            aria-hidden="true"
            className={cx('shrink-0 text-faint transition-transform duration-150', !open && '-rotate-90')}
          />
        </button>
      </h2>
      <ul id={id} hidden={!open}>
        {group.entries.map((entry) =>
          isSubgroup(entry) ? (
            <li key={entry.label}>
              <h3 className="px-2 pt-2 pb-0.5 text-2xs font-medium text-faint">{entry.label}</h3>
              <ul className="ml-3.5 border-l border-line pl-1">
                {entry.items.map((item) => (
                  <Entry key={item.path} item={item} current={item.path === current} />
                ))}
              </ul>
            </li>
          ) : (
            <Entry key={entry.path} item={entry} current={entry.path === current} />
          ),
        )}
      </ul>
    </section>
  );
}

function Entry({ item: { path, label, badge, icon: Icon }, current }: { item: NavItem; current: boolean }) {
  return (
    <li>
      <Link
        to={path}
        // The router marks only exact addresses; aliases and records beneath belong to an entry, too.
        aria-current={current ? 'page' : undefined}
        className={cx(
          'flex min-h-7.5 items-center gap-2 rounded-md px-2 text-sm transition-colors duration-100 pointer-coarse:min-h-11 dense:min-h-7',
          current ? 'bg-accent-soft font-medium text-accent-ink' : 'text-muted hover:bg-hover hover:text-ink',
        )}
      >
        <Icon size={16} aria-hidden="true" className="shrink-0" />
        <span className="min-w-0 flex-1 truncate" title={label}>
          {label}
        </span>
        {badge && (
          <span className="shrink-0 rounded-sm border border-line px-1 text-[0.625rem] leading-4 font-medium text-muted">
            {badge}
          </span>
        )}
      </Link>
    </li>
  );
}
