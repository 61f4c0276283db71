import { useQuery } from '@tanstack/react-query';
import ScanText from 'lucide-react/icons/scan-text';
import { useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { call, read } from '../../../../web/api/request.ts';
import { CheckboxField, ControlledField, FormField } from '../../../../web/form/form-field.tsx';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { money } from '../../../../web/ui/format.ts';
import {
  type Expense,
  type ExpenseReceipt,
  expenseReceipts,
  expenses,
  type ExpenseSetup,
  ExpenseUpdate,
  NewExpense,
} from '../../contract/expenses.ts';
import { mileageAmount, mileageRateOn } from '../../engine/expenses/mileage.ts';
import { CURRENCY_OPTIONS } from '../frame/currency-options.ts';
import { ReceiptPicture } from './receipt-picture.tsx';
import { useExpenseActs, useExpensesSearch, useRefreshExpenses } from './use-expenses.ts';
import { KIND_LABELS, PAID_LABELS } from './labels.ts';

interface DialogProps {
  setup: ExpenseSetup;
  kind?: Expense['kind'];
  /** To be changed. */
  expense?: Expense;
  /** The receipt of a new expense. */
  receipt?: ExpenseReceipt;
  onClose: () => void;
}

type Values = NewExpense;
const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Enters an expense, or changes it; beside its receipt where it has one. */
export default function ExpenseDialog({ expense, ...props }: DialogProps) {
  return expense ? <Change {...props} expense={expense} /> : <Enter {...props} />;
}

/** The category that goes with a kind. */
const CATEGORY_OF: Readonly<Record<Expense['kind'], string>> = {
  purchase: '',
  mileage: 'Mileage',
  per_diem: 'Per diem',
};

function Enter({ setup, kind = 'purchase', receipt, onClose }: Omit<DialogProps, 'expense'>) {
  const refresh = useRefreshExpenses();
  const acts = useExpenseActs();
  const [, setSearch] = useExpensesSearch();
  const usual = setup.policy.categories.some(({ name }) => name === CATEGORY_OF[kind]) ? CATEGORY_OF[kind] : '';
  const form = useContractForm(NewExpense, {
    defaultValues: {
      kind,
      merchant: '',
      day: receipt ? '' : setup.today,
      amount: '',
      currency: setup.currency,
      tax: '',
      category: usual,
      report: '',
      client: '',
      billable: false,
      paidWith: 'own',
      cardLast4: '',
      notes: '',
      distance: '',
      days: '',
      perDay: '',
      receiptId: receipt?.id ?? null,
    },
    failure: 'The expense could not be saved.',
    judge: 'onSubmit',
    ...(receipt ? {} : { draft: `expense-${kind}` }),
    onSubmit: async (body) => {
      const made = await call(expenses.create, { body });
      onClose();
      await refresh();
      toast({
        type: 'success',
        title: `${made.merchant} saved as a draft`,
        action:
          made.violations.length === 0
            ? { label: 'Submit', onSelect: () => void acts.submit([made.id]) }
            : { label: 'Open', onSelect: () => setSearch({ tab: '', open: made.id }) },
      });
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      size={receipt ? 'lg' : 'md'}
      title={kind === 'mileage' ? 'New mileage' : 'New expense'}
      submit="Save expense"
    >
      <Beside receipt={receipt}>
        {receipt && <Proposal receipt={receipt} />}
        <Fields setup={setup} fixedKind={receipt !== undefined} />
      </Beside>
    </EntryDialog>
  );
}

function Change({ setup, expense, onClose }: Omit<DialogProps, 'expense'> & { expense: Expense }) {
  const refresh = useRefreshExpenses();
  const text = (value: string | null) => value ?? '';
  const {
    version,
    kind,
    merchant,
    day,
    amount,
    currency,
    tax,
    category,
    report,
    client,
    billable,
    paidWith,
    cardLast4,
    notes,
    distance,
    days,
    unitRate,
    receipt,
  } = expense;
  const form = useContractForm(ExpenseUpdate, {
    defaultValues: {
      version,
      kind,
      merchant,
      day,
      amount,
      currency,
      tax: text(tax),
      category,
      report,
      client,
      billable,
      paidWith,
      cardLast4,
      notes,
      distance: text(distance),
      days: text(days),
      perDay: kind === 'per_diem' ? text(unitRate) : '',
      receiptId: receipt?.id ?? null,
    },
    failure: 'The expense could not be saved.',
    judge: 'onSubmit',
    onSubmit: async (body) => {
      await call(expenses.update, { params: { id: expense.id }, body });
      onClose();
      await refresh();
    },
  });
  return (
    <EntryDialog form={form} onClose={onClose} size={receipt ? 'lg' : 'md'} title={`Edit ${merchant}`} submit="Save">
      <Beside receipt={receipt ?? undefined}>
        <Fields setup={setup} />
      </Beside>
    </EntryDialog>
  );
}

function Beside({
  receipt,
  children,
}: {
  receipt: { id: string; name: string; type: string } | undefined;
  children: React.ReactNode;
}) {
  if (!receipt) return children;
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="min-w-0">
        <ReceiptPicture receipt={receipt} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </div>
  );
}

const READ: readonly [from: keyof NonNullable<ExpenseReceipt['proposal']>, to: keyof Values, label: string][] = [
  ['merchant', 'merchant', 'Merchant'],
  ['day', 'day', 'Date'],
  ['total', 'amount', 'Total'],
  ['currency', 'currency', 'Currency'],
  ['tax', 'tax', 'Tax'],
  ['cardLast4', 'cardLast4', 'Card'],
];
/** Less sure than that is said to be so. */
const SURE = 0.7;

/** Values read from the receipt with their certainty. Nothing is used until the person selects it. */
function Proposal({ receipt }: { receipt: ExpenseReceipt }) {
  const form = useFormContext<Values>();
  const { proposal, error } = receipt;
  const found = READ.flatMap(([from, to, label]) => {
    const value = proposal?.[from];
    return value ? [{ to, label, ...value }] : [];
  });
  if (found.length === 0)
    return <Banner>{error ?? 'No details were found on this receipt. Enter them manually.'}</Banner>;
  const take = () =>
    found.forEach(({ to, value }) => form.setValue(to, value, { shouldDirty: true, shouldValidate: false }));
  return (
    <section
      aria-label="Read from the receipt"
      className="grid gap-2 rounded-lg border border-line bg-sunken p-3 text-sm"
    >
      <div className="flex items-center gap-2">
        <ScanText size={16} className="text-muted" aria-hidden="true" />
        <h3 className="flex-1 font-medium">Read from the receipt</h3>
        <Button size="sm" variant="primary" onClick={take}>
          Use these values
        </Button>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 gap-y-1">
        {found.map(({ to, label, value, confidence }) => (
          <div key={to} className="col-span-3 grid grid-cols-subgrid">
            <dt className="text-muted">{label}</dt>
            <dd className="truncate font-medium" title={value}>
              {value}
            </dd>
            <dd className={confidence < SURE ? 'text-xs text-warning-ink' : 'text-xs text-muted'}>
              {confidence < SURE ? 'check this, ' : ''}
              {Math.round(confidence * 100)} % sure
            </dd>
          </div>
        ))}
      </dl>
      {receipt.sameAs && <p className="text-warning-ink">This file was already uploaded as {receipt.sameAs.name}.</p>}
    </section>
  );
}

function Fields({ setup, fixedKind = false }: { setup: ExpenseSetup; fixedKind?: boolean }) {
  const [kind, currency, receiptId] = useWatch<Values, ['kind', 'currency', 'receiptId']>({
    name: ['kind', 'currency', 'receiptId'],
  });
  const categories = setup.policy.categories.map(({ name, forbidden }) => ({
    value: name,
    label: forbidden ? `${name} (not reimbursed)` : name,
  }));
  return (
    <>
      {!fixedKind && <FormField<Values> name="kind" label="Type" options={options(KIND_LABELS)} />}
      <FormField<Values>
        name="merchant"
        label={kind === 'mileage' ? 'Route' : kind === 'per_diem' ? 'Where to' : 'Merchant'}
        required
        autoComplete="off"
        autoFocus={!receiptId}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<Values> name="day" label="Date" required type="date" />
        <FormField<Values> name="category" label="Category" required placeholder="Choose…" options={categories} />
        {kind === 'purchase' && (
          <FormField<Values> name="amount" label="Amount" required inputMode="decimal" autoComplete="off" />
        )}
        {kind === 'mileage' && <Distance setup={setup} />}
        {kind === 'per_diem' && (
          <>
            <FormField<Values> name="days" label="Days" required inputMode="decimal" autoComplete="off" />
            <FormField<Values> name="perDay" label="Daily rate" required inputMode="decimal" autoComplete="off" />
          </>
        )}
        {kind !== 'mileage' && (
          <ControlledField<Values>
            name="currency"
            label="Currency"
            hint={
              currency && currency !== setup.currency
                ? `Converted to ${setup.currency} at the rate on that date.`
                : undefined
            }
          >
            {({ value, onChange }, control) => (
              <Combobox
                {...control}
                label="Currency"
                source={CURRENCY_OPTIONS}
                value={value ? { value: value as string, label: value as string } : null}
                onChange={(option) => onChange(option?.value ?? '')}
              />
            )}
          </ControlledField>
        )}
        {kind === 'purchase' && (
          <>
            <FormField<Values> name="tax" label="Tax included" optional inputMode="decimal" autoComplete="off" />
            <FormField<Values> name="paidWith" label="Paid with" options={options(PAID_LABELS)} />
            <FormField<Values>
              name="cardLast4"
              label="Card, last four digits"
              optional
              inputMode="numeric"
              autoComplete="off"
            />
          </>
        )}
        <Named name="report" label="Report or trip" choices={setup.reports} />
        <Named name="client" label="Client or project" choices={setup.clients} />
      </div>
      <CheckboxField<Values> name="billable" label="Billable to client" />
      <FormField<Values> name="notes" label="Purpose" rows={2} optional />
      {kind === 'purchase' && !fixedKind && <ReceiptChoice />}
    </>
  );
}

function Distance({ setup }: { setup: ExpenseSetup }) {
  const [day, distance] = useWatch<Values, ['day', 'distance']>({ name: ['day', 'distance'] });
  const rate = useMemo(
    () =>
      day
        ? mileageRateOn(
            day,
            setup.policy.mileageRates.map((one) => ({ ...one, source: 'workspace rate' })),
            setup.publishedRates,
          )
        : undefined,
    [day, setup],
  );
  const worth =
    rate && distance && /^\d{1,6}(\.\d{1,3})?$/.test(distance)
      ? money(mileageAmount(distance, rate).toFixed(), rate.currency)
      : undefined;
  return (
    <FormField<Values>
      name="distance"
      label={`Distance, ${rate?.unit === 'km' ? 'kilometers' : 'miles'}`}
      required
      inputMode="decimal"
      autoComplete="off"
      hint={
        !day
          ? undefined
          : !rate
            ? 'No rate for this date. A workspace owner can add one to the policy.'
            : `${worth ? `${worth}, ` : ''}${rate.rate} ${rate.currency} a ${rate.unit}, ${rate.source}.`
      }
    />
  );
}

/** A name that was used before, or a new one. */
function Named({ name, label, choices }: { name: 'report' | 'client'; label: string; choices: readonly string[] }) {
  const id = `names-of-${name}`;
  return (
    <ControlledField<Values> name={name} label={label} optional>
      {({ value, onChange, onBlur }, control) => (
        <>
          <input
            {...control}
            className="h-control w-full rounded-md border border-control bg-canvas px-3 text-sm"
            list={id}
            value={value as string}
            maxLength={120}
            autoComplete="off"
            onBlur={onBlur}
            onChange={(event) => onChange(event.target.value)}
          />
          <datalist id={id}>
            {choices.map((choice) => (
              // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- suggestions for the field above
              <option key={choice} value={choice} />
            ))}
          </datalist>
        </>
      )}
    </ControlledField>
  );
}

/** One of the receipts that belong to no expense yet. */
function ReceiptChoice() {
  const { data } = useQuery(read(expenseReceipts.list, { query: { limit: 100 } }));
  const { receiptId } = useFormContext<Values>().formState.defaultValues ?? {};
  const free = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const known =
    receiptId && !free.some((one) => one.value === receiptId)
      ? [{ value: receiptId, label: 'Current receipt' }, ...free]
      : free;
  if (known.length === 0) return null;
  return (
    <ControlledField<Values> name="receiptId" label="Receipt" optional>
      {({ value, onChange }, control) => (
        <Combobox
          {...control}
          label="Receipt"
          source={known}
          placeholder="None"
          value={known.find((one) => one.value === value) ?? null}
          onChange={(option) => onChange(option?.value ?? null)}
        />
      )}
    </ControlledField>
  );
}
