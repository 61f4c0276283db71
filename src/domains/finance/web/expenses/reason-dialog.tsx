import * as z from 'zod';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { counted } from '../../../../web/ui/format.ts';

const Reason = z.strictObject({ reason: z.string().trim().min(1, 'Enter a reason.').max(1000) });

/** Why expenses go back, or are refused; their author reads it. */
export default function ReasonDialog({
  act,
  count,
  onDecide,
  onClose,
}: {
  act: 'return' | 'reject';
  count: number;
  onDecide: (reason: string) => Promise<boolean>;
  onClose: () => void;
}) {
  const form = useContractForm(Reason, {
    defaultValues: { reason: '' },
    failure: 'The decision was not saved. Try again.',
    judge: 'onSubmit',
    onSubmit: async ({ reason }) => {
      if (await onDecide(reason)) onClose();
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={`${act === 'return' ? 'Return' : 'Reject'} ${counted(count, 'expense')}`}
      description={
        act === 'return'
          ? 'The submitter can edit it and submit it again.'
          : 'The expense is closed. You can undo this right after.'
      }
      submit={act === 'return' ? 'Return' : 'Reject'}
    >
      <FormField name="reason" label={act === 'return' ? 'What to change' : 'Reason'} rows={3} required autoFocus />
    </EntryDialog>
  );
}
