import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { counted } from '../../../web/ui/format.ts';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { knowledgeDocuments, type RepeatedPassage } from '../contract.ts';

/** Texts that stand in several documents, looked for when someone asks. */
export function RepeatedPassages() {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="repeated">
      <h2 id="repeated" className="mb-1 text-base font-semibold">
        Repeated passages
      </h2>
      <p className="mb-2 text-sm text-muted">
        The same text in several documents. One of them may be out of date: delete it, or correct it at its source.
      </p>
      {isOpen ? <Found /> : <Button onClick={() => setOpen(true)}>Find repeated passages</Button>}
    </section>
  );
}

function Found() {
  const { data, error, refetch } = useQuery(read(knowledgeDocuments.repeated, { query: { limit: 20 } }));
  if (error && !data) return <Failure error={error} what="Repeated passages" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-24 w-full" />;
  if (data.items.length === 0) return <p className="text-sm">No text stands in more than one document.</p>;
  return (
    <ul aria-label="Repeated passages" className="divide-y divide-line border-y border-line">
      {data.items.map((one) => (
        <Repeated key={one.places[0]!.passageId} passage={one} />
      ))}
    </ul>
  );
}

function Repeated({ passage: { text, places } }: { passage: RepeatedPassage }) {
  return (
    <li className="py-2.5 text-sm">
      <p className="line-clamp-2 break-words">{text}</p>
      <p className="mt-1 text-xs text-muted">In {counted(places.length, 'place')}</p>
      <ul className="mt-1 grid grid-cols-1 gap-1">
        {places.map(({ passageId, documentId, documentTitle, place, isStale, changedAt }) => (
          <li key={passageId} className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
            <Link
              to="/knowledge-base-unified"
              search={{ document: documentId, passage: passageId }}
              className="min-w-0 break-words text-accent-ink underline underline-offset-2"
            >
              {[documentTitle, place].filter(Boolean).join(', ')}
            </Link>
            <span>
              Changed <RelativeTime value={changedAt} />
            </span>
            {isStale && <Badge tone="warning">Stale</Badge>}
          </li>
        ))}
      </ul>
    </li>
  );
}
