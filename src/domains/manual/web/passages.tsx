import type { UseQueryResult } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import { messageFor } from '../../../web/api/error.ts';
import { Link } from '../../../web/router/link.tsx';
import { EmptyState, ErrorState } from '../../../web/ui/states.tsx';
import type { ManualPassage } from '../contract.ts';

interface PassagesProps {
  question: string;
  result: UseQueryResult<{ items: ManualPassage[] }>;
  onOpen: (slug: string) => void;
}

/** Passages of the manual that answer a question, each leading to its place. */
export function Passages({ question, result, onOpen }: PassagesProps) {
  if (result.isError)
    return (
      <ErrorState
        message={messageFor(result.error, 'The manual could not be searched.')}
        onRetry={() => void result.refetch()}
      />
    );
  const items = result.data?.items;
  if (!items) return null;
  if (items.length === 0)
    return (
      <EmptyState icon={<SearchX />} title={`Nothing about “${question}”`}>
        Try other words, or look through the pages.
      </EmptyState>
    );
  return (
    <ul className="grid gap-1" aria-label={`Passages about ${question}`}>
      {items.map((passage) => (
        <li key={`${passage.slug}#${passage.anchor}`}>
          <Link
            to="/documentation"
            search={{ page: passage.slug }}
            hash={passage.anchor}
            onClick={() => onOpen(passage.slug)}
            className="block rounded-md p-3 hover:bg-hover"
          >
            <span className="text-sm font-medium text-ink">{passage.heading || passage.page}</span>
            {passage.heading && <span className="text-xs text-muted"> · {passage.page}</span>}
            <span className="mt-0.5 block text-sm text-muted">{passage.quote}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
