import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { read } from '../../../web/api/request.ts';
import { useGo } from '../../../web/router/link.tsx';
import { type SetSearch, usePageSearch } from '../../../web/router/use-page.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { knowledgeSources } from '../contract.ts';
import { AnswerView } from './answer-view.tsx';
import { AskBox } from './ask-box.tsx';
import { DocumentList } from './document-list.tsx';
import { DocumentView } from './document-view.tsx';
import { FoundPassages } from './found-passages.tsx';
import { KnowledgeHead } from './knowledge-nav.tsx';
import { type KnowledgeSearch, parseKnowledgeSearch, SHOWN_LABELS } from './search.ts';
import { SourceList } from './source-list.tsx';
import { SourceView } from './source-view.tsx';

const SourceDialog = lazy(() => import('./source-dialog.tsx'));

/** `/knowledge-base-unified`: sources, one source, one document, or what a question found. */
export default function KnowledgePage() {
  const [search, setSearch] = usePageSearch(parseKnowledgeSearch);
  const { source, document, passage, show } = search;
  if (document)
    return (
      <div className="page-frame max-w-4xl">
        <DocumentView id={document} passage={passage} />
      </div>
    );
  if (source)
    return (
      <div className="page-frame max-w-5xl">
        <SourceView id={source} show={show} onShow={(next) => setSearch({ show: next })} />
      </div>
    );
  return (
    <div className="page-frame max-w-5xl">
      <Overview search={search} onSearch={setSearch} />
    </div>
  );
}

interface OverviewProps {
  search: KnowledgeSearch;
  onSearch: SetSearch<KnowledgeSearch>;
}

function Overview({ search: { q, answer, show }, onSearch }: OverviewProps) {
  const go = useGo();
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(read(knowledgeSources.list));
  return (
    <>
      <KnowledgeHead title="Knowledge base" current="/knowledge-base-unified">
        <Button variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
          Add source
        </Button>
      </KnowledgeHead>
      <AskBox
        text={q}
        onType={(text) => onSearch({ q: text, answer: undefined }, { replace: true })}
        onAnswered={(id) => onSearch({ answer: id })}
      />
      {answer ? (
        <div className="grid gap-2">
          <AnswerView id={answer} />
          <div>
            <Button size="sm" onClick={() => onSearch({ answer: undefined })}>
              {q === '' ? 'Show sources' : 'Show all matching passages'}
            </Button>
          </div>
        </div>
      ) : q !== '' ? (
        <FoundPassages q={q} />
      ) : show !== 'all' ? (
        <section aria-label={SHOWN_LABELS[show]}>
          <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
            <h2 className="text-base font-semibold">{SHOWN_LABELS[show]}</h2>
            <Button size="sm" onClick={() => onSearch({ show: 'all' })}>
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
