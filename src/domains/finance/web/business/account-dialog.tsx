import { call } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { type BookAccount, books, NewBookAccount } from '../../contract/journal.ts';
import { useFinance } from '../frame/use-finance.ts';
import { useRefresh } from './use-business.ts';
import { ROLE_OPTIONS } from './labels.ts';

/** Adds an account to the chart, or changes one. */
export default function AccountDialog({ account, onClose }: { account: BookAccount | undefined; onClose: () => void }) {
  const { ledger } = useFinance();
  const refresh = useRefresh();
  const form = useContractForm(NewBookAccount, {
    defaultValues: account
      ? { code: account.code, name: account.name, role: account.role }
      : { code: '', name: '', role: 'operatingExpense' },
    failure: 'The account could not be saved.',
    judge: 'onSubmit',
    onSubmit: async (body) => {
      if (account)
        await call(books.updateAccount, { params: { id: account.id }, body: { ...body, version: account.version } });
      else await call(books.createAccount, { params: { id: ledger.id }, body });
      onClose();
      await refresh();
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={account ? `Edit ${account.name}` : 'New account'}
      submit={account ? 'Save' : 'Add'}
    >
      <div className="grid gap-4 sm:grid-cols-[8rem_1fr]">
        <FormField name="code" label="Number" inputMode="numeric" autoComplete="off" required autoFocus />
        <FormField name="name" label="Name" autoComplete="off" required />
      </div>
      <FormField
        name="role"
        label="Account type"
        options={ROLE_OPTIONS}
        hint="Determines where it appears on statements."
      />
    </EntryDialog>
  );
}
