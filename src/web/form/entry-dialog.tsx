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
  /** Text of the button: "Create contact". */
  submit: string;
  /** Content of the footer before the button. */
  aside?: ReactNode;
  /** Wider, for content beside the fields. */
  size?: 'md' | 'lg';
  onClose: () => void;
  children: ReactNode;
}

/** The dialog for entering a record: closing asks before typed text is lost, and a draft can be discarded. */
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
  // A form with a draft reopens as it was left.
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
              Start over
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
