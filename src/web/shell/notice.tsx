import { cloneElement, type ReactElement, type ReactNode } from 'react';

export interface NoticeProps {
  icon: ReactElement<{ size?: number; 'aria-hidden'?: boolean }>;
  /** The page's heading. */
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

/** A whole page with a single message. */
export function Notice({ icon, title, children, action }: NoticeProps) {
  return (
    <div className="grid min-h-[70dvh] place-items-center p-6">
      <div className="flex max-w-md flex-col items-center text-center">
        <span className="mb-3 inline-flex size-10 items-center justify-center rounded-lg border border-line bg-sunken text-muted">
          {cloneElement(icon, { size: 20, 'aria-hidden': true })}
        </span>
        <h1 className="text-lg font-semibold">{title}</h1>
        <p className="mt-1 text-sm break-words text-muted">{children}</p>
        {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
      </div>
    </div>
  );
}
