import { cx } from './cx.ts';

export interface ProgressBarProps {
  label: string;
  /** 0 to `max`; undefined while the end is unknown. */
  value?: number;
  max?: number;
  /** Text of the value, for example "1,200 of 100,000 rows". */
  valueText?: string;
  className?: string;
}

/** A progress bar. The native element cannot be animated consistently, so this draws its own. */
export function ProgressBar({ label, value, max = 100, valueText, className }: ProgressBarProps) {
  const share = value === undefined || max <= 0 ? undefined : Math.min(1, Math.max(0, value / max));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={share === undefined ? undefined : value}
      aria-valuetext={valueText}
      className={cx('h-1.5 w-full overflow-hidden rounded-full bg-hover', className)}
    >
      <div
        className={cx(
          'h-full origin-left rounded-full bg-accent transition-transform duration-200',
          share === undefined && 'w-1/3 animate-pulse',
        )}
        style={share === undefined ? undefined : { transform: `scaleX(${share})` }}
      />
    </div>
  );
}
