import { useMemo } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Link } from '../../../../web/router/link.tsx';
import type { Source } from '../../contract.ts';
import { SourceLink } from './source-link.tsx';

interface AnswerTextProps {
  text: string;
  sources: readonly Source[];
  opensManual: boolean;
  onLeave: (() => void) | undefined;
}

const CITATION = '#source-';
const PROSE =
  'text-sm leading-6 break-words [&_a]:text-accent-ink [&_a]:underline [&_code]:font-mono [&_li]:my-0.5 [&_ol]:my-1.5 [&_ol]:list-decimal [&_ol]:pl-5 [&_p]:my-1.5 [&_pre]:overflow-x-auto [&_table]:w-full [&_td]:py-1 [&_td]:pr-3 [&_td]:align-top [&_th]:pr-3 [&_th]:text-left [&_ul]:my-1.5 [&_ul]:list-disc [&_ul]:pl-5';

/** The assistant's answer as Markdown. Links lead only to pages of the product, and pictures are removed. */
export default function AnswerText({ text, sources, opensManual, onLeave }: AnswerTextProps) {
  const components = useMemo(() => elements(sources, opensManual, onLeave), [sources, opensManual, onLeave]);
  const cited = text.replace(/\[(\d{1,2})\](?!\()/g, (mark, n: string) =>
    sources.some((source) => source.n === Number(n)) ? `[${n}](${CITATION}${n})` : mark,
  );
  return (
    <div className={PROSE}>
      <Markdown remarkPlugins={[remarkGfm]} components={components}>
        {cited}
      </Markdown>
    </div>
  );
}

function elements(sources: readonly Source[], opensManual: boolean, onLeave: (() => void) | undefined): Components {
  return {
    img: () => null,
    a({ href = '', children }) {
      const source = href.startsWith(CITATION)
        ? sources.find(({ n }) => n === Number(href.slice(CITATION.length)))
        : undefined;
      if (source) return <Citation source={source} opensManual={opensManual} onLeave={onLeave} />;
      if (!/^\/(?!\/)/.test(href)) return <>{children}</>;
      return (
        <Link to={href} onClick={onLeave}>
          {children}
        </Link>
      );
    },
  };
}

/** The number behind a statement: leads to the manual or document, or names the passage below. */
function Citation({
  source,
  opensManual,
  onLeave,
}: { source: Source } & Pick<AnswerTextProps, 'opensManual' | 'onLeave'>) {
  const { n, slug, anchor, page, heading, path } = source;
  const title = heading ? `${page}: ${heading}` : page;
  const look = 'tabular mx-0.5 rounded bg-hover px-1 text-2xs font-medium no-underline!';
  if (path)
    return (
      <SourceLink path={path} onClick={onLeave} aria-label={`Source ${n}: ${title}`} title={title} className={look}>
        {n}
      </SourceLink>
    );
  if (!opensManual)
    return (
      <span className={look} title={title}>
        {n}
      </span>
    );
  return (
    <Link
      to="/documentation"
      search={{ page: slug }}
      hash={anchor}
      onClick={onLeave}
      aria-label={`Source ${n}: ${title}`}
      title={title}
      className={look}
    >
      {n}
    </Link>
  );
}
