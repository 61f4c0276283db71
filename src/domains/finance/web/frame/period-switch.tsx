import { Input } from '../../../../web/ui/input.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { type Period, PERIOD_LABELS, PERIODS, type PeriodName } from '../../engine/period.ts';
import type { FinanceSearch } from './search.ts';

const OPTIONS = PERIODS.map((value) => ({ value, label: PERIOD_LABELS[value] }));

/** Which days the page is about; kept in the address. */
export function PeriodSwitch({
  search,
  period,
  onChange,
}: {
  search: FinanceSearch;
  period: Period;
  onChange: (change: Partial<FinanceSearch>) => void;
}) {
  const choose = (name: PeriodName) =>
    onChange(
      name === 'custom'
        ? { period: name, from: period.from ?? period.to, to: period.to }
        : { period: name, from: '', to: '' },
    );
  return (
    <>
      <Select
        aria-label="Period"
        className="w-38 pointer-coarse:w-46"
        options={OPTIONS}
        value={search.period}
        onChange={(event) => choose(event.target.value as PeriodName)}
      />
      {search.period === 'custom' && (
        <span className="flex items-center gap-1.5 text-sm text-muted">
          <Input
            type="date"
            aria-label="Start date"
            className="w-36"
            value={search.from}
            max={search.to}
            onChange={(event) => onChange({ from: event.target.value })}
          />
          to
          <Input
            type="date"
            aria-label="End date"
            className="w-36"
            value={search.to}
            min={search.from}
            onChange={(event) => onChange({ to: event.target.value })}
          />
        </span>
      )}
    </>
  );
}
