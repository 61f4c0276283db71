/**
 * The address of the license list, and the list that it names. All licenses are in the browser: it narrows and orders
 * them itself.
 */
import { fold } from '../../../../kernel/text.ts';
import type { RawSearch } from '../../../../web/router/page.ts';
import { formatSorting, parseSorting } from '../../../../web/table/sorting.ts';
import { type BusinessLicense, LICENSE_STATES, type LicenseState } from '../../contract/licenses.ts';
import { KIND_LABELS, STATE_LABELS } from './license-labels.ts';

export const LICENSE_SORTS = [
  'name',
  'kind',
  'authority',
  'number',
  'jurisdiction',
  'state',
  'expiresOn',
  'responsible',
] as const;

export interface LicensesSearch {
  search: string;
  /** Only licenses in this state. */
  state: LicenseState | '';
  sort: string;
  columns: string;
  trash: boolean;
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** Reads the address; what does not fit is left out. */
export function parseLicensesSearch(raw: RawSearch): LicensesSearch {
  return {
    search: text(raw['search']).slice(0, 200),
    state: LICENSE_STATES.find((state) => state === raw['state']) ?? '',
    sort: formatSorting(parseSorting(text(raw['sort']), LICENSE_SORTS)),
    columns: text(raw['columns']),
    trash: text(raw['trash']) === '1',
  };
}

/** The list's settings in the address, without defaults. */
export function writeLicensesSearch(change: Partial<LicensesSearch>): RawSearch {
  return Object.fromEntries(
    Object.entries(change).map(([key, value]) => [
      key,
      key === 'trash' ? (value ? '1' : undefined) : value || undefined,
    ]),
  );
}

type SortField = (typeof LICENSE_SORTS)[number];

/** A license's sort value; null sorts last in both directions. */
function sortValue(license: BusinessLicense, field: SortField): string | null {
  switch (field) {
    case 'kind':
      return KIND_LABELS[license.kind];
    case 'state':
      return String(LICENSE_STATES.indexOf(license.state));
    case 'responsible':
      return license.responsible?.name ?? null;
    case 'expiresOn':
      return license.expiresOn;
    default:
      return license[field] || null;
  }
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** The licenses that match, in order; those that need attention first where the address names no order. */
export function shownLicenses(
  all: readonly BusinessLicense[],
  { search, state, sort }: Pick<LicensesSearch, 'search' | 'state' | 'sort'>,
): BusinessLicense[] {
  const words = fold(search).split(' ').filter(Boolean);
  const levels = parseSorting(sort || 'expiresOn', LICENSE_SORTS) as readonly {
    field: SortField;
    direction: 'asc' | 'desc';
  }[];
  return all
    .filter((license) => {
      if (state && license.state !== state) return false;
      const held = fold(
        [
          license.name,
          license.holder,
          license.number,
          license.authority,
          license.jurisdiction,
          KIND_LABELS[license.kind],
          STATE_LABELS[license.state],
          license.responsible?.name ?? '',
        ].join(' '),
      );
      return words.every((word) => held.includes(word));
    })
    .toSorted((a, b) => {
      for (const { field, direction } of levels) {
        const [x, y] = [sortValue(a, field), sortValue(b, field)];
        if (x === y) continue;
        if (x === null) return 1;
        if (y === null) return -1;
        const order = collator.compare(x, y);
        if (order !== 0) return direction === 'desc' ? -order : order;
      }
      return collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
    });
}

/** How many there are in each state. */
export function stateCounts(all: readonly BusinessLicense[]): { state: LicenseState; count: number }[] {
  return LICENSE_STATES.map((state) => ({
    state,
    count: all.filter((license) => license.state === state).length,
  })).filter(({ count }) => count > 0);
}
