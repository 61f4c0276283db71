import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import type { ReactNode } from 'react';
import { useSessionUser } from '../../../web/api/session.ts';
import { judge } from '../../../web/router/route-guard.tsx';
import { Link } from '../../../web/router/link.tsx';
import { SPEC_ROUTES } from '../../../web/router/spec-routes.ts';
import { anchorOf as anchorOfText } from '../engine/passages.ts';

/** The words of a heading, whatever is nested in it. */
function wordsOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(wordsOf).join('');
  return '';
}

const anchorOf = (node: ReactNode) => anchorOfText(wordsOf(node));

/**
 * A page of the product; for whom it would turn away the words alone, since a press would only lead them to the
 * dashboard.
 */
function PageLink({ href, children }: { href: string; children: ReactNode }) {
  const user = useSessionUser();
  const path = href.split(/[?#]/, 1)[0];
  const guard = SPEC_ROUTES.find((route) => route.path === path)?.guard ?? 'user';
  return judge(guard, user) === 'show' ? <Link to={href}>{children}</Link> : <>{children}</>;
}

/** One level below the page's own title; links inside the product do not leave it. */
const ELEMENTS: Components = {
  h2: ({ children }) => <h3 id={anchorOf(children)}>{children}</h3>,
  h3: ({ children }) => <h4 id={anchorOf(children)}>{children}</h4>,
  a: ({ href = '', children }) =>
    href.startsWith('/') ? (
      <PageLink href={href}>{children}</PageLink>
    ) : (
      <a href={href} rel="noreferrer noopener" target="_blank">
        {children}
      </a>
    ),
};

/** Text of the manual. */
export function ManualText({ markdown }: { markdown: string }) {
  return (
    <Markdown remarkPlugins={[remarkGfm]} components={ELEMENTS}>
      {markdown}
    </Markdown>
  );
}
