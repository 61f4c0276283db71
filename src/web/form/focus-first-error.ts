import { type RefObject, useEffect } from 'react';

/**
 * Focuses the first invalid field, in screen order, after each validation.
 * @param judged changes with each validation; nothing or 0 before the first
 */
export function useFirstMistake(form: RefObject<HTMLElement | null>, judged: unknown): void {
  useEffect(() => {
    if (judged) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, judged]);
}
