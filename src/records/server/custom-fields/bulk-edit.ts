/** Bulk changes to a record's custom fields. */
import { AppError } from '../../../kernel/errors.ts';
import type { BulkAction } from '../../contract.ts';
import type { CustomValue, CustomValues } from '../../contract/field-values.ts';
import type { RecordKind } from '../../contract/kinds.ts';
import { customDefinitions } from '../workspace.ts';

type OwnEdit = (custom: CustomValues) => CustomValues;

/**
 * Sets these fields; those that `checked` left out are cleared.
 * @param set what was asked for
 * @param checked the same as it is stored
 */
export function settingOwn(set: CustomValues, checked: CustomValues): OwnEdit {
  const cleared = Object.keys(set).filter((key) => !(key in checked));
  return (custom) => {
    const next = { ...custom, ...checked };
    for (const key of cleared) delete next[key];
    return next;
  };
}

/**
 * Adds choices to a field with several, or takes them out; the others stay.
 * @throws AppError `validation` when there is no such field, or it does not offer what is to be added
 */
export async function changingChoices(
  kind: RecordKind,
  action: Extract<BulkAction, { kind: 'addChoices' | 'removeChoices' }>,
): Promise<OwnEdit> {
  const { field: key, choices } = action;
  const field = (await customDefinitions(kind)).find((one) => one.key === key);
  if (field?.kind !== 'multi')
    throw new AppError('validation', 'Choose a field that takes several choices.', { field: 'action.field' });
  // A choice that is not offered any more can still be taken out.
  const unknown = action.kind === 'addChoices' ? choices.find((choice) => !field.options.includes(choice)) : undefined;
  if (unknown !== undefined)
    throw new AppError('validation', `${field.label} does not offer "${unknown}".`, { field: 'action.choices' });
  return (custom) => {
    const present = listOf(custom[key]);
    const next =
      action.kind === 'addChoices'
        ? [...new Set([...present, ...choices])]
        : present.filter((choice) => !choices.includes(choice));
    if (next.length === present.length) return custom;
    const { [key]: _, ...others } = custom;
    return next.length > 0 ? { ...others, [key]: next } : others;
  };
}

function listOf(value: CustomValue | undefined): string[] {
  return Array.isArray(value) ? value : [];
}
