import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import type { ReactNode } from 'react';
import { Link } from '../../../web/router/link.tsx';
import { anchorOf as anchorOfText } from '../engine/passages.ts';

/** The words of a heading, whatever is nested in it. */
function wordsOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(wordsOf).join('');
  return '';
}

const anchorOf = (node: ReactNode) => anchorOfText(wordsOf(node));

/** One level below the page's own title; links inside the product do not leave it. */
const ELEMENTS: Components = {
  h2: ({ children }) => <h3 id={anchorOf(children)}>{children}</h3>,
  h3: ({ children }) => <h4 id={anchorOf(children)}>{children}</h4>,
  a: ({ href = '', children }) => (href.startsWith('/') ? <Link to={href}>{children}</Link> : <a href={href} rel="noreferrer noopener" target="_blank">{children}</a>),
};

/** Text of the manual. */
export function ManualText({ markdown }: { markdown: string }) {
  return <Markdown remarkPlugins={[remarkGfm]} components={ELEMENTS}>{markdown}</Markdown>;
}
