import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { read } from '../../../web/api/request.ts';
import type { SessionUser } from '../../../web/api/session.ts';
import { useCurrentPage } from '../../../web/router/use-page.ts';
import { manual, type ManualPassage } from '../../manual/contract.ts';
import { Answer, exchangeId } from './answer.tsx';
import { Composer } from './composer.tsx';
import { ask, askAgain, show, useExchanges } from './asked-questions.ts';
import { SCROLLABLE } from './scroll-by-keys.ts';

/**
 * Questions to the manual. What it says about the page in front comes first; what it does not know, a person answers.
 */
export function AskView({ user, onLeave }: { user: SessionUser; onLeave: (() => void) | undefined }) {
  const exchanges = useExchanges(user.id);
  const { pathname: place } = useLocation();
  const newest = exchanges.at(-1);
  useEffect(() => {
    // The question stays in sight above its answer.
    if (newest) document.getElementById(exchangeId(newest))?.scrollIntoView({ block: 'start' });
  }, [newest]);
  return (
    <>
      <div
        role="log"
        aria-label="Questions and answers"
        {...SCROLLABLE}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-3 focus-visible:outline-offset-[-2px]"
      >
        <Topics place={place} onChoose={(question, passage) => show(user.id, question, [passage])} />
        <ol className="grid gap-4">
          {exchanges.map((exchange) => (
            <Answer
              key={exchange.id}
              exchange={exchange}
              mayOpenManual={user.role === 'admin'}
              onAgain={() => askAgain(exchange, place)}
              onLeave={onLeave}
            />
          ))}
        </ol>
      </div>
      <Composer
        label="Your question"
        placeholder="Ask the manual…"
        draft="support.ask"
        max={300}
        onSend={(text) => Promise.resolve(ask(user.id, text, place))}
        first
      />
    </>
  );
}

/** What the manual says about the page that is open. */
function Topics({ place, onChoose }: { place: string; onChoose: (question: string, passage: ManualPassage) => void }) {
  const page = useCurrentPage();
  const { data } = useQuery(read(manual.topics, { query: { place } }));
  const heading = data?.about ? `About “${page?.title ?? 'this page'}”` : 'Getting started';
  return (
    <section aria-labelledby="help-topics" className="mb-4 min-h-32">
      <p className="text-sm text-muted">
        Ask in your own words. The answers are passages of the manual; for what it does not know there is the team.
      </p>
      {data && data.items.length > 0 && (
        <>
          <h2 id="help-topics" className="mt-3 mb-1.5 text-xs font-medium text-muted">
            {heading}
          </h2>
          <ul className="flex flex-wrap gap-1.5">
            {data.items.map((passage) => (
              <li key={`${passage.slug}#${passage.anchor}`}>
                <button
                  type="button"
                  onClick={() => onChoose(passage.heading || passage.page, passage)}
                  className="min-h-7 rounded-full border border-control px-2.5 text-left text-xs text-ink hover:bg-hover pointer-coarse:min-h-11"
                >
                  {passage.heading || passage.page}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
