import { type ReactNode, useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod';
import { Form } from './form.tsx';
import { confirmDiscard, useUnsavedGuard } from './unsaved.ts';
import type { ContractForm } from './use-contract-form.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface EntryDialogProps<S extends z.ZodType<FieldValues, FieldValues>> {
  form: ContractForm<S>;
  /** "New contact". */
  title: string;
  description?: string;
  /** What the button says: "Create contact". */
  submit: string;
  /** In the footer, before the button. */
  aside?: ReactNode;
  /** Wider, where something stands beside the fields. */
  size?: 'md' | 'lg';
  onClose: () => void;
  children: ReactNode;
}

/**
 * The dialog in which a record is entered: what is typed is not lost without a question, and a draft can be thrown
 * away.
 */
export function EntryDialog<S extends z.ZodType<FieldValues, FieldValues>>({
  form,
  title,
  description,
  submit,
  aside,
  size,
  onClose,
  children,
}: EntryDialogProps<S>) {
  const formId = useId();
  // A form with a draft opens again as it was left.
  useUnsavedGuard(form.unsaved && !form.keepsDraft);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size={size}
      title={title}
      description={description}
      mayClose={async () => {
        if (!form.dirty || form.saving) return true;
        if (!(await confirmDiscard())) return false;
        form.discard();
        return true;
      }}
      footer={
        <>
          {aside}
          {form.restored && form.dirty && (
            <Button variant="link" className="mr-auto" onClick={form.discard}>
              Start afresh
            </Button>
          )}
          <Button type="submit" form={formId} variant="primary" loading={form.saving}>
            {submit}
          </Button>
        </>
      }
    >
      <Form form={form} id={formId} className="flex flex-col gap-4">
        {children}
      </Form>
    </Dialog>
  );
}
