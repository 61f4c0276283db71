import Library from 'lucide-react/icons/library';
import { Link } from '../../../web/router/link.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { counted } from '../../../web/ui/format.ts';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import type { KnowledgeSource } from '../contract.ts';
import { audienceText, KIND_LABELS } from './labels.ts';

export function SourceList({ sources, onAdd }: { sources: readonly KnowledgeSource[]; onAdd: () => void }) {
  if (sources.length === 0)
    return (
      <EmptyState
        icon={<Library />}
        title="No sources yet"
        action={
          <Button variant="primary" onClick={onAdd}>
            Add source
          </Button>
        }
      >
        Add files, web pages, or notes, and get answers that show where they come from.
      </EmptyState>
    );
  return (
    <ul aria-label="Sources" className="divide-y divide-line border-y border-line">
      {sources.map((source) => (
        <SourceRow key={source.id} source={source} />
      ))}
    </ul>
  );
}

function SourceRow({ source }: { source: KnowledgeSource }) {
  const { id, name, kind, documents, passages, failed, checkedAt } = source;
  return (
    <li data-testid="row">
      <Link
        to="/knowledge-base-unified"
        search={{ source: id }}
        className="flex flex-wrap items-center gap-x-4 gap-y-1 px-2 py-2.5 hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        <span className="min-w-0 flex-1 basis-56">
          <span className="block truncate text-sm font-medium">{name}</span>
          <span className="block truncate text-xs text-muted">
            {KIND_LABELS[kind]} · {audienceText(source)}
          </span>
        </span>
        <span className="tabular text-xs text-muted sm:w-44 sm:text-right">
          {counted(documents, 'document')}, {counted(passages, 'passage')}
        </span>
        <span className="flex items-center gap-2 sm:w-44 sm:justify-end">
          {failed > 0 && <Badge tone="danger">{failed} failed</Badge>}
          <SourceState source={source} />
          {source.state === 'ready' && checkedAt && (
            <span className="text-xs text-muted">
              Updated <RelativeTime value={checkedAt} />
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

export function SourceState({ source: { state, waiting } }: { source: KnowledgeSource }) {
  if (state === 'working') return <Badge tone="info">{waiting > 0 ? `Reading, ${waiting} left` : 'Reading'}</Badge>;
  if (state === 'failed') return <Badge tone="danger">Failed</Badge>;
  return null;
}
