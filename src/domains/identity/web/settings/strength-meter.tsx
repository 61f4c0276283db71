import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { cx } from '../../../../web/ui/cx.ts';
import type { checkStrength } from './strength-check.ts';
import { describeStrength } from './strength.ts';

type Check = typeof checkStrength;

/** The checker, fetched once it is wanted; null until then, and for good when it cannot be fetched. */
function useCheck(wanted: boolean): Check | null {
  const [check, setCheck] = useState<Check | null>(null);
  useEffect(() => {
    if (!wanted) return;
    import('./strength-check.ts').then(
      (module) => setCheck(() => module.checkStrength),
      (error: unknown) => console.warn('The password checker could not be loaded', error),
    );
  }, [wanted]);
  return check;
}

const COLOURS = ['bg-danger', 'bg-danger', 'bg-warning', 'bg-success', 'bg-success'] as const;

/**
 * Four bars and a word for a new password. It only advises; what is refused is the server's to say.
 * @param wanted loads the checker: give true once the field has the focus.
 */
export function StrengthMeter({
  password,
  own,
  wanted,
}: {
  password: string;
  own: readonly string[];
  wanted: boolean;
}) {
  const check = useCheck(wanted);
  // Typing must not wait for the estimate.
  const settled = useDeferredValue(password);
  const strength = useMemo(() => describeStrength(settled, check?.(settled, own)), [settled, check, own]);
  return (
    <div className="min-h-9">
      <div className="flex gap-1" aria-hidden="true">
        {[1, 2, 3, 4].map((bar) => (
          <span
            key={bar}
            className={cx(
              'h-1 flex-1 rounded-full transition-colors duration-150',
              strength && bar <= Math.max(strength.level, 1) ? COLOURS[strength.level] : 'bg-line',
            )}
          />
        ))}
      </div>
      <p role="status" className="mt-1.5 text-xs text-muted">
        {strength && (
          <>
            <span className="font-medium text-ink">{strength.label}</span>
            {strength.advice && <> – {strength.advice}</>}
          </>
        )}
      </p>
    </div>
  );
}
