/** What came in with a form, and what the CRM says about it, by the ids of the form's fields. */
import type { AppError } from '../../../kernel/errors.ts';
import type { PublicPost } from '../../../server/public/define.ts';
import type { BlockOf } from '../contract/document.ts';

/** What was entered in the fields of a form, by their ids. */
export function answersOf(block: BlockOf<'form'>, { fields }: PublicPost): Record<string, string> {
  return Object.fromEntries(block.fields.map(({ id }) => [id, (fields[`f_${id}`] ?? '').slice(0, 5_000)]));
}

/** Problems of a lead's fields, by the ids of the form's. */
export function problemsByField(
  block: BlockOf<'form'>,
  error: AppError,
): { problems: Record<string, string>; said: string } {
  const problems: Record<string, string> = {};
  let rest = error.fields.length === 0 ? error.message : '';
  for (const { field, message } of error.fields) {
    const shown = block.fields.find(({ kind }) => kind === field);
    if (shown) problems[shown.id] = message;
    else rest ||= message;
  }
  return { problems, said: rest };
}
