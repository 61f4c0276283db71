import * as z from 'zod';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { counted } from '../../../../web/ui/format.ts';

const Reason = z.strictObject({ reason: z.string().trim().min(1, 'Say it in a few words.').max(1000) });

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
    failure: 'Nothing was decided.',
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
          ? 'It goes back to its author, who can change it and hand it in again.'
          : 'It ends here. It can be taken back right after.'
      }
      submit={act === 'return' ? 'Return' : 'Reject'}
    >
      <FormField name="reason" label={act === 'return' ? 'What is to be changed' : 'Why'} rows={3} required autoFocus />
    </EntryDialog>
  );
}
