/** The address of the team page: which part is open, and everything that decides what its list shows. */
import type { RawSearch } from '../../../../web/router/page.ts';
import { formatSorting, parseSorting, type Sorting } from '../../../../web/table/sorting.ts';
import { MEMBER_SORTS } from '../../contract/team.ts';

export const TEAM_TABS = {
  members: 'Members',
  invitations: 'Invitations',
  teams: 'Teams',
  registration: 'Registration',
} as const;
export type TeamTab = keyof typeof TEAM_TABS;

export interface TeamSearch {
  tab: TeamTab;
  search: string;
  state: '' | 'active' | 'deactivated';
  role: '' | 'admin' | 'opus_team' | 'user';
  team: string;
  sort: string;
  columns: string;
  /** Id of the member who is open beside the list. */
  open: string;
  /** The dialog that invites people is open. */
  invite: boolean;
}

const text = (value: unknown) => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
const oneOf = <T extends string>(value: unknown, words: readonly T[]): T | '' =>
  words.includes(value as T) ? (value as T) : '';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const id = (value: unknown) => (typeof value === 'string' && UUID.test(value) ? value : '');

/** Reads the address; what does not fit is left out, so that an old or mistyped link still opens the page. */
export function parseTeamSearch(raw: RawSearch): TeamSearch {
  const tab = oneOf(raw['tab'], Object.keys(TEAM_TABS) as TeamTab[]);
  return {
    tab: tab === '' ? 'members' : tab,
    search: text(raw['search']).slice(0, 100),
    state: oneOf(raw['state'], ['active', 'deactivated']),
    role: oneOf(raw['role'], ['admin', 'opus_team', 'user']),
    team: id(raw['team']),
    sort: formatSorting(parseSorting(text(raw['sort']), MEMBER_SORTS).slice(0, 1)),
    columns: text(raw['columns']),
    open: id(raw['open']),
    invite: text(raw['invite']) === '1',
  };
}

/** The change as address parameters, without defaults. */
export function writeTeamSearch(change: Partial<TeamSearch>): RawSearch {
  return Object.fromEntries(
    Object.entries(change).map(([key, value]) => [
      key,
      value === '' || value === false || (key === 'tab' && value === 'members')
        ? undefined
        : value === true
          ? '1'
          : value,
    ]),
  );
}

export function sortingOf({ sort }: Pick<TeamSearch, 'sort'>): Sorting {
  return parseSorting(sort, MEMBER_SORTS);
}

/** Whether anything narrows the list. */
export function isNarrowed({ search, state, role, team }: TeamSearch): boolean {
  return search !== '' || state !== '' || role !== '' || team !== '';
}
