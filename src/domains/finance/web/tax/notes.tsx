import ChevronDown from 'lucide-react/icons/chevron-down';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { Banner } from '../../../../web/ui/banner.tsx';

export interface Note {
  key: string;
  text: ReactNode;
  /** The way to fix it. */
  action?: ReactNode;
}

/**
 * Reasons why an estimate is less exact than it looks. One is shown in full; several collapse, so that the figures stay
 * on top.
 */
export function Notes({ notes }: { notes: readonly Note[] }) {
  const [first, ...others] = notes;
  if (!first) return null;
  if (others.length === 0)
    return (
      <Banner tone="warning" action={first.action}>
        {first.text}
      </Banner>
    );
  return (
    <details className="group rounded-md border border-line text-sm">
      <summary className="flex min-h-9 items-center gap-2 px-3 py-1.5 outline-offset-[-2px] [&::-webkit-details-marker]:hidden pointer-coarse:min-h-11">
        <TriangleAlert size={16} className="shrink-0 text-warning-ink" aria-hidden="true" />
        <span className="min-w-0 flex-1">
          <span className="font-medium">{notes.length} notes on this estimate</span>
          <span className="text-muted group-open:hidden max-sm:hidden">: {first.text}</span>
        </span>
        <ChevronDown
          size={16}
          className="shrink-0 text-muted transition-transform group-open:rotate-180"
          aria-hidden="true"
        />
      </summary>
      <ul className="border-t border-line px-3">
        {notes.map(({ key, text, action }) => (
          <li
            key={key}
            className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-b border-line py-2 last:border-0"
          >
            <span className="min-w-0">{text}</span>
            {action}
          </li>
        ))}
      </ul>
    </details>
  );
}
