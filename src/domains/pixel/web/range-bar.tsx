import { Input } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { daysOf, type Range, RANGES, type SiteTabProps } from './search.ts';
import { todayIn } from './use-today.ts';

const OPTIONS = Object.entries(RANGES).map(([value, label]) => ({ value, label }));

/** Which days the report is about, and whether the days before are shown beside them. */
export function RangeBar({ site, search, onSearch, compares = true }: SiteTabProps & { compares?: boolean }) {
  const days = daysOf(search, todayIn(site.timeZone));
  const choose = (range: Range) => onSearch(range === 'custom' ? { range, ...days } : { range, from: '', to: '' });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Select
        aria-label="Period"
        className="w-40"
        options={OPTIONS}
        value={search.range}
        onChange={(event) => choose(event.target.value as Range)}
      />
      {search.range === 'custom' && (
        <span className="flex items-center gap-1.5 text-sm text-muted">
          <Input
            type="date"
            aria-label="Start date"
            className="w-36"
            value={search.from}
            max={search.to}
            onChange={(event) => onSearch({ from: event.target.value })}
          />
          to
          <Input
            type="date"
            aria-label="End date"
            className="w-36"
            value={search.to}
            min={search.from}
            onChange={(event) => onSearch({ to: event.target.value })}
          />
        </span>
      )}
      {compares && (
        <Switch
          label="Compare with the period before"
          checked={search.compare}
          onCheckedChange={(compare) => onSearch({ compare })}
        />
      )}
    </div>
  );
}
