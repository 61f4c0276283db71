import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';
import { decimal, parseDecimal, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { call, read } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { money } from '../../../../web/ui/format.ts';
import { type BookAccount, books, type OpeningBalances } from '../../contract/journal.ts';
import { isDebitNormal } from '../../engine/ledger/accounts.ts';
import { useFinance } from '../frame/use-finance.ts';
import { useBooks, useChart, useRefresh } from './use-business.ts';
import { TYPE_LABELS } from './labels.ts';
import { businessYear } from '../../engine/ledger/periods.ts';

const Figure = z.union([
  z.literal(''),
  z
    .string()
    .trim()
    .regex(/^-?\d{1,15}(\.\d{1,8})?$/, 'Enter an amount, such as 1250.50.'),
]);
const Form = z.strictObject({
  day: z.iso.date(),
  lines: z.array(z.strictObject({ accountId: z.uuid(), amount: Figure })),
});
type Form = z.infer<typeof Form>;

/**
 * Balances from the books before, each as its kind normally stands: what is owned and spent as a debit, the rest as a
 * credit.
 */
export default function OpeningDialog({ onClose }: { onClose: () => void }) {
  const { ledger } = useFinance();
  const { items } = useChart();
  const { data } = useQuery(read(books.opening, { params: { id: ledger.id } }));
  const { data: own } = useBooks();
  const accounts = items.filter(
    (one) =>
      !one.archivedAt &&
      !one.accountId &&
      !['receivable', 'payable', 'opening', 'suspense', 'transit'].includes(one.system ?? ''),
  );
  return data && own && accounts.length > 0 ? (
    <Editor known={data} accounts={accounts} yearStartsIn={own.yearStartsIn} onClose={onClose} />
  ) : null;
}

const signed = (account: BookAccount, amount: string): string =>
  isDebitNormal(account.type) || amount === '' ? amount : decimal(amount).negated().toFixed();

function Editor({
  known,
  accounts: present,
  yearStartsIn,
  onClose,
}: {
  known: OpeningBalances;
  accounts: readonly BookAccount[];
  yearStartsIn: number;
  onClose: () => void;
}) {
  const { ledger, today } = useFinance();
  const refresh = useRefresh();
  // Each amount stands at the place of its account: one that someone adds to the chart meanwhile would move them all.
  const [accounts] = useState(present);
  const amounts = new Map(known.lines.map((one) => [one.accountId, one.amount]));
  const form = useContractForm(Form, {
    defaultValues: {
      day: known.day ?? businessYear(today, { yearStartsIn }).from,
      lines: accounts.map((one) => ({ accountId: one.id, amount: signed(one, amounts.get(one.id) ?? '') })),
    },
    failure: 'The opening balances were not saved.',
    judge: 'onSubmit',
    onSubmit: async ({ day, lines }) => {
      await call(books.setOpening, {
        params: { id: ledger.id },
        body: {
          day,
          lines: lines.flatMap((line, at) =>
            line.amount === '' ? [] : [{ accountId: line.accountId, amount: signed(accounts[at]!, line.amount) }],
          ),
        },
      });
      onClose();
      await refresh();
      toast({
        type: 'success',
        title: known.entryId ? 'Opening balances updated' : 'Opening balances posted',
        description: known.entryId ? 'The previous entry was reversed.' : undefined,
      });
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title="Opening balances"
      description="Ending balances from your previous books. Bank accounts have their own opening balance. Enter open invoices and bills separately."
      submit={known.entryId ? 'Post again' : 'Post'}
    >
      <FormField<Form> name="day" label="As of the start of" type="date" required className="max-w-48" />
      {[
        ...Map.groupBy(
          accounts.map((one, at) => ({ ...one, at })),
          (one) => one.type,
        ),
      ].map(([type, own]) => (
        <fieldset key={type} className="grid gap-2">
          <legend className="mb-1 text-sm font-medium">{TYPE_LABELS[type]}</legend>
          <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
            {own.map((one) => (
              <FormField<Form>
                key={one.id}
                name={`lines.${one.at}.amount`}
                label={`${one.code} ${one.name}`}
                inputMode="decimal"
                autoComplete="off"
              />
            ))}
          </div>
        </fieldset>
      ))}
      <Rest accounts={accounts} />
    </EntryDialog>
  );
}

function Rest({ accounts }: { accounts: readonly BookAccount[] }) {
  const { ledger } = useFinance();
  const lines = useWatch<Form, 'lines'>({ name: 'lines' });
  const rest = sumOf(
    lines.map(
      (line, at) =>
        parseDecimal(signed(accounts[at]!, parseDecimal(line.amount.trim()) ? line.amount.trim() : '0')) ?? ZERO,
    ),
    (one) => one,
  );
  return (
    <p role="status" className="tabular text-sm">
      {rest.isZero() ? (
        <span className="text-success-ink">Balanced</span>
      ) : (
        <span className="text-muted">
          {money(rest.abs().toFixed(), ledger.currency)}{' '}
          {rest.gt(0n) ? 'more debits than credits' : 'more credits than debits'}. The difference posts to “Opening
          balances”.
        </span>
      )}
    </p>
  );
}
