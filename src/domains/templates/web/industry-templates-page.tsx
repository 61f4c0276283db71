import { useQuery } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import { useCallback } from 'react';
import { fold } from '../../../kernel/text.ts';
import { read } from '../../../web/api/request.ts';
import { useSessionUser } from '../../../web/api/session.ts';
import { Link } from '../../../web/router/link.tsx';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { SearchBox } from '../../../web/ui/search-box.tsx';
import { Sheet } from '../../../web/ui/sheet.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { library } from '../contract/templates.ts';
import { type IndustrySearch, parseIndustry, tidy } from './search.ts';
import { CARD_GRID, TemplateCard } from './template-card.tsx';
import { TemplateContents } from './template-contents.tsx';

/** `/industry-templates`: what the product brings for each trade; anyone may look. */
export default function IndustryTemplatesPage() {
  const user = useSessionUser();
  const [search, setRaw] = usePageSearch(parseIndustry);
  const setSearch = useCallback(
    (change: Partial<IndustrySearch>, options?: { replace?: boolean }) =>
      setRaw(tidy(change) as Partial<IndustrySearch>, options),
    [setRaw],
  );
  const { data, error, refetch } = useQuery(read(library.list));
  const words = fold(search.search);
  const items =
    data?.items.filter(({ name, summary, industry }) => fold(`${name} ${summary} ${industry}`).includes(words)) ?? [];
  return (
    <div className="page-frame max-w-6xl">
      <header className="mb-5 grid gap-2">
        <h1 tabIndex={-1} className="page-title">
          Industry templates
        </h1>
        <p className="max-w-2xl text-sm text-muted">
          Each template sets up a workspace in a minute with pipelines, fields, rules, web forms, and automations.
          Sample records are included, and you can undo it with one click.
        </p>
        <div className="mt-1 flex flex-wrap items-center gap-2">
          <SearchBox
            value={search.search}
            onChange={(text) => setSearch({ search: text }, { replace: true })}
            label="Search industries"
            placeholder="Your industry"
          />
          {user?.role === 'admin' ? (
            <Link to="/industry-crm" className={buttonClass()}>
              Install and manage
            </Link>
          ) : (
            !user && (
              <Link to="/registration-wizard" className={buttonClass({ variant: 'primary' })}>
                Register your business
              </Link>
            )
          )}
        </div>
      </header>
      {error && !data && <Failure error={error} what="The templates" onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className={CARD_GRID} role="status" aria-busy="true" aria-label="Loading">
          {[1, 2, 3, 4, 5, 6].map((n) => (
            <Skeleton key={n} className="h-44 w-full" />
          ))}
        </div>
      )}
      {data && items.length === 0 && (
        <EmptyState
          icon={<SearchX />}
          title="No matching industries"
          action={<Button onClick={() => setSearch({ search: '' })}>Show all industries</Button>}
        >
          Try another word; “Home services” holds plumbers and roofers.
        </EmptyState>
      )}
      {items.length > 0 && (
        <div className={CARD_GRID}>
          {items.map((one) => (
            <TemplateCard key={one.ref} template={one} onOpen={() => setSearch({ industry: one.ref })} />
          ))}
        </div>
      )}
      {search.industry && (
        <Details
          slug={search.industry}
          mayInstall={user?.role === 'admin'}
          onClose={() => setSearch({ industry: '' })}
        />
      )}
    </div>
  );
}

function Details({ slug, mayInstall, onClose }: { slug: string; mayInstall: boolean; onClose: () => void }) {
  const { data, error, refetch } = useQuery(read(library.get, { params: { slug } }));
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={data?.name ?? 'Industry template'}
      description={data?.summary}
      footer={
        mayInstall && data ? (
          <>
            <Link to="/industry-crm" search={{ industry: slug }} className={buttonClass()}>
              See it with examples
            </Link>
            <Link to={`/gauntlet-onboarding/${slug}`} className={buttonClass({ variant: 'primary' })}>
              Install
            </Link>
          </>
        ) : undefined
      }
    >
      {data ? (
        <TemplateContents content={data.content} />
      ) : error ? (
        <Failure error={error} what="This template" onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-60 w-full" />
      )}
    </Sheet>
  );
}
