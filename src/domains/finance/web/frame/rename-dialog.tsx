import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { type Ledger, ledgers, LedgerUpdate } from '../../contract/ledgers.ts';
import { FINANCE } from '../../paths.ts';

/** Another name for a ledger. */
export default function RenameDialog({ ledger, onClose }: { ledger: Ledger; onClose: () => void }) {
  const client = useQueryClient();
  const form = useContractForm(LedgerUpdate, {
    defaultValues: { name: ledger.name, version: ledger.version },
    failure: 'The ledger could not be renamed.',
    onSubmit: async (body) => {
      await call(ledgers.update, { params: { id: ledger.id }, body });
      await client.invalidateQueries({ queryKey: [FINANCE.ledgers] });
      onClose();
    },
  });
  return (
    <EntryDialog form={form} onClose={onClose} title="Rename ledger" submit="Rename">
      <FormField<{ name: string }> name="name" label="Name" autoComplete="off" autoFocus required />
    </EntryDialog>
  );
}
