import CircleAlert from 'lucide-react/icons/circle-alert';
import Lock from 'lucide-react/icons/lock';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import type { ReactElement, ReactNode } from 'react';
import { cloneElement } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';

interface StateProps {
  icon?: ReactElement<{ size?: number | string; 'aria-hidden'?: boolean }>;
  title: ReactNode;
  children?: ReactNode;
  /** The one next step. */
  action?: ReactNode;
  className?: string;
}

/** Replaces missing content: nothing yet, nothing found. Says why and offers the one next step. */
export function EmptyState({ icon, title, children, action, className }: StateProps) {
  return (
    <div className={cx('mx-auto flex max-w-md flex-col items-center px-6 py-12 text-center', className)}>
      {icon && (
        <span className="mb-3 inline-flex size-10 items-center justify-center rounded-lg border border-line bg-sunken text-muted">
          {cloneElement(icon, { size: 20, 'aria-hidden': true })}
        </span>
      )}
      <p className="text-base font-semibold text-ink">{title}</p>
      {children && <div className="mt-1 text-sm text-muted">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

export interface ErrorStateProps {
  title?: string;
  /** The error, in words for the person. */
  message: string;
  /** Id of the failed request in the server's log. */
  requestId?: string;
  onRetry?: () => void;
  className?: string;
}

/** Something failed to load: what, whether a retry is possible, and the id to quote. */
export function ErrorState({
  title = 'This could not be loaded',
  message,
  requestId,
  onRetry,
  className,
}: ErrorStateProps) {
  return (
    <div role="alert" className={className}>
      <EmptyState
        icon={<CircleAlert />}
        title={title}
        action={
          onRetry && (
            <Button icon={<RotateCcw />} onClick={onRetry}>
              Try again
            </Button>
          )
        }
      >
        <p>{message}</p>
        {requestId && (
          <p className="mt-2 text-xs text-faint">
            Request <code className="font-mono select-all">{requestId}</code>
          </p>
        )}
      </EmptyState>
    </div>
  );
}

/** The person may not see this. */
export function NoPermission({
  title = 'You have no access to this',
  children,
}: {
  title?: string;
  children?: ReactNode;
}) {
  return (
    <EmptyState icon={<Lock />} title={title}>
      {children ?? 'Ask an administrator of this workspace if you need it.'}
    </EmptyState>
  );
}
