import { useQuery } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import { messageFor } from '../../../web/api/error.ts';
import { cx } from '../../../web/ui/cx.ts';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../web/ui/states.tsx';
import { NamedSchemas, Operation } from './operation.tsx';
import { callsOf, type OpenApiDocument } from './openapi.ts';

interface ApiReferenceProps {
  /** Words of a path or summary. */
  find: string;
  /** The open group; empty: the first. */
  tag: string;
  onTag: (tag: string) => void;
}

/** Every call of the running server, by group, from its own OpenAPI document. */
export function ApiReference({ find, tag, onTag }: ApiReferenceProps) {
  const { data, error, refetch } = useQuery<OpenApiDocument>({ queryKey: ['/api/openapi.json'] });
  if (error && !data)
    return (
      <ErrorState message={messageFor(error, 'The reference could not be loaded.')} onRetry={() => void refetch()} />
    );
  if (!data)
    return (
      <div className="grid gap-3">
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} className="h-9" />
        ))}
      </div>
    );
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  const calls = callsOf(data);
  const tags = [...new Set(calls.map((call) => call.tag))];
  const open = tags.includes(tag) ? tag : (tags[0] ?? '');
  const shown =
    words.length > 0
      ? calls.filter((call) =>
          words.every((word) => `${call.method} ${call.path} ${call.operation.summary}`.toLowerCase().includes(word)),
        )
      : calls.filter((call) => call.tag === open);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[13rem_minmax(0,1fr)]">
      <nav aria-label="Groups of calls">
        <ul className="flex gap-1 strip md:sticky md:top-16 md:grid">
          {tags.map((name) => {
            const current = name === open && words.length === 0;
            return (
              <li key={name} className="shrink-0">
                <button
                  type="button"
                  onClick={() => onTag(name)}
                  aria-current={current ? 'true' : undefined}
                  className={cx(
                    'flex w-full items-center justify-between gap-3 rounded-md px-2.5 py-1.5 text-left text-sm whitespace-nowrap',
                    current ? 'bg-hover font-medium text-ink' : 'text-muted hover:bg-hover hover:text-ink',
                  )}
                >
                  {name}
                  <span className="tabular text-xs text-faint">{calls.filter((call) => call.tag === name).length}</span>
                </button>
              </li>
            );
          })}
        </ul>
      </nav>
      <div className="min-w-0">
        <p className="mb-4 max-w-3xl text-sm text-muted">{data.info.description}</p>
        {shown.length === 0 ? (
          <EmptyState icon={<SearchX />} title={`No call matches “${find}”`}>
            Search by path, method or words of the summary.
          </EmptyState>
        ) : (
          <NamedSchemas value={data.components.schemas}>
            <ul className="grid gap-2">
              {shown.map((call) => (
                <li key={`${call.method} ${call.path}`}>
                  <Operation call={call} />
                </li>
              ))}
            </ul>
          </NamedSchemas>
        )}
      </div>
    </div>
  );
}
