/** The address of the contact list: everything that decides what it shows, so that a link shows another person the same. */
import { encodeFilter, Filter, NO_FILTER } from '../../../../kernel/filter.ts';
import type { RawSearch } from '../../../../web/router/page.ts';
import { formatSorting, parseSorting, type Sorting } from '../../../../web/table/sorting.ts';
import { CONTACT_SORTS, MAX_SORTS } from '../../contract/contacts.ts';
import type { SavedView, ViewConfig } from '../../contract/views.ts';

export interface ContactsSearch {
  search: string;
  filter: Filter;
  sort: string;
  /** Shown columns as `name:240,company`; empty: the standard ones. */
  columns: string;
  /** Id of the saved view that the list started from. */
  view: string;
  trash: boolean;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');

/** Reads the address; what does not fit is left out, so that an old or mistyped link still opens the list. */
export function parseContactsSearch(raw: RawSearch): ContactsSearch {
  const filter = Filter.safeParse(raw['filter']);
  return {
    search: text(raw['search']).slice(0, 200),
    filter: filter.success ? filter.data : NO_FILTER,
    sort: formatSorting(parseSorting(text(raw['sort']), CONTACT_SORTS).slice(0, MAX_SORTS)),
    columns: text(raw['columns']),
    view: text(raw['view']),
    trash: text(raw['trash']) === '1',
  };
}

/** The address of a list; what is standard is left out. */
export function writeContactsSearch(change: Partial<ContactsSearch>): RawSearch {
  const raw: RawSearch = {};
  if ('search' in change) raw['search'] = change.search || undefined;
  if ('filter' in change) raw['filter'] = change.filter && change.filter.conditions.length > 0 ? change.filter : undefined;
  if ('sort' in change) raw['sort'] = change.sort || undefined;
  if ('columns' in change) raw['columns'] = change.columns || undefined;
  if ('view' in change) raw['view'] = change.view || undefined;
  if ('trash' in change) raw['trash'] = change.trash ? '1' : undefined;
  return raw;
}

/** The three words that say which contacts: for the list, bulk actions, the export and next/previous. */
export function selectionQuery({ search, filter, trash }: Pick<ContactsSearch, 'search' | 'filter' | 'trash'>) {
  return { search: search.trim() || undefined, filter: encodeFilter(filter), trash: trash ? ('1' as const) : undefined };
}

export function sortingOf({ sort }: Pick<ContactsSearch, 'sort'>): Sorting {
  return parseSorting(sort, CONTACT_SORTS);
}

/** Whether anything narrows the list. */
export function isNarrowed({ search, filter }: Pick<ContactsSearch, 'search' | 'filter'>): boolean {
  return search.trim() !== '' || filter.conditions.length > 0;
}

/** What a view keeps of the present list. */
export function viewConfig({ search, filter, sort, columns }: ContactsSearch): ViewConfig {
  return {
    search: search.trim() || undefined,
    filter: filter.conditions.length > 0 ? filter : undefined,
    sort: sort || undefined,
    columns: columns ? columns.split(',').map((part) => {
      const [field = '', width] = part.split(':');
      return width ? { field, width: Number(width) } : { field };
    }) : undefined,
  };
}

/** The list that a view shows. */
export function searchOfView({ id, config }: Pick<SavedView, 'id' | 'config'>): ContactsSearch {
  return {
    search: config.search ?? '',
    filter: config.filter ?? NO_FILTER,
    sort: config.sort ?? '',
    columns: config.columns?.map(({ field, width }) => (width ? `${field}:${width}` : field)).join(',') ?? '',
    view: id,
    trash: false,
  };
}

/** Whether the list has moved away from the view that it started from. */
export function differsFromView(search: ContactsSearch, view: SavedView): boolean {
  return JSON.stringify(viewConfig(search)) !== JSON.stringify(viewConfig(searchOfView(view)));
}
