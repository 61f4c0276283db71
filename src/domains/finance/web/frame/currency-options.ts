import { CURRENCIES } from '../../../../kernel/money/currencies.ts';
import type { Option } from '../../../../web/ui/use-options.ts';

const names = new Intl.DisplayNames(undefined, { type: 'currency' });

/** Every currency by its letters and its name in the person's language. */
export const CURRENCY_OPTIONS: readonly Option[] = [...CURRENCIES]
  .sort()
  .map((value) => ({ value, label: value, detail: names.of(value) }));
