/** Values of custom fields, held against their definitions. */
import { isDay } from '../../kernel/days.ts';
import type { CustomValue } from '../contract/field-values.ts';
import type { RollUp } from '../contract/rollups.ts';
import type { CustomFieldKind } from '../contract/views.ts';
import type { FormulaType } from './formula/functions.ts';
import { parseEmail } from './email.ts';
import { parsePhone } from './phone.ts';
import { parseUrl } from './url.ts';

export interface CustomDefinition {
  key: string;
  label: string;
  kind: CustomFieldKind;
  options: readonly string[];
  formula?: string;
  /** The kind of value that a formula gives. */
  result?: FormulaType | null;
  /** Of a `rollup`. */
  rollup?: RollUp | null;
}

export type Checked<T> = { value: T } | { problem: string };

/** A value as it is stored; null for blank. `problem` says in words why it cannot be. */
export function checkCustomValue(
  definition: CustomDefinition,
  value: CustomValue,
  country: string,
): Checked<CustomValue> {
  const { label, kind, options } = definition;
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return { value: null };
  switch (kind) {
    case 'formula':
    case 'rollup':
      return { problem: `${label} is calculated and can’t be edited.` };
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
        ? { value }
        : { problem: `${label} must be a number.` };
    case 'boolean':
      return typeof value === 'boolean' ? { value } : { problem: `${label} must be yes or no.` };
    case 'multi': {
      const list = (Array.isArray(value) ? value : [value]).map(String);
      const unknown = list.find((choice) => !options.includes(choice));
      return unknown === undefined
        ? { value: [...new Set(list)] }
        : { problem: `${label} does not offer "${unknown}".` };
    }
    default:
      return typeof value === 'string' ? checkText(definition, value, country) : { problem: `${label} must be text.` };
  }
}

function checkText({ label, kind, options }: CustomDefinition, value: string, country: string): Checked<CustomValue> {
  switch (kind) {
    case 'day':
      return isDay(value) ? { value } : { problem: `${label} must be a date such as 2026-11-21.` };
    case 'select':
      return options.includes(value) ? { value } : { problem: `${label} does not offer "${value}".` };
    case 'url':
      return wrap(parseUrl(value), `${label} must be a URL that starts with http:// or https://.`);
    case 'email':
      return wrap(parseEmail(value), `${label} must be a valid email address.`);
    case 'phone':
      return wrap(parsePhone(value, country)?.value, `${label} must be a phone number.`);
    case 'text':
      return value.length <= 1000 ? { value } : { problem: `${label} can have up to 1000 characters.` };
    default:
      return { value };
  }
}

function wrap(value: string | undefined, problem: string): Checked<CustomValue> {
  return value === undefined ? { problem } : { value };
}
