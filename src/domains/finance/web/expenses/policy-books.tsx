import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import type * as z from 'zod';
import { read } from '../../../../web/api/request.ts';
import { FormField } from '../../../../web/form/form-field.tsx';
import type { ExpenseSetup, PolicyInput } from '../../contract/expenses.ts';
import { books } from '../../contract/journal.ts';
import { ledgers } from '../../contract/ledgers.ts';

type Values = z.input<typeof PolicyInput>;

/** Which books approved expenses are posted to, and the account of each category. */
export function PolicyBooks({ setup: { policy, currency } }: { setup: ExpenseSetup }) {
  const { data } = useQuery(read(ledgers.list));
  const { control } = useFormContext<Values>();
  const ledgerId = useWatch({ control, name: 'ledgerId' });
  const usable = (data?.items ?? [])
    .filter(
      (one) =>
        one.kind === 'business' && one.currency === currency && (one.role === 'owner' || one.id === policy.ledgerId),
    )
    .map((one) => ({ value: one.id, label: one.name }));
  // Someone else chose one that is not shared with the caller: it can stay.
  const unseen =
    data && policy.ledgerId && !usable.some((one) => one.value === policy.ledgerId)
      ? [{ value: policy.ledgerId, label: 'A ledger that is not shared with you' }]
      : [];
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-sm font-medium">Books</legend>
      <FormField<Values>
        name="ledgerId"
        label="Post approved expenses to"
        options={[{ value: '', label: 'No ledger' }, ...usable, ...unseen]}
        className="max-w-md"
        hint={`A business ledger in ${currency}. On approval, expenses paid with personal funds post as an expense and a payable; reimbursement clears the payable. Company card expenses come from the card’s transactions.`}
      />
      {ledgerId && unseen.length === 0 && <Accounts ledgerId={ledgerId} />}
    </fieldset>
  );
}

function Accounts({ ledgerId }: { ledgerId: string }) {
  const { data } = useQuery(read(books.accounts, { params: { id: ledgerId } }));
  const { control } = useFormContext<Values>();
  const categories = useWatch({ control, name: 'categories' });
  if (!data) return null;
  const options = [
    { value: '', label: 'By name' },
    ...data.items
      .filter(
        (one) =>
          !one.archivedAt &&
          one.accountId === null &&
          (one.type === 'expense' || one.role === 'fixedAsset' || one.role === 'currentAsset') &&
          !one.system?.startsWith('susp'),
      )
      .map((one) => ({ value: one.id, label: `${one.code} ${one.name}` })),
  ];
  return (
    <details className="rounded-md border border-line px-3 py-2">
      <summary className="cursor-pointer text-sm">Category accounts</summary>
      <div className="mt-3 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {categories.map(
          (one, at) =>
            !one.forbidden && (
              <FormField<Values>
                key={`${at}/${one.name}`}
                name={`categories.${at}.accountId`}
                label={one.name || `Category ${at + 1}`}
                options={options}
              />
            ),
        )}
      </div>
    </details>
  );
}
