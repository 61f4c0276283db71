import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';
import { call } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { HOLDS_CASH } from '../../contract/accounts.ts';
import { portfolio, type PortfolioSummary } from '../../contract/portfolio.ts';
import { useAccounts } from '../accounts/use-ledger.ts';
import { useFinance } from '../frame/use-finance.ts';
import { useRefresh } from './use-portfolio.ts';

const Form = z.object({ cash: z.object({ accountId: z.string(), from: z.iso.date('Enter a date.') }) });
type Values = z.infer<typeof Form>;

/** The account whose cash the activities move, and from which day. */
export default function CashDialog({
  account,
  onClose,
}: {
  account: PortfolioSummary['accounts'][number];
  onClose: () => void;
}) {
  const { today } = useFinance();
  const { open } = useAccounts();
  const client = useQueryClient();
  const refresh = useRefresh();
  const form = useContractForm(Form, {
    defaultValues: { cash: { accountId: account.cashAccountId ?? '', from: account.cashFrom ?? today } },
    failure: 'The change was not saved. Try again.',
    judge: 'onSubmit',
    onSubmit: async ({ cash: { accountId, from } }) => {
      await call(portfolio.updateAccount, {
        params: { id: account.accountId },
        body: { version: account.version, cash: accountId ? { accountId, from } : null },
      });
      onClose();
      await Promise.all([
        refresh(),
        client.invalidateQueries({
          predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith('/api/finance'),
        }),
      ]);
      toast({
        type: 'success',
        title: accountId
          ? `Activities in ${account.name} now move cash`
          : `Activities in ${account.name} no longer move cash`,
      });
    },
  });
  const options = [
    { value: '', label: 'None' },
    { value: account.accountId, label: `${account.name} (same account)` },
    ...open
      .filter((one) => one.id !== account.accountId && HOLDS_CASH.has(one.kind))
      .map((one) => ({ value: one.id, label: one.name })),
  ];
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={`Cash for ${account.name}`}
      description="Purchases, sales, dividends, and interest create transactions in this account. They count as neither income nor spending."
      submit="Save"
    >
      <FormField<Values>
        name="cash.accountId"
        label="Cash account"
        options={options}
        hint="Bank-connected accounts already include these transactions and can’t be chosen."
      />
      <Since />
    </EntryDialog>
  );
}

function Since() {
  const accountId = useWatch<Values, 'cash.accountId'>({ name: 'cash.accountId' });
  return accountId ? (
    <FormField<Values>
      name="cash.from"
      label="Start date"
      type="date"
      hint="Earlier activities are already in the account balance."
    />
  ) : null;
}
