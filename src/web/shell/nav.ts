/** Visible entries of the sidebar, and the current one. */
import type { LucideIcon } from 'lucide-react';
import type { SessionUser } from '../api/session.ts';
import { ALIASES } from '../router/aliases.ts';
import { missingApp } from '../router/apps.ts';

/** `fund`: people who see the fund; `member`: members of the network and administrators; `outsider`: neither. */
export type NavCondition = 'admin' | 'fund' | 'member' | 'outsider';

export interface NavItem {
  path: `/${string}`;
  icon: LucideIcon;
  badge?: string;
  when?: NavCondition;
  /** Pages without an entry of their own, shown below this one. */
  related?: readonly NavItem[];
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

function conditionMatches(condition: NavCondition | undefined, { role, seesFund, isCommunityMember }: Viewer): boolean {
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
  const shown = (item: NavItem) => conditionMatches(item.when, viewer) && !missingApp(viewer, item.path);
  const within = (item: NavItem) => (item.related ? { ...item, related: item.related.filter(shown) } : item);
  return groups
    .filter(({ when }) => conditionMatches(when, viewer))
    .map((group) => ({
      ...group,
      entries: group.entries
        .map((entry) => (isSubgroup(entry) ? { ...entry, items: entry.items.filter(shown) } : within(entry)))
        .filter((entry) => (isSubgroup(entry) ? entry.items.length > 0 : shown(entry))),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Every address that the sidebar leads to, related pages included. */
export function pathsOf(items: readonly NavItem[]): string[] {
  return items.flatMap(({ path, related = [] }) => [path, ...related.map((one) => one.path)]);
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

/** The group of an entry; undefined for the footer's entries and other addresses. */
export function groupOf(groups: readonly NavGroup[], path: string | undefined): string | undefined {
  return groups.find((group) => pathsOf(itemsOf([group])).includes(path ?? ''))?.id;
}

/** Open on a first visit beside the group of the current page; the second where the current page is in the first. */
const FIRST_OPEN = ['crm', 'finance'] as const;

/** The groups that are open before anyone has opened or folded one: the current page's and one more. */
export function firstOpenGroups(groups: readonly NavGroup[], current: string | undefined): string[] {
  const beside = FIRST_OPEN.find((id) => id !== current && groups.some((group) => group.id === id));
  return [current, beside, PINNED, RECENT].filter((id) => id !== undefined);
}

/** Ids of the two groups above the specification's. */
export const PINNED = 'favorites';
export const RECENT = 'recent';
