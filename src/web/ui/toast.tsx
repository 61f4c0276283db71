import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';

const LOOKS = {
  info: { icon: Info, word: 'Information', className: 'text-info-ink' },
  success: { icon: CircleCheck, word: 'Done', className: 'text-success-ink' },
  warning: { icon: TriangleAlert, word: 'Warning', className: 'text-warning-ink' },
  error: { icon: CircleAlert, word: 'Error', className: 'text-danger-ink' },
} as const;

export type ToastType = keyof typeof LOOKS;

export interface ToastCardProps extends Omit<ComponentProps<'div'>, 'title'> {
  type?: ToastType;
  title: ReactNode;
  description?: ReactNode;
  /** The one action, usually "Undo". */
  action?: { label: string; onSelect: () => void };
  onClose?: () => void;
}

/** The look of a toast. The notifier decides when, how long, and how it moves. */
export function ToastCard({ type = 'info', title, description, action, onClose, className, ...rest }: ToastCardProps) {
  const { icon: Icon, word, className: colour } = LOOKS[type];
  return (
    <div
      {...rest}
      className={cx(
        'pointer-events-auto flex w-full items-start gap-2.5 rounded-lg bg-raised py-2 pr-1.5 pl-3 text-sm shadow-pop',
        className,
      )}
    >
      <Icon size={18} className={cx('mt-1.5 shrink-0', colour)} role="img" aria-label={word} />
      <div className="min-w-0 flex-1 py-1.5">
        <p className="font-medium break-words text-ink">{title}</p>
        {description && <p className="break-words text-muted">{description}</p>}
      </div>
      {action && (
        <Button size="sm" onClick={action.onSelect} className="mt-0.5">
          {action.label}
        </Button>
      )}
      {onClose && <IconButton label="Close notification" size="sm" icon={<X />} onClick={onClose} className="mt-0.5" />}
    </div>
  );
}
