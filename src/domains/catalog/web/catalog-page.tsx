import { useQuery } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import { fold } from '../../../kernel/text.ts';
import { read } from '../../../web/api/request.ts';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { type Catalog, catalog, type CatalogItem } from '../contract.ts';
import { CatalogRow } from './catalog-row.tsx';
import { type CatalogSearch, parseCatalogSearch } from './search.ts';

interface CatalogPageProps {
  title: string;
  intro: string;
  filter: (item: CatalogItem) => boolean;
}

/** The catalog, searched and by category. */
export function CatalogPage({ title, intro, filter }: CatalogPageProps) {
  const { data, error, refetch } = useQuery(read(catalog.get));
  return (
    <div className="page-frame max-w-5xl">
      <h1 tabIndex={-1} className="page-title">
        {title}
      </h1>
      <p className="mb-4 text-sm text-muted">{intro}</p>
      {error && !data && <Failure error={error} what="The catalog" onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-96 w-full" />}
      {data && <Items data={data} items={data.items.filter(filter)} />}
    </div>
  );
}

function matches(item: CatalogItem, { search, category }: CatalogSearch): boolean {
  if (category && item.category !== category) return false;
  const held = fold([item.name, item.summary, item.category, ...item.allows].join(' '));
  return fold(search)
    .split(/\s+/)
    .every((word) => held.includes(word));
}

function Items({ data, items }: { data: Catalog; items: readonly CatalogItem[] }) {
  const [search, setSearch] = usePageSearch(parseCatalogSearch);
  const categories = [...new Set(items.map(({ category }) => category))];
  const shown = items.filter((item) => matches(item, search));
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-2">
        <Input
          type="search"
          aria-label="Search the catalog"
          placeholder="Search…"
          className="w-full sm:w-72"
          value={search.search}
          onChange={(event) => setSearch({ search: event.target.value }, { replace: true })}
        />
        <Select
          aria-label="Category"
          placeholder="All categories"
          className="w-full sm:w-56"
          options={categories.map((value) => ({ value, label: value }))}
          value={search.category}
          onChange={(event) => setSearch({ category: event.target.value })}
        />
      </div>
      {!data.mayInstall && (
        <p className="mb-4 text-sm text-muted">Administrators of the agency install and remove apps.</p>
      )}
      {shown.length === 0 && (
        <EmptyState
          icon={<SearchX />}
          title="Nothing in the catalog matches"
          action={<Button onClick={() => setSearch({ search: '', category: '' })}>Clear search</Button>}
        />
      )}
      <div className="grid gap-6">
        {[...Map.groupBy(shown, ({ category }) => category)].map(([category, group]) => (
          <section key={category} aria-label={category}>
            <h2 className="mb-1 text-base font-semibold">{category}</h2>
            <ul className="divide-y divide-line border-y border-line">
              {group.map((item) => (
                <CatalogRow key={`${item.kind} ${item.id}`} item={item} data={data} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
