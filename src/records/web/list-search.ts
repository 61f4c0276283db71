/** The address of a list: everything that decides what it shows, so that a link shows another person the same. */
import { encodeFilter, type Filter, filterFrom, NO_FILTER } from '../../kernel/filter-terms.ts';
import type { RawSearch } from '../../web/router/page.ts';
import { formatSorting, parseSorting, type Sorting } from '../../web/table/sorting.ts';
import { MAX_SORTS } from '../contract/list.ts';
import type { SavedView, ViewConfig } from '../contract/views.ts';

export interface ListSearch {
  search: string;
  filter: Filter;
  sort: string;
  /** Shown columns as `name:240,company`; empty: the standard ones. */
  columns: string;
  /** Id of the saved view that the list started from. */
  view: string;
  trash: boolean;
  /** Id of the record that is previewed beside the list. */
  peek: string;
  /** Another way to show the list than a table, such as `board`; blank for the table. */
  as: string;
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** Reads the address; what does not fit is left out, so that an old or mistyped link still opens the list. */
export function parseListSearch(raw: RawSearch, sorts: readonly string[]): ListSearch {
  return {
    search: text(raw['search']).slice(0, 200),
    filter: filterFrom(raw['filter']),
    sort: formatSorting(sorting(text(raw['sort']), sorts).slice(0, MAX_SORTS)),
    columns: text(raw['columns']),
    view: text(raw['view']),
    trash: text(raw['trash']) === '1',
    as: text(raw['as']),
    peek: text(raw['peek']),
  };
}

/** The address of a list; what is standard is left out. */
export function writeListSearch(change: Partial<ListSearch>): RawSearch {
  const raw: RawSearch = {};
  if ('search' in change) raw['search'] = change.search || undefined;
  if ('filter' in change)
    raw['filter'] = change.filter && change.filter.conditions.length > 0 ? change.filter : undefined;
  if ('sort' in change) raw['sort'] = change.sort || undefined;
  if ('columns' in change) raw['columns'] = change.columns || undefined;
  if ('view' in change) raw['view'] = change.view || undefined;
  if ('trash' in change) raw['trash'] = change.trash ? '1' : undefined;
  if ('peek' in change) raw['peek'] = change.peek || undefined;
  if ('as' in change) raw['as'] = change.as || undefined;
  return raw;
}

/** The three words that say which records: for the list, bulk actions, the export and next/previous. */
export function selectionQuery({ search, filter, trash }: Pick<ListSearch, 'search' | 'filter' | 'trash'>) {
  return {
    search: search.trim() || undefined,
    filter: encodeFilter(filter),
    trash: trash ? ('1' as const) : undefined,
  };
}

export function sortingOf({ sort }: Pick<ListSearch, 'sort'>, sorts: readonly string[]): Sorting {
  return sorting(sort, sorts);
}

/** Own fields may come and go: an order by one is kept until they are known (`sortLeft`). */
function sorting(sort: string, sorts: readonly string[]): Sorting {
  return parseSorting(sort, [
    ...sorts,
    ...sort
      .split(',')
      .map((part) => part.replace(/^-/, ''))
      .filter((name) => /^custom\.\w+$/.test(name)),
  ]);
}

/**
 * An order without the own fields that are gone: the list opens in what is left of it.
 * @param keys of own fields that there are
 */
export function sortLeft(sort: string, keys: readonly string[]): string {
  return sort
    .split(',')
    .filter((part) => {
      const [, key] = /^-?custom\.(.+)$/.exec(part) ?? [];
      return key === undefined || keys.includes(key);
    })
    .join(',');
}

/** Whether anything narrows the list. */
export function isNarrowed({ search, filter }: Pick<ListSearch, 'search' | 'filter'>): boolean {
  return search.trim() !== '' || filter.conditions.length > 0;
}

/** The current list's settings, as a view stores them. */
export function viewConfig({ search, filter, sort, columns }: ListSearch): ViewConfig {
  return {
    search: search.trim() || undefined,
    filter: filter.conditions.length > 0 ? filter : undefined,
    sort: sort || undefined,
    columns: columns
      ? columns.split(',').map((part) => {
          const [field = '', width] = part.split(':');
          return width ? { field, width: Number(width) } : { field };
        })
      : undefined,
  };
}

/** The list that a view shows. */
export function searchOfView({ id, config }: Pick<SavedView, 'id' | 'config'>): ListSearch {
  return {
    search: config.search ?? '',
    filter: config.filter ?? NO_FILTER,
    sort: config.sort ?? '',
    columns: config.columns?.map(({ field, width }) => (width ? `${field}:${width}` : field)).join(',') ?? '',
    view: id,
    trash: false,
    as: '',
    peek: '',
  };
}

/** Whether the list has moved away from the view that it started from. */
export function differsFromView(search: ListSearch, view: SavedView): boolean {
  return JSON.stringify(viewConfig(search)) !== JSON.stringify(viewConfig(searchOfView(view)));
}
