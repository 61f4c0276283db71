import { useQuery } from '@tanstack/react-query';
import { read } from '../../../../web/api/request.ts';
import { Select } from '../../../../web/ui/select.tsx';
import { rates } from '../../contract/rates.ts';
import type { Finance } from './use-finance.ts';

/**
 * In which currency figures are shown: the ledger's, or one into which there are rates. Nothing to choose, nothing
 * shown.
 */
export function CurrencySwitch({ finance, onChange }: { finance: Finance; onChange: (currency: string) => void }) {
  const { data } = useQuery(read(rates.currencies));
  const choices = [...new Set([finance.ledger.currency, ...(data?.items ?? []), finance.currency])].sort();
  if (choices.length < 2) return null;
  return (
    <Select
      aria-label="Show in"
      className="w-22"
      options={choices.map((value) => ({ value, label: value }))}
      value={finance.currency}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
