/** Values of custom fields read from text. */
import type { CustomValue } from '../contract/field-values.ts';
import type { DateOrder, DecimalSign } from '../contract/file-notation.ts';
import { parseBoolean, parseDay, parseNumber, splitList } from './cell-values.ts';
import type { CustomDefinition } from './custom-field-values.ts';

/**
 * The value of a custom field that a text means. A text that means none stays as it is: the check refuses it.
 */
export function customValueFromText(
  { kind, options: choices }: Pick<CustomDefinition, 'kind' | 'options'>,
  text: string,
  options: { decimal: DecimalSign; dateOrder: DateOrder },
): CustomValue {
  switch (kind) {
    case 'number':
      return parseNumber(text, options.decimal) ?? text;
    case 'boolean':
      return parseBoolean(text) ?? text;
    case 'day':
      return parseDay(text, options.dateOrder) ?? text;
    case 'multi':
      return choices.includes(text) ? [text] : splitList(text);
    default:
      return text;
  }
}
