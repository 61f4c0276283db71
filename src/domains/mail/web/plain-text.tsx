import { Fragment } from 'react';
import { foldQuotes } from '../engine/fold-quotes.ts';

const LINK = /(https?:\/\/[^\s<>"]{1,1500}[^\s<>".,;:!?)\]])/g;

/** A plain letter, with links, and its quotes folded. */
export function PlainText({ text }: { text: string }) {
  return (
    <div className="text-sm leading-relaxed break-words whitespace-pre-wrap">
      {foldQuotes(text).map(({ isQuote, text: part }, n) =>
        isQuote ? (
          <details key={n} className="my-2">
            <summary className="cursor-pointer text-xs text-muted">Quoted text</summary>
            <div className="mt-1 border-l-2 border-line pl-3 text-muted">
              <Linked text={part} />
            </div>
          </details>
        ) : (
          <p key={n}>
            <Linked text={part} />
          </p>
        ),
      )}
    </div>
  );
}

function Linked({ text }: { text: string }) {
  return text.split(LINK).map((part, n) =>
    n % 2 === 1 ? (
      <a
        key={n}
        href={part}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="text-accent-ink underline underline-offset-2"
      >
        {part}
      </a>
    ) : (
      <Fragment key={n}>{part}</Fragment>
    ),
  );
}
