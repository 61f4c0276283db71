import { CURRENCIES } from '../../../../kernel/money/currencies.ts';
import type { Option } from '../../../../web/ui/use-options.ts';
import { HUNDREDTHS } from '../../contract/shared.ts';

const names = new Intl.DisplayNames(undefined, { type: 'currency' });

/** Every currency by its letters and its name in the person's language. */
export const CURRENCY_OPTIONS: readonly Option[] = [...CURRENCIES]
  .sort()
  .map((value) => ({ value, label: value, detail: names.of(value) }));

/** With quotations in a hundredth of a currency, in which some exchanges price their shares. */
export const QUOTATION_OPTIONS: readonly Option[] = [
  ...CURRENCY_OPTIONS,
  ...Object.entries(HUNDREDTHS).map(([value, currency]) => ({
    value,
    label: value,
    detail: `Hundredths of ${currency}`,
  })),
];
