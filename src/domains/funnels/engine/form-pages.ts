/** Forms with several pages: which fields a page has, and which page comes next. */
import type { BlockOf, FunnelField } from '../contract/document.ts';
import { type Answers, given, shownFields } from './form-state.ts';

type Form = BlockOf<'form'>;

/** The fields of each page, in their order. */
export function pagesOf(fields: readonly FunnelField[]): FunnelField[][] {
  const pages: FunnelField[][] = [];
  for (const field of fields) {
    if (pages.length === 0 || field.page) pages.push([]);
    pages.at(-1)!.push(field);
  }
  return pages;
}

/** Whether a field may still be shown: nothing that is answered already speaks against it. */
function isPossible(
  field: FunnelField,
  fields: readonly FunnelField[],
  answered: ReadonlySet<string>,
  answers: Answers,
) {
  for (let at = field; at.when;) {
    const { field: id, is } = at.when;
    const asked = fields.find((one) => one.id === id);
    if (!asked || (answered.has(id) && given(asked, answers) !== is)) return false;
    at = asked;
  }
  return true;
}

/** One page of a form with several pages. */
export interface FormPage {
  /** The form with the fields of this page alone. Consent is asked for on the last one. */
  block: Form;
  /** Counted from 0. */
  at: number;
  /** Pages of the form. */
  count: number;
  isLast: boolean;
  /** Answers of the other pages, by field id. */
  carried: readonly (readonly [id: string, answer: string])[];
}

/**
 * A page of the form. Pages without a field that may be shown are skipped; when none is left, the page has only the
 * consent and the button.
 * @param wanted counted from 0
 * @param by which way to skip: 1 or -1
 */
export function formPage(block: Form, wanted: number, answers: Answers, by: 1 | -1 = 1): FormPage {
  const pages = pagesOf(block.fields);
  const answeredBefore = (at: number) => new Set(pages.slice(0, at).flatMap((page) => page.map(({ id }) => id)));
  const possible = (at: number) => {
    const answered = answeredBefore(at);
    return (pages[at] ?? []).filter((field) => isPossible(field, block.fields, answered, answers));
  };
  let at = Math.max(0, Math.min(wanted, pages.length));
  while (at > 0 && at < pages.length && possible(at).length === 0) at += by;
  const own = new Set((pages[at] ?? []).map(({ id }) => id));
  const answered = answeredBefore(at);
  const isLast = !pages
    .slice(at + 1)
    .some((page) => page.some((field) => isPossible(field, block.fields, answered, answers)));
  // A condition on an earlier page is met already: the browser cannot see that answer.
  const fields = possible(at).map((field) =>
    field.when && !own.has(field.when.field) ? { ...field, when: null } : field,
  );
  return {
    block: { ...block, fields, consent: isLast ? block.consent : '', button: isLast ? block.button : 'Next' },
    at,
    count: pages.length,
    isLast,
    carried: Object.entries(answers).filter(([id, answer]) => answer !== '' && !own.has(id)),
  };
}

/** The first page with one of these fields. */
export const pageWith = (block: Form, ids: readonly string[]): number =>
  Math.max(
    0,
    pagesOf(block.fields).findIndex((page) => page.some(({ id }) => ids.includes(id))),
  );

/** Whether a field is still asked after a page, with these answers. */
export const hasMore = (block: Form, at: number, answers: Answers): boolean => {
  const shown = new Set(shownFields(block.fields, answers).map(({ id }) => id));
  return pagesOf(block.fields)
    .slice(at + 1)
    .some((page) => page.some(({ id }) => shown.has(id)));
};
