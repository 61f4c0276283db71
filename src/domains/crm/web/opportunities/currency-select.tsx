import type { ComponentProps } from 'react';
import { CURRENCIES } from '../../../../kernel/money/currencies.ts';
import { Select } from '../../../../web/ui/select.tsx';

/** The currencies of most trade first, then all of them. */
const COMMON = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'CHF', 'JPY', 'MXN'];
const OPTIONS = [...COMMON, ...CURRENCIES.filter((code) => !COMMON.includes(code))].map((code) => ({
  value: code,
  label: code,
}));

export function CurrencySelect({
  value,
  onChange,
  ...rest
}: { value: string; onChange: (code: string) => void } & Omit<
  ComponentProps<typeof Select>,
  'options' | 'value' | 'onChange'
>) {
  return <Select {...rest} options={OPTIONS} value={value} onChange={(event) => onChange(event.target.value)} />;
}
