import { useQuery } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import { read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { knowledgeDocuments } from '../contract.ts';
import { MarkedText } from './marked-text.tsx';

/** Passages that were found; each opens its document there. */
export function FoundPassages({ q }: { q: string }) {
  const { data, error, refetch } = useQuery({
    ...read(knowledgeDocuments.search, { query: { q, limit: 20 } }),
    placeholderData: (previous) => previous,
  });
  if (error && !data) return <Failure error={error} what="The search" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-64 w-full" />;
  const found = data.items.filter(({ marks, score }) => marks.length > 0 || score > 0.1);
  return (
    <section aria-label="Search results">
      <p role="status" className="mb-2 text-xs text-muted">
        {found.length === 0 ? 'No passages found' : `Best ${found.length} passages`}
        {data.corrected.length > 0 && `, with ${data.corrected.length === 1 ? 'a word' : 'words'} spelled differently`}
      </p>
      {found.length === 0 && (
        <EmptyState icon={<SearchX />} title="Nothing in your knowledge matches">
          Use other words, or add a source that knows.
        </EmptyState>
      )}
      <ul className="divide-y divide-line border-y border-line">
        {found.map((passage) => (
          <li key={passage.id} data-testid="row" className="py-3">
            <Link
              to="/knowledge-base-unified"
              search={{ document: passage.documentId, passage: passage.id }}
              className="text-sm font-medium hover:underline"
            >
              {passage.documentTitle}
              {passage.heading && <span className="font-normal text-muted"> › {passage.heading}</span>}
            </Link>
            <p className="text-xs text-muted">{[passage.sourceName, passage.place].filter(Boolean).join(' · ')}</p>
            <p className="mt-1 line-clamp-4 text-sm leading-6 whitespace-pre-line">
              <MarkedText text={passage.text} marks={passage.marks} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
