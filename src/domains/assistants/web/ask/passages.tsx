import { lazy, Suspense, useState } from 'react';
import BookOpen from 'lucide-react/icons/book-open';
import { Link } from '../../../../web/router/link.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import type { Source } from '../../contract.ts';
import { SourceLink } from './source-link.tsx';

const ManualText = lazy(() =>
  import('../../../manual/web/index.ts').then(({ ManualText: default_ }) => ({ default: default_ })),
);

interface PassagesProps {
  sources: readonly Source[];
  /** The manual's own page is for administrators. */
  opensManual: boolean;
  onLeave: (() => void) | undefined;
  /** The answer cites them by number. */
  isNumbered?: boolean;
}

/** Passages of the manual and the knowledge base. */
export function Passages({ sources, ...rest }: PassagesProps) {
  return (
    <ul className="grid gap-2" aria-label="Passages found">
      {sources.map((source) => (
        <Passage key={source.n} source={source} {...rest} />
      ))}
    </ul>
  );
}

/** First the sentences that answer, then all of it. */
function Passage({
  source,
  opensManual,
  onLeave,
  isNumbered = false,
}: Omit<PassagesProps, 'sources'> & { source: Source }) {
  const { n, slug, page, heading, anchor, quote, text, path } = source;
  const [whole, setWhole] = useState(false);
  return (
    <li className="rounded-lg border border-line p-3">
      <h3 className="text-sm font-medium">
        {isNumbered && <span className="tabular mr-1.5 text-muted">{n}</span>}
        {heading || page}
      </h3>
      {heading && <p className="text-xs text-muted">{page}</p>}
      {whole ? (
        <div className="mt-1 text-sm leading-6 [&_a]:text-accent-ink [&_a]:underline [&_code]:font-mono [&_ol]:list-decimal [&_ol]:pl-5 [&_p]:my-2 [&_table]:w-full [&_td]:py-1 [&_td]:pr-3 [&_td]:align-top [&_th]:pr-3 [&_th]:text-left [&_ul]:list-disc [&_ul]:pl-5">
          <Suspense fallback={<Skeleton className="h-14" />}>
            <ManualText markdown={text} />
          </Suspense>
        </div>
      ) : (
        <blockquote className="mt-1 line-clamp-6 border-l-2 border-accent pl-2.5 text-sm text-ink">{quote}</blockquote>
      )}
      <p className="mt-1.5 flex flex-wrap gap-x-3">
        {!whole && !path && (
          <Button variant="link" size="sm" className="px-0" onClick={() => setWhole(true)}>
            Read the whole passage<span className="sr-only"> “{heading || page}”</span>
          </Button>
        )}
        {path && (
          <SourceLink
            path={path}
            onClick={onLeave}
            className="inline-flex min-h-6 items-center gap-1 text-xs text-accent-ink underline underline-offset-2 hover:no-underline"
          >
            <BookOpen size={14} aria-hidden="true" />
            Open in its document
          </SourceLink>
        )}
        {opensManual && !path && (
          <Link
            to="/documentation"
            search={{ page: slug }}
            hash={anchor}
            onClick={onLeave}
            className="inline-flex min-h-6 items-center gap-1 text-xs text-accent-ink underline underline-offset-2 hover:no-underline"
          >
            <BookOpen size={14} aria-hidden="true" />
            Open in the manual
          </Link>
        )}
      </p>
    </li>
  );
}
