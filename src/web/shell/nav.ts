/** Visible entries of the sidebar, and the current one. */
import type { LucideIcon } from 'lucide-react';
import type { SessionUser } from '../api/session.ts';
import { ALIASES } from '../router/aliases.ts';
import { missingApp } from '../router/apps.ts';

/** `fund`: people who see the fund; `member`: members of the network and administrators; `outsider`: neither. */
export type NavCondition = 'admin' | 'fund' | 'member' | 'outsider';

export interface NavItem {
  path: `/${string}`;
  label: string;
  icon: LucideIcon;
  badge?: string;
  when?: NavCondition;
}

export interface NavSubgroup {
  label: string;
  items: readonly NavItem[];
}

export interface NavGroup {
  id: string;
  label: string;
  when?: NavCondition;
  entries: readonly (NavItem | NavSubgroup)[];
}

type Viewer = Pick<SessionUser, 'role' | 'seesFund' | 'isCommunityMember' | 'appsOff'>;

function holds(condition: NavCondition | undefined, { role, seesFund, isCommunityMember }: Viewer): boolean {
  const admin = role === 'admin';
  switch (condition) {
    case undefined:
      return true;
    case 'admin':
      return admin;
    case 'fund':
      return seesFund;
    case 'member':
      return isCommunityMember || admin;
    case 'outsider':
      return !isCommunityMember && !admin;
  }
}

export function isSubgroup(entry: NavItem | NavSubgroup): entry is NavSubgroup {
  return 'items' in entry;
}

/** The groups and entries visible to this user, within the workspace's apps. */
export function visibleGroups(groups: readonly NavGroup[], viewer: Viewer): NavGroup[] {
  const shown = (item: NavItem) => holds(item.when, viewer) && !missingApp(viewer, item.path);
  return groups
    .filter(({ when }) => holds(when, viewer))
    .map((group) => ({
      ...group,
      entries: group.entries
        .map((entry) => (isSubgroup(entry) ? { ...entry, items: entry.items.filter(shown) } : entry))
        .filter((entry) => (isSubgroup(entry) ? entry.items.length > 0 : shown(entry))),
    }))
    .filter(({ entries }) => entries.length > 0);
}

export function itemsOf(groups: readonly NavGroup[]): NavItem[] {
  return groups.flatMap(({ entries }) => entries.flatMap((entry) => (isSubgroup(entry) ? entry.items : [entry])));
}

const ALIAS = new Map<string, string>(ALIASES.map(({ path, sameAs }) => [path, sameAs]));

/**
 * The current entry at an address: the longest path at or above it, usually its first segment. Aliases count as their
 * targets, and the root as the dashboard.
 */
export function currentItem(pathname: string, paths: readonly string[]): string | undefined {
  const path = ALIAS.get(pathname) ?? pathname;
  return paths
    .filter((candidate) => path === candidate || path.startsWith(`${candidate}/`))
    .sort((one, other) => other.length - one.length)[0];
}
