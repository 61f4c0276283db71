import { lazy, Suspense, useState } from 'react';
import BookOpen from 'lucide-react/icons/book-open';
import MessageCircle from 'lucide-react/icons/message-circle';
import { Link } from '../../../web/router/link.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import type { ManualPassage } from '../../manual/contract.ts';
import type { Exchange } from './asked-questions.ts';
import { showHelp } from './panel-state.ts';

const ManualText = lazy(() =>
  import('../../manual/web/index.ts').then(({ ManualText: default_ }) => ({ default: default_ })),
);

interface AnswerProps {
  exchange: Exchange;
  mayOpenManual: boolean;
  onAgain: () => void;
  onLeave: (() => void) | undefined;
}

export const exchangeId = ({ id }: Pick<Exchange, 'id'>) => `help-exchange-${id}`;

/** One question, and what the manual says to it. */
export function Answer({ exchange, mayOpenManual, onAgain, onLeave }: AnswerProps) {
  const { question, passages, failure } = exchange;
  return (
    <li id={exchangeId(exchange)} className="grid gap-2">
      <p className="ml-8 justify-self-end rounded-lg bg-accent-soft px-3 py-1.5 text-sm text-ink">{question}</p>
      {failure && (
        <div role="alert" className="text-sm">
          <p>{failure}</p>
          <Button size="sm" className="mt-2" onClick={onAgain}>
            Try again
          </Button>
        </div>
      )}
      {!failure && !passages && (
        <div className="grid gap-1.5" aria-label="Looking it up" role="status">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-14" />
        </div>
      )}
      {passages &&
        (passages.length > 0 ? (
          <Passages passages={passages} mayOpenManual={mayOpenManual} onLeave={onLeave} />
        ) : (
          <p className="text-sm">The manual does not answer this. Try other words, or ask a person.</p>
        ))}
      {(passages || failure) && (
        <Button
          size="sm"
          variant={passages?.length ? 'ghost' : 'secondary'}
          icon={<MessageCircle />}
          className="justify-self-start"
          onClick={() => showHelp({ at: 'new', asked: question })}
        >
          {passages?.length ? 'Not what you need? Ask a person' : 'Ask a person'}
        </Button>
      )}
    </li>
  );
}

function Passages({
  passages,
  mayOpenManual,
  onLeave,
}: {
  passages: readonly ManualPassage[];
  mayOpenManual: boolean;
  onLeave: (() => void) | undefined;
}) {
  return (
    <ul className="grid gap-2">
      {passages.map((passage, nth) => (
        <Passage
          key={`${passage.slug}#${passage.anchor}`}
          passage={passage}
          begins={nth === 0 && passage.quote === ''}
          mayOpenManual={mayOpenManual}
          onLeave={onLeave}
        />
      ))}
    </ul>
  );
}

interface PassageProps {
  passage: ManualPassage;
  /** It was chosen, not found: all of it shows at once. */
  begins: boolean;
  mayOpenManual: boolean;
  onLeave: (() => void) | undefined;
}

/** A passage: first the sentences that answer, then all of it. The manual's own page is for administrators. */
function Passage({
  passage: { slug, page, heading, anchor, quote, text },
  begins,
  mayOpenManual,
  onLeave,
}: PassageProps) {
  const [whole, setWhole] = useState(begins);
  return (
    <li className="rounded-lg border border-line p-3">
      <h3 className="text-sm font-medium">{heading || page}</h3>
      {heading && <p className="text-xs text-muted">{page}</p>}
      {whole ? (
        <div className="mt-1 text-sm leading-6 [&_a]:text-accent-ink [&_a]:underline [&_code]:font-mono [&_ol]:list-decimal [&_ol]:pl-5 [&_p]:my-2 [&_table]:w-full [&_td]:py-1 [&_td]:pr-3 [&_td]:align-top [&_th]:pr-3 [&_th]:text-left [&_ul]:list-disc [&_ul]:pl-5">
          <Suspense fallback={<Skeleton className="h-14" />}>
            <ManualText markdown={text} />
          </Suspense>
        </div>
      ) : (
        <blockquote className="mt-1 border-l-2 border-accent pl-2.5 text-sm text-ink">{quote}</blockquote>
      )}
      <p className="mt-1.5 flex flex-wrap gap-x-3">
        {!whole && (
          <Button variant="link" size="sm" className="px-0" onClick={() => setWhole(true)}>
            Read the whole passage<span className="sr-only"> “{heading || page}”</span>
          </Button>
        )}
        {mayOpenManual && (
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
