import type { ReactNode } from 'react';

/** A count at the corner of a button in a `relative` box. The button's own name tells screen readers. */
export function CountBadge({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className="tabular pointer-events-none absolute top-0 -right-0.5 min-w-4 rounded-full bg-accent px-1 text-center text-[0.625rem] leading-4 font-semibold text-on-solid ring-2 ring-canvas"
    >
      {children}
    </span>
  );
}
