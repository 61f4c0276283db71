import type { ReactNode } from 'react';

/** A heading with what can be done beside it. */
export function Section({
  title,
  hint,
  action,
  children,
}: {
  title: string;
  hint: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-label={title}>
      <div className="mb-2 flex flex-wrap items-end gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1">
          <h2 className="text-base font-semibold">{title}</h2>
          <p className="text-sm text-muted">{hint}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
