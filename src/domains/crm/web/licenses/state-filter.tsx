import { cx } from '../../../../web/ui/cx.ts';
import type { BusinessLicense, LicenseState } from '../../contract/licenses.ts';
import { STATE_LABELS } from './license-labels.ts';
import { stateCounts } from './search.ts';

/** How many licenses are in which state; pressing one shows just those. */
export function StateFilter({
  all,
  state,
  onChange,
}: {
  all: readonly BusinessLicense[];
  state: LicenseState | '';
  onChange: (state: LicenseState | '') => void;
}) {
  const counts = stateCounts(all);
  if (counts.length < 2 && state === '') return null;
  return (
    <div role="group" aria-label="State" className="flex max-w-full gap-1 strip">
      {counts.map((one) => (
        <button
          key={one.state}
          type="button"
          aria-pressed={state === one.state}
          onClick={() => onChange(state === one.state ? '' : one.state)}
          className={cx(
            'inline-flex h-8 shrink-0 items-center gap-1.5 rounded-full border border-line px-2.5 text-xs font-medium pointer-coarse:h-11',
            state === one.state
              ? 'border-accent bg-accent-soft text-accent-ink'
              : 'text-muted hover:bg-hover hover:text-ink',
          )}
        >
          {STATE_LABELS[one.state]}
          <span className="tabular">{one.count}</span>
        </button>
      ))}
    </div>
  );
}
