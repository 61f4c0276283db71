import { useLayoutEffect, useRef } from 'react';
import { cx } from '../../../../web/ui/cx.ts';
import { showWithin, useHiddenEdges } from '../../../../web/ui/use-hidden-edges.ts';

interface NavSection {
  id: string;
  label: string;
  count?: number;
  fill?: boolean;
}

/** The parts of a page, beneath its heading. */
export function SectionNav({
  title,
  sections,
  current,
  onChange,
}: {
  title: string;
  sections: readonly NavSection[];
  current: NavSection;
  onChange: (id: string) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  useHiddenEdges(list);
  // On a phone the strip is wider than the screen: the open part is brought into it, also when the address names it.
  useLayoutEffect(
    () => showWithin(list.current, list.current?.querySelector<HTMLElement>('[aria-current]')),
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the open part is read from the rendered list
    [current.id],
  );
  return (
    <nav aria-label={title} className="border-b border-line" data-noprint>
      <ul ref={list} className="fade-edges flex gap-4 strip px-4">
        {sections.map(({ id, label, count }) => (
          <li key={id} className="shrink-0">
            <button
              type="button"
              aria-current={id === current.id ? 'page' : undefined}
              onClick={() => onChange(id)}
              className={cx(
                '-mb-px flex h-9 items-center gap-1.5 border-b-2 text-sm font-medium focus-visible:outline-offset-[-2px] pointer-coarse:h-11',
                id === current.id ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {label}
              {count !== undefined && count > 0 && (
                <span className="tabular text-xs text-muted">{count.toLocaleString()}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
