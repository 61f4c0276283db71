import type { ReactNode } from 'react';
import { Link } from '../../../web/router/link.tsx';
import { cx } from '../../../web/ui/cx.ts';

const PAGES = [
  { to: '/knowledge-base-unified', label: 'Sources' },
  { to: '/ai-knowledge-base', label: 'Questions' },
  { to: '/universal-knowledge-status', label: 'Status' },
  { to: '/knowledge-testing-dashboard', label: 'Tests' },
] as const;

/** The title of a page of knowledge, with the way to the others. */
export function KnowledgeHead({ title, current, children }: { title: string; current: string; children?: ReactNode }) {
  return (
    <header className="mb-3">
      <nav aria-label="Knowledge" className="mb-1 flex flex-wrap gap-x-4 text-sm">
        {PAGES.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            aria-current={to === current ? 'page' : undefined}
            className={cx(
              'inline-flex min-h-6 items-center pointer-coarse:min-h-11',
              to === current ? 'font-medium text-ink' : 'text-muted hover:text-ink hover:underline',
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h1 tabIndex={-1} className="page-title">
          {title}
        </h1>
        {children}
      </div>
    </header>
  );
}
