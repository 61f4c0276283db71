import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import MessageCircleQuestion from 'lucide-react/icons/message-circle-question-mark';
import Plus from 'lucide-react/icons/plus';
import { read } from '../../../web/api/request.ts';
import { Link, useGo } from '../../../web/router/link.tsx';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { SearchBox } from '../../../web/ui/search-box.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { knowledgeSources } from '../contract.ts';
import { DocumentList } from './document-list.tsx';
import { DocumentView } from './document-view.tsx';
import { FoundPassages } from './found-passages.tsx';
import { parseKnowledgeSearch, SHOWN_LABELS } from './search.ts';
import { SourceList } from './source-list.tsx';
import { SourceView } from './source-view.tsx';

const SourceDialog = lazy(() => import('./source-dialog.tsx'));

/** `/knowledge-base-unified`: sources, one source, one document, or what a search found. */
export default function KnowledgePage() {
  const [search, setSearch] = usePageSearch(parseKnowledgeSearch);
  const { q, source, document, passage, show } = search;
  if (document)
    return (
      <div className="page-frame max-w-4xl">
        <DocumentView id={document} passage={passage} />
      </div>
    );
  if (source && q === '')
    return (
      <div className="page-frame max-w-5xl">
        <SourceView id={source} show={show} onShow={(next) => setSearch({ show: next })} />
      </div>
    );
  return (
    <div className="page-frame max-w-5xl">
      <Overview
        q={q}
        source={source}
        show={show}
        onSearch={(next) => setSearch({ q: next }, { replace: true })}
        onShowAll={() => setSearch({ show: 'all' })}
      />
    </div>
  );
}

interface OverviewProps {
  q: string;
  source: string | undefined;
  show: keyof typeof SHOWN_LABELS;
  onSearch: (q: string) => void;
  onShowAll: () => void;
}

function Overview({ q, source, show, onSearch, onShowAll }: OverviewProps) {
  const go = useGo();
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(read(knowledgeSources.list));
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h1 tabIndex={-1} className="page-title">
          Knowledge base
        </h1>
        <div className="flex gap-2">
          <Link to="/ai-knowledge-base" className={buttonClass()}>
            <MessageCircleQuestion size={16} aria-hidden="true" />
            Ask a question
          </Link>
          <Button variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
            Add source
          </Button>
        </div>
      </header>
      <div className="mb-4">
        <SearchBox label="Search knowledge" fill placeholder="Search all passages" value={q} onChange={onSearch} />
      </div>
      {q !== '' ? (
        <FoundPassages q={q} source={source} />
      ) : show !== 'all' ? (
        <section aria-label={SHOWN_LABELS[show]}>
          <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
            <h2 className="text-base font-semibold">{SHOWN_LABELS[show]}</h2>
            <Button size="sm" onClick={onShowAll}>
              Show sources
            </Button>
          </div>
          <DocumentList source={undefined} show={show} />
        </section>
      ) : (
        <>
          {error && !data && <Failure error={error} what="The sources" onRetry={() => void refetch()} />}
          {!data && !error && <Skeleton className="h-64 w-full" />}
          {data && <SourceList sources={data.items} onAdd={() => setAdding(true)} />}
        </>
      )}
      <Suspense fallback={null}>
        {isAdding && (
          <SourceDialog
            feeds={data?.feeds ?? []}
            onClose={() => setAdding(false)}
            onSaved={({ id }) => {
              setAdding(false);
              void go('/knowledge-base-unified', { search: { source: id } });
            }}
          />
        )}
      </Suspense>
    </>
  );
}
