import type { CSSProperties } from 'react';
import { cx } from '../../../../web/ui/cx.ts';
import type { StageColor } from '../../contract/pipelines.ts';

/** Middle tones that show on light and dark alike; a stage is always named beside its color. */
const TONES: Readonly<Record<StageColor, string>> = {
  slate: '#64748b',
  blue: '#3b82f6',
  cyan: '#06a5c4',
  teal: '#0d9f91',
  green: '#1ba653',
  lime: '#77a712',
  amber: '#d98d06',
  orange: '#ea6c13',
  red: '#e24444',
  pink: '#e0468f',
  purple: '#9b55e8',
  indigo: '#6366f1',
};

/** The color of a stage, as a custom property for styles. */
export function stageTone(color: StageColor): CSSProperties {
  return { '--tone': TONES[color] } as CSSProperties;
}

export function StageDot({ color, className }: { color: StageColor; className?: string }) {
  return (
    <span
      style={stageTone(color)}
      className={cx('inline-block size-2.5 shrink-0 rounded-full bg-(--tone) forced-color-adjust-none', className)}
      aria-hidden="true"
    />
  );
}
