import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';

/** The position of this page; every part but the last is a link rendered by the caller. */
export function Breadcrumb({ items }: { items: readonly ReactNode[] }) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex flex-wrap items-center gap-1 text-sm text-muted">
        {items.map((item, index) => (
          <li
            key={index}
            className="flex max-w-full min-w-0 items-center gap-1"
            aria-current={index === items.length - 1 ? 'page' : undefined}
          >
            {index > 0 && <ChevronRight size={14} className="shrink-0 text-faint" aria-hidden="true" />}
            <span className="truncate">{item}</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
