import { type RefObject, useEffect } from 'react';

/**
 * Goes to the first field that is wrong, in the order of the screen, whenever a form was judged anew.
 * @param judged changes with each judgement; nothing or 0 before the first
 */
export function useFirstMistake(form: RefObject<HTMLElement | null>, judged: unknown): void {
  useEffect(() => {
    if (judged) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, judged]);
}
