import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { call, read } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { ControlledField, FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { accounts } from '../../contract/accounts.ts';
import {
  liabilities,
  type Liability,
  type LiabilityKind,
  LiabilityUpdate,
  NewLiability,
  type ToldLiability,
} from '../../contract/liabilities.ts';
import { CURRENCY_OPTIONS } from '../frame/currency-options.ts';
import { useFinance } from '../frame/use-finance.ts';
import { optionsOf } from '../investments/labels.ts';
import { useLiabilities, useLiabilitiesSearch, useRefresh } from './use-liabilities.ts';
import { COMPOUNDING_LABELS, FREQUENCY_LABELS, KIND_LABELS, remarksOf, REPAYMENT_LABELS } from './labels.ts';

/** Enters a loan or card, perhaps with what a bank tells of it, or changes its terms. */
export default function LiabilityDialog({
  liability,
  told,
  onClose,
}: {
  liability?: Liability;
  told?: ToldLiability;
  onClose: () => void;
}) {
  return liability ? <Change liability={liability} onClose={onClose} /> : <Enter told={told} onClose={onClose} />;
}

const BLANK = {
  lender: '',
  principal: '',
  startedOn: '',
  paymentOverride: '',
  creditLimit: '',
  minimumPercent: '',
  minimumAmount: '',
  notes: '',
  frequency: 'monthly',
  repayment: 'level',
  compounding: 'periodic',
  extraEffect: 'shorten',
  rateChanges: [],
  extras: [],
  remindDays: [7, 1],
} as const;

/** A bank's terms as form values. */
function given({
  accountId,
  kind,
  lender,
  ratePercent,
  principal,
  startedOn,
  payments,
  creditLimit,
  minimumAmount,
  dueDay,
}: ToldLiability) {
  return {
    accountId,
    kind,
    lender,
    ratePercent: ratePercent ?? '',
    principal: principal ?? '',
    startedOn: startedOn ?? '',
    creditLimit: creditLimit ?? '',
    minimumAmount: minimumAmount ?? '',
    ...(payments !== null && { payments }),
    ...(dueDay !== null && { dueDay }),
  };
}

function Enter({ told, onClose }: { told: ToldLiability | undefined; onClose: () => void }) {
  const { ledger } = useFinance();
  const refresh = useRefresh();
  const [, setSearch] = useLiabilitiesSearch();
  const form = useContractForm(NewLiability, {
    defaultValues: {
      ...BLANK,
      rateChanges: [],
      extras: [],
      remindDays: [7, 1],
      ledgerId: ledger.id,
      kind: 'mortgage',
      ratePercent: '',
      accountId: null,
      account: { name: '', currency: ledger.currency, owed: '' },
      ...(told && { ...given(told), account: null }),
    },
    failure: 'The loan or card could not be added.',
    judge: 'onSubmit',
    onSubmit: async (body) => {
      const made = await call(liabilities.create, { body: body.accountId ? { ...body, account: null } : body });
      onClose();
      await refresh();
      toast({
        type: 'success',
        title: `${made.name} added`,
        action: { label: 'Open', onSelect: () => setSearch({ open: made.id }) },
      });
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={told ? `Terms for ${told.name}` : 'New loan or card'}
      description={
        told?.fromBank
          ? `From ${told.lender || 'the bank'}. Correct any differences and add missing terms.`
          : 'The balance comes from the account. The terms determine future payments.'
      }
      submit="Add"
    >
      {told && !told.fromBank && told.kind !== 'card' && (
        <FormField<NewLiability> name="kind" label="Type" options={LOANS} autoFocus />
      )}
      {told ? (
        remarksOf(told).map((remark) => (
          <p key={remark} className="rounded-md bg-info-soft px-3 py-2 text-sm text-info-ink">
            {remark}
          </p>
        ))
      ) : (
        <AccountFields />
      )}
      <Terms isNew />
    </EntryDialog>
  );
}

function Change({ liability, onClose }: { liability: Liability; onClose: () => void }) {
  const refresh = useRefresh();
  const {
    version,
    kind,
    lender,
    ratePercent,
    principal,
    startedOn,
    payments,
    frequency,
    repayment,
    repaymentSpan,
    compounding,
    rateChanges,
    extras,
    extraEffect,
    paymentOverride,
    creditLimit,
    minimumPercent,
    minimumAmount,
    dueDay,
    remindDays,
    notes,
  } = liability;
  const text = (value: string | null) => value ?? '';
  const form = useContractForm(LiabilityUpdate, {
    defaultValues: {
      version,
      kind,
      lender,
      ratePercent,
      principal: text(principal),
      startedOn: text(startedOn),
      payments: payments ?? undefined,
      frequency: frequency ?? 'monthly',
      repayment: repayment ?? 'level',
      repaymentSpan: repaymentSpan ?? undefined,
      compounding: compounding ?? 'periodic',
      rateChanges,
      extras,
      extraEffect,
      paymentOverride: text(paymentOverride),
      creditLimit: text(creditLimit),
      minimumPercent: text(minimumPercent),
      minimumAmount: text(minimumAmount),
      dueDay: dueDay ?? undefined,
      remindDays,
      notes,
    },
    failure: 'The terms could not be saved.',
    judge: 'onSubmit',
    onSubmit: async (body) => {
      await call(liabilities.update, { params: { id: liability.id }, body });
      onClose();
      await refresh();
    },
  });
  return (
    <EntryDialog form={form} onClose={onClose} title={`Terms for ${liability.name}`} submit="Save">
      <Terms isNew={false} />
    </EntryDialog>
  );
}

/** An account that is there and has no terms yet, or a new one. */
function AccountFields() {
  const { ledger } = useFinance();
  const { data } = useQuery(read(accounts.list, { query: { ledgerId: ledger.id } }));
  const taken = useLiabilities().data?.items.map((one) => one.accountId) ?? [];
  const [kind, accountId] = useWatch<NewLiability, ['kind', 'accountId']>({ name: ['kind', 'accountId'] });
  const { setValue } = useFormContext<NewLiability>();
  const wanted = kind === 'card' ? 'card' : 'loan';
  const free = (data?.items ?? [])
    .filter((one) => one.kind === wanted && !one.archivedAt && !taken.includes(one.id))
    .map((one) => ({ value: one.id, label: one.name }));
  return (
    <>
      <FormField<NewLiability> name="kind" label="Type" options={optionsOf(KIND_LABELS)} autoFocus />
      {free.length > 0 && (
        <ControlledField<NewLiability> name="accountId" label="Account">
          {({ value, onChange }, control) => (
            <Combobox
              {...control}
              label="Account"
              source={free}
              placeholder="New account"
              value={free.find((one) => one.value === value) ?? null}
              onChange={(option) => {
                onChange(option?.value ?? null);
                setValue('account', option ? null : { name: '', currency: ledger.currency, owed: '' });
              }}
            />
          )}
        </ControlledField>
      )}
      {!accountId && (
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField<NewLiability>
            name="account.name"
            label="Name"
            required
            autoComplete="off"
            placeholder={kind === 'card' ? 'Visa' : 'Home loan'}
          />
          <FormField<NewLiability>
            name="account.owed"
            label="Current balance"
            required
            inputMode="decimal"
            autoComplete="off"
          />
          <ControlledField<NewLiability> name="account.currency" label="Currency">
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
        </div>
      )}
    </>
  );
}

const LOANS = optionsOf(KIND_LABELS).filter(({ value }) => value !== 'card');

function Terms({ isNew }: { isNew: boolean }) {
  const [kind, repayment] = useWatch<NewLiability, ['kind', 'repayment']>({ name: ['kind', 'repayment'] });
  const isCard = (kind as LiabilityKind) === 'card';
  return (
    <>
      {!isNew && !isCard && <FormField<NewLiability> name="kind" label="Type" options={LOANS} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<NewLiability>
          name="ratePercent"
          label={isCard ? 'Purchase APR, %' : 'Interest rate, % per year'}
          required
          inputMode="decimal"
          autoComplete="off"
        />
        <FormField<NewLiability> name="lender" label={isCard ? 'Bank' : 'Lender'} optional autoComplete="off" />
        {isCard ? (
          <>
            <FormField<NewLiability>
              name="minimumPercent"
              label="Minimum payment, % of balance"
              inputMode="decimal"
              autoComplete="off"
            />
            <FormField<NewLiability>
              name="minimumAmount"
              label="Minimum payment amount"
              inputMode="decimal"
              autoComplete="off"
            />
            <FormField<NewLiability>
              name="creditLimit"
              label="Credit limit"
              optional
              inputMode="decimal"
              autoComplete="off"
            />
            <FormField<NewLiability>
              name="dueDay"
              label="Due day of month"
              type="number"
              optional
              inputMode="numeric"
              hint="Use 31 for the last day."
            />
          </>
        ) : (
          <>
            <FormField<NewLiability>
              name="principal"
              label="Loan amount"
              required
              inputMode="decimal"
              autoComplete="off"
            />
            <FormField<NewLiability>
              name="startedOn"
              label="Loan date"
              required
              type="date"
              hint="The first payment is due one period later."
            />
            <FormField<NewLiability>
              name="payments"
              label="Number of payments"
              required
              type="number"
              inputMode="numeric"
              hint="For example, 360 for a 30-year monthly loan."
            />
            <FormField<NewLiability> name="frequency" label="Payment frequency" options={optionsOf(FREQUENCY_LABELS)} />
            <FormField<NewLiability> name="repayment" label="Repayment type" options={optionsOf(REPAYMENT_LABELS)} />
            {repayment === 'interestOnly' && (
              <FormField<NewLiability>
                name="repaymentSpan"
                label="Interest-only payments"
                required
                type="number"
                inputMode="numeric"
              />
            )}
            {repayment === 'balloon' && (
              <FormField<NewLiability>
                name="repaymentSpan"
                label="Amortization, payments"
                required
                type="number"
                inputMode="numeric"
                hint="More than the number of payments."
              />
            )}
            <FormField<NewLiability>
              name="compounding"
              label="Interest calculation"
              options={optionsOf(COMPOUNDING_LABELS)}
            />
            <FormField<NewLiability>
              name="paymentOverride"
              label="Payment override"
              optional
              inputMode="decimal"
              autoComplete="off"
              hint="Leave blank to calculate from the terms."
            />
          </>
        )}
      </div>
      {!isCard && <Lists />}
      <RemindField />
      <FormField<NewLiability> name="notes" label="Notes" optional rows={2} />
    </>
  );
}

/** Extra payments and changes of the rate. */
function Lists() {
  const extras = useFieldArray<NewLiability, 'extras'>({ name: 'extras' });
  const changes = useFieldArray<NewLiability, 'rateChanges'>({ name: 'rateChanges' });
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-sm font-medium">Extra payments</legend>
        {extras.fields.map((field, index) => (
          <div key={field.id} className="grid grid-cols-[1fr_1fr_1fr_1fr_auto] items-start gap-2">
            <FormField<NewLiability>
              name={`extras.${index}.amount`}
              label="Amount"
              inputMode="decimal"
              autoComplete="off"
            />
            <FormField<NewLiability> name={`extras.${index}.from`} label="Starting with payment" type="number" />
            <FormField<NewLiability> name={`extras.${index}.to`} label="Through payment" type="number" optional />
            <FormField<NewLiability> name={`extras.${index}.every`} label="Every" type="number" optional />
            <IconButton
              className="mt-6"
              label={`Remove extra payment ${index + 1}`}
              icon={<Trash2 />}
              onClick={() => extras.remove(index)}
            />
          </div>
        ))}
        <div className="flex flex-wrap items-center gap-3">
          <Button size="sm" icon={<Plus />} onClick={() => extras.append({ amount: '', from: 1 })}>
            Add extra payment
          </Button>
        </div>
        {extras.fields.length > 0 && (
          <FormField<NewLiability>
            name="extraEffect"
            label="Effect"
            options={[
              { value: 'shorten', label: 'Pay off sooner' },
              { value: 'recast', label: 'Lower later payments' },
            ]}
          />
        )}
      </fieldset>
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-sm font-medium">Rate changes</legend>
        {changes.fields.map((field, index) => (
          <div key={field.id} className="grid grid-cols-[1fr_1fr_auto] items-start gap-2">
            <FormField<NewLiability>
              name={`rateChanges.${index}.fromPayment`}
              label="Starting with payment"
              type="number"
            />
            <FormField<NewLiability>
              name={`rateChanges.${index}.ratePercent`}
              label="Interest rate, % per year"
              inputMode="decimal"
              autoComplete="off"
            />
            <IconButton
              className="mt-6"
              label={`Remove change ${index + 1}`}
              icon={<Trash2 />}
              onClick={() => changes.remove(index)}
            />
          </div>
        ))}
        <div>
          <Button size="sm" icon={<Plus />} onClick={() => changes.append({ fromPayment: 13, ratePercent: '' })}>
            Add rate change
          </Button>
        </div>
      </fieldset>
    </>
  );
}

const REMINDERS = [
  { value: '', label: 'Never' },
  { value: '1', label: 'The day before' },
  { value: '3,1', label: '3 days and 1 day before' },
  { value: '7,1', label: '7 days and 1 day before' },
  { value: '14,7,1', label: '14, 7 and 1 days before' },
];

function RemindField() {
  return (
    <ControlledField<NewLiability> name="remindDays" label="Remind ledger editors">
      {({ value, onChange }, control) => {
        const text = ((value ?? []) as number[]).join(',');
        return (
          <Select
            {...control}
            value={text}
            onChange={(event) => onChange(event.target.value.split(',').filter(Boolean).map(Number))}
            options={
              REMINDERS.some((one) => one.value === text)
                ? REMINDERS
                : [...REMINDERS, { value: text, label: `${text} days before` }]
            }
          />
        );
      }}
    </ControlledField>
  );
}
