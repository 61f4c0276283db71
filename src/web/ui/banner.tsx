import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const TONES = {
  info: { icon: Info, className: 'bg-info-soft text-info-ink' },
  success: { icon: CircleCheck, className: 'bg-success-soft text-success-ink' },
  warning: { icon: TriangleAlert, className: 'bg-warning-soft text-warning-ink' },
  danger: { icon: CircleAlert, className: 'bg-danger-soft text-danger-ink' },
} as const;

export type BannerTone = keyof typeof TONES;

/** A message that stays while it is true: offline, changed by someone else, not sent. */
export function Banner({
  tone = 'info',
  action,
  children,
  className,
}: {
  tone?: BannerTone;
  action?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  const { icon: Icon, className: colours } = TONES[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx('flex flex-wrap items-start gap-x-3 gap-y-1 rounded-md px-3 py-2 text-sm', colours, className)}
    >
      <Icon size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1">{children}</div>
      {action && <div className="flex items-center gap-2">{action}</div>}
    </div>
  );
}
