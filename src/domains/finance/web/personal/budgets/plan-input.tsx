import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useId, useState } from 'react';
import { parseDecimal } from '../../../../../kernel/money/index.ts';
import { plainDecimal } from '../../../../../web/form/typed-decimal.ts';
import type { RawSearch } from '../../../../../web/router/page.ts';
import { FieldError } from '../../../../../web/ui/field.tsx';
import { IconButton } from '../../../../../web/ui/icon-button.tsx';
import { Input } from '../../../../../web/ui/input.tsx';
import { searchText } from '../../frame/search.ts';
import { monthText, shiftMonth } from '../overview/labels.ts';

/** The month of a budget as it stands in the address; blank: the present one. */
export const parseMonth = (raw: RawSearch): { month: string } => ({
  month: /^\d{4}-(0[1-9]|1[0-2])$/.test(searchText(raw['month'])) ? searchText(raw['month']) : '',
});

export function MonthNav({ month, onChange }: { month: string; onChange: (month: string) => void }) {
  return (
    <>
      <IconButton label="Previous month" icon={<ChevronLeft />} onClick={() => onChange(shiftMonth(month, -1))} />
      <h2 className="min-w-24 text-center text-base font-semibold" aria-live="polite">
        {monthText(month)}
      </h2>
      <IconButton label="Next month" icon={<ChevronRight />} onClick={() => onChange(shiftMonth(month, 1))} />
    </>
  );
}

interface PlanInputProps {
  /** The planned item. */
  name: string;
  /** Null: nothing is planned. */
  budgeted: string | null;
  /** Recent monthly average, shown without a plan. */
  average: string;
  disabled: boolean;
  onPlan: (amount: string | null, onlyThisMonth: boolean) => void;
}

/** An amount that is typed stands from the month on; with Shift and Enter for the month only. Blank ends the plan. */
export function PlanInput({ name, budgeted, average, disabled, onPlan }: PlanInputProps) {
  const [typed, setTyped] = useState<string>();
  const [wrong, setWrong] = useState(false);
  const errorId = useId();
  const save = (only: boolean) => {
    if (typed === undefined) return;
    const text = plainDecimal(typed).trim();
    // An invalid amount stays in the field.
    if (text !== '' && !parseDecimal(text)) return setWrong(true);
    setTyped(undefined);
    setWrong(false);
    if (text !== (budgeted ?? '')) onPlan(text === '' ? null : text, only);
  };
  return (
    <span>
      <Input
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? errorId : undefined}
        aria-label={`Budget for ${name}`}
        inputMode="decimal"
        className="tabular text-right"
        disabled={disabled}
        placeholder={average === '0' ? '–' : `≈ ${average.replace('-', '')}`}
        value={typed ?? budgeted ?? ''}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => save(false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save(event.shiftKey);
          if (event.key === 'Escape') {
            setTyped(undefined);
            setWrong(false);
          }
        }}
      />
      {wrong && <FieldError id={errorId}>Enter an amount, such as 1250.50.</FieldError>}
    </span>
  );
}
