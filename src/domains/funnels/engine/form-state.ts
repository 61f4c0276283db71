/** A form's fields and their answers: which are shown, which are missing. */
import type { FunnelField } from '../contract/document.ts';

export type Answers = Readonly<Record<string, string>>;

/** The answer that a field's condition compares with: `yes` for a checked box. */
export const given = (field: FunnelField, answers: Answers): string =>
  field.kind === 'checkbox' ? (answers[field.id] ? 'yes' : '') : (answers[field.id] ?? '').trim();

/** The fields that a visitor with these answers sees. A field hangs on an earlier one that is itself shown. */
export function shownFields(fields: readonly FunnelField[], answers: Answers): FunnelField[] {
  const shown = new Map<string, FunnelField>();
  for (const field of fields) {
    if (field.when) {
      const asked = shown.get(field.when.field);
      if (!asked || given(asked, answers) !== field.when.is) continue;
    }
    shown.set(field.id, field);
  }
  return [...shown.values()];
}

export interface CheckedForm {
  /** By the names of a lead's fields. */
  lead: Record<string, string>;
  /** Answers to the form's own questions, by label. */
  questions: { label: string; answer: string }[];
  /** Errors by field id. */
  problems: Record<string, string>;
}

/** Longest answer. */
const MAX_ANSWER = 5_000;

/** Checks what was entered: hidden fields count for nothing, whatever was sent for them. */
export function checkForm(fields: readonly FunnelField[], answers: Answers): CheckedForm {
  const checked: CheckedForm = { lead: {}, questions: [], problems: {} };
  for (const field of shownFields(fields, answers)) {
    const answer = given(field, answers).slice(0, MAX_ANSWER);
    if (field.required && answer === '')
      checked.problems[field.id] =
        field.kind === 'checkbox'
          ? 'Check the box to go on.'
          : field.kind === 'choice'
            ? `Choose an answer to “${field.label}”.`
            : `${field.label} is required.`;
    if (answer === '') continue;
    if (field.kind === 'choice' && !field.options.includes(answer)) {
      checked.problems[field.id] = 'Choose one of the options.';
      continue;
    }
    if (field.kind === 'text' || field.kind === 'choice' || field.kind === 'checkbox')
      checked.questions.push({ label: field.label, answer: field.kind === 'checkbox' ? 'Yes' : answer });
    else checked.lead[field.kind] = answer;
  }
  return checked;
}
