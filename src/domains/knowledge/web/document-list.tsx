import { usePages } from '../../../web/api/pages.ts';
import { Link } from '../../../web/router/link.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { counted, fileSize } from '../../../web/ui/format.ts';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type KnowledgeDocument, knowledgeDocuments } from '../contract.ts';
import { typeLabel } from './labels.ts';
import type { Shown } from './search.ts';

/** Documents, the newest first; of one source or of all. */
export function DocumentList({ source, show }: { source: string | undefined; show: Shown }) {
  const list = usePages(knowledgeDocuments.list, { query: { sourceId: source, show } });
  if (list.error && list.items.length === 0)
    return <Failure error={list.error} what="Documents" onRetry={list.retry} />;
  if (list.loading) return <Skeleton className="h-48 w-full" />;
  if (list.items.length === 0)
    return (
      <EmptyState title={show === 'all' ? 'No documents yet' : 'No documents match'}>
        {show === 'all' ? 'What you add appears here with its state.' : 'Choose “All documents” to see the others.'}
      </EmptyState>
    );
  return (
    <>
      <ul aria-label="Documents" className="divide-y divide-line border-y border-line">
        {list.items.map((document) => (
          <DocumentRow key={document.id} document={document} withSource={!source} />
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} label="More documents" />
    </>
  );
}

function DocumentRow({ document, withSource }: { document: KnowledgeDocument; withSource: boolean }) {
  const { id, title, type, size, passages, sourceName, changedAt, state, error } = document;
  const facts = [withSource && sourceName, typeLabel(type), size > 0 && fileSize(size), counted(passages, 'passage')];
  return (
    <li data-testid="row">
      <Link
        to="/knowledge-base-unified"
        search={{ document: id }}
        className="flex flex-wrap items-center gap-x-4 gap-y-1 px-2 py-2.5 hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        <span className="min-w-0 flex-1 basis-56">
          <span className="block truncate text-sm font-medium">{title}</span>
          <span className="block truncate text-xs text-muted">{facts.filter(Boolean).join(' · ')}</span>
          {state === 'failed' && <span className="block text-xs text-danger-ink">{error}</span>}
        </span>
        <span className="flex items-center gap-2">
          <DocumentBadges document={document} />
          <RelativeTime value={changedAt} className="text-xs text-muted" />
        </span>
      </Link>
    </li>
  );
}

export function DocumentBadges({
  document: { state, isStale, duplicateOf, unsurePages, notice },
}: {
  document: KnowledgeDocument;
}) {
  return (
    <>
      {state === 'failed' && <Badge tone="danger">Failed</Badge>}
      {state === 'waiting' && <Badge tone="info">Waiting</Badge>}
      {state === 'reading' && <Badge tone="info">Reading</Badge>}
      {unsurePages.length > 0 && <Badge tone="warning">Low OCR confidence</Badge>}
      {notice && <Badge tone="warning">Incomplete</Badge>}
      {isStale && <Badge tone="warning">Stale</Badge>}
      {duplicateOf && <Badge tone="warning">Duplicate</Badge>}
    </>
  );
}
