import { toast } from '../../../../web/shell/toast.ts';

/**
 * A failed change in the words of the error catalogue (specification, section 8). What exactly was wrong stands beside
 * the field.
 */
export function toastFailure(title: string, description: string): void {
  toast({ type: 'error', title, description });
}
