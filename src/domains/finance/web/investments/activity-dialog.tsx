import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { ControlledField, FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { Link } from '../../../../web/router/link.tsx';
import { toast } from '../../../../web/shell/toast.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import type { Option } from '../../../../web/ui/use-options.ts';
import type { Account } from '../../contract/accounts.ts';
import {
  activityCalls,
  type ActivityKind,
  ActivityUpdate,
  type InvestmentActivity,
  NewActivity,
} from '../../contract/activities.ts';
import { portfolio } from '../../contract/portfolio.ts';
import { securities } from '../../contract/securities.ts';
import { useAccounts } from '../accounts/use-ledger.ts';
import { useFinance } from '../frame/use-finance.ts';
import { useInvestmentsSearch, useRefresh, useSecuritySource, useSummary } from './use-portfolio.ts';
import { ACTIVITY_LABELS, dayText, figure, optionsOf } from './labels.ts';

const SecurityDialog = lazy(() => import('./security-dialog.tsx'));

interface ActivityDialogProps {
  accounts: readonly Account[];
  activity?: InvestmentActivity;
  onClose: () => void;
}

const BLANK = {
  quantity: '',
  price: '',
  amount: '',
  fee: '',
  tax: '',
  acquired: '',
  newUnits: '',
  oldUnits: '',
  newSecurityId: '',
  unitsPerUnit: '',
  costShare: '',
  cashPerUnit: '',
  newPrice: '',
  notes: '',
  lots: [],
};

/** Enters what happened, or changes it. */
export default function ActivityDialog({ activity, ...rest }: ActivityDialogProps) {
  return activity ? <Change activity={activity} {...rest} /> : <Enter {...rest} />;
}

function Enter({ accounts, onClose }: Omit<ActivityDialogProps, 'activity'>) {
  const { today, ledger } = useFinance();
  const [{ account, open }] = useInvestmentsSearch();
  const refresh = useRefresh();
  const form = useContractForm(NewActivity, {
    defaultValues: { ...BLANK, accountId: account || accounts[0]?.id || '', securityId: open, day: today, kind: 'buy' },
    failure: 'The activity could not be added.',
    draft: `investment-activity:${ledger.id}:${account}:${open}`,
    onSubmit: async (body) => {
      const made = await call(activityCalls.create, { body });
      onClose();
      await refresh();
      offerUndo({
        title: `${ACTIVITY_LABELS[made.kind]} added${made.cashTransaction?.told ? ' and matched to its bank transaction' : ''}`,
        undo: async () => {
          await call(activityCalls.remove, { params: { id: made.id } });
          await refresh();
        },
      });
    },
  });
  return (
    <EntryDialog form={form} onClose={onClose} title="New activity" submit="Add activity">
      {accounts.length > 1 && (
        <FormField<NewActivity>
          name="accountId"
          label="Account"
          options={accounts.map((one) => ({ value: one.id, label: one.name }))}
        />
      )}
      <Fields known={undefined} />
    </EntryDialog>
  );
}

function Change({ activity, onClose }: { activity: InvestmentActivity; onClose: () => void }) {
  const refresh = useRefresh();
  const params = { id: activity.id };
  const text = (value: string | null) => value ?? '';
  const form = useContractForm(ActivityUpdate, {
    defaultValues: {
      version: activity.version,
      securityId: activity.security?.id ?? '',
      day: activity.day,
      kind: activity.kind,
      quantity: text(activity.quantity),
      price: text(activity.price),
      amount: text(activity.amount),
      fee: activity.fee,
      tax: activity.tax,
      acquired: text(activity.acquired),
      newUnits: text(activity.newUnits),
      oldUnits: text(activity.oldUnits),
      newSecurityId: text(activity.newSecurityId),
      unitsPerUnit: text(activity.unitsPerUnit),
      costShare: text(activity.costShare),
      cashPerUnit: text(activity.cashPerUnit),
      newPrice: text(activity.newPrice),
      lots: activity.lots,
      notes: activity.notes,
    },
    failure: 'The activity could not be saved.',
    onSubmit: async (body) => {
      await call(activityCalls.update, { params, body });
      onClose();
      await refresh();
    },
  });
  const remove = async () => {
    try {
      await call(activityCalls.remove, { params });
      onClose();
      await refresh();
      offerUndo({
        title: `${ACTIVITY_LABELS[activity.kind]} of ${dayText(activity.day)} deleted`,
        undo: async () => {
          await call(activityCalls.restore, { params });
          await refresh();
        },
      });
    } catch (failure) {
      toast({ type: 'error', title: 'Couldn’t delete the activity', description: messageFor(failure, 'Try again.') });
    }
  };
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={`${ACTIVITY_LABELS[activity.kind]} of ${dayText(activity.day)}`}
      description={activity.account}
      submit="Save"
      aside={
        <Button variant="link" className="mr-auto" onClick={() => void remove()}>
          Delete
        </Button>
      }
    >
      <Fields known={activity} />
      {activity.cashTransaction && <CashLine activity={activity} cash={activity.cashTransaction} />}
    </EntryDialog>
  );
}

/** Where its cash stands. */
function CashLine({
  activity,
  cash,
}: {
  activity: InvestmentActivity;
  cash: NonNullable<InvestmentActivity['cashTransaction']>;
}) {
  const { nameOf } = useAccounts();
  return (
    <p className="text-sm text-muted">
      Cash: {cash.told ? 'a bank transaction' : 'a transaction'} in {nameOf(cash.accountId)}.{' '}
      <Link
        to="/personal-finance"
        search={{ ledger: activity.ledgerId, tab: 'transactions', period: 'all', open: cash.id }}
        className="text-accent-ink underline underline-offset-2"
      >
        Open
      </Link>
    </p>
  );
}

interface Shown {
  quantity?: string;
  price?: string;
  amount?: string;
  fee?: boolean;
  tax?: boolean;
  acquired?: boolean;
  split?: boolean;
  other?: boolean;
  share?: boolean;
  cash?: boolean;
  security?: 'optional';
}
/** Which fields a kind has, and what its amount is called. */
const SHOWN: Readonly<Record<ActivityKind, Shown>> = {
  buy: { quantity: 'Quantity', price: 'Price per unit', fee: true, tax: true },
  sell: { quantity: 'Quantity', price: 'Price per unit', fee: true, tax: true },
  sellShort: { quantity: 'Quantity', price: 'Price per unit', fee: true, tax: true },
  buyToCover: { quantity: 'Quantity', price: 'Price per unit', fee: true, tax: true },
  dividend: { amount: 'Amount before tax', fee: true, tax: true },
  interest: { amount: 'Amount before tax', fee: true, tax: true, security: 'optional' },
  capitalGain: { amount: 'Amount before tax', fee: true, tax: true },
  fee: { amount: 'Amount', security: 'optional' },
  split: { split: true },
  transferIn: { quantity: 'Quantity', amount: 'Cost', acquired: true },
  transferOut: { quantity: 'Quantity' },
  returnOfCapital: { amount: 'Amount' },
  spinOff: { other: true, share: true },
  merger: { other: true, cash: true },
  worthless: {},
};

/** The fields of the kind that is chosen. */
function Fields({ known }: { known: InvestmentActivity | undefined }) {
  const kind = useWatch<NewActivity>({ name: 'kind' }) as ActivityKind;
  const shown = SHOWN[kind];
  const { setValue } = useFormContext<NewActivity>();
  // A figure typed for another kind would be refused without being seen.
  useEffect(() => {
    for (const field of ['quantity', 'price', 'amount', 'fee', 'tax'] as const)
      if (!SHOWN[kind][field]) setValue(field, '');
  }, [kind, setValue]);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<NewActivity> name="kind" label="Type" options={optionsOf(ACTIVITY_LABELS)} autoFocus />
        <FormField<NewActivity> name="day" label="Date" type="date" />
      </div>
      <SecurityField
        name="securityId"
        label="Security"
        optional={shown.security === 'optional'}
        first={known?.security ? { value: known.security.id, label: known.security.name } : undefined}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {shown.quantity && (
          <FormField<NewActivity> name="quantity" label={shown.quantity} inputMode="decimal" autoComplete="off" />
        )}
        {shown.price && (
          <FormField<NewActivity> name="price" label={shown.price} inputMode="decimal" autoComplete="off" />
        )}
        {shown.amount && (
          <FormField<NewActivity> name="amount" label={shown.amount} inputMode="decimal" autoComplete="off" />
        )}
        {shown.fee && (
          <FormField<NewActivity>
            name="fee"
            label="Commission and fees"
            optional
            inputMode="decimal"
            autoComplete="off"
          />
        )}
        {shown.tax && (
          <FormField<NewActivity>
            name="tax"
            label={shown.amount ? 'Tax withheld' : 'Tax'}
            optional
            inputMode="decimal"
            autoComplete="off"
          />
        )}
        {(shown.price || shown.amount) && <QuotationField known={known} />}
        {shown.acquired && <FormField<NewActivity> name="acquired" label="Purchase date" type="date" optional />}
        {shown.split && (
          <>
            <FormField<NewActivity>
              name="newUnits"
              label="New units"
              inputMode="decimal"
              hint="2 for a 2-for-1 split."
              autoComplete="off"
            />
            <FormField<NewActivity> name="oldUnits" label="Old units" inputMode="decimal" autoComplete="off" />
          </>
        )}
        {shown.other && (
          <FormField<NewActivity>
            name="unitsPerUnit"
            label="New units for each one held"
            inputMode="decimal"
            autoComplete="off"
          />
        )}
        {shown.share && (
          <FormField<NewActivity>
            name="costShare"
            label="Cost allocated to new security"
            inputMode="decimal"
            hint="For example, 0.2 for 20%. Published by the company."
            autoComplete="off"
          />
        )}
        {shown.cash && (
          <>
            <FormField<NewActivity>
              name="cashPerUnit"
              label="Cash per unit"
              optional
              inputMode="decimal"
              autoComplete="off"
            />
            <FormField<NewActivity>
              name="newPrice"
              label="Market price of the new unit"
              optional
              inputMode="decimal"
              hint="Required if cash is paid."
              autoComplete="off"
            />
          </>
        )}
      </div>
      {shown.other && <SecurityField name="newSecurityId" label="New security" optional={false} first={undefined} />}
      {kind === 'sell' && <LotFields known={known} />}
      <FormField<NewActivity> name="notes" label="Notes" optional rows={2} />
    </>
  );
}

/** Chooses a security, or enters the one that is typed. */
function SecurityField({
  name,
  label,
  optional,
  first,
}: {
  name: 'securityId' | 'newSecurityId';
  label: string;
  optional: boolean;
  first: Option | undefined;
}) {
  const source = useSecuritySource();
  const { setValue } = useFormContext<NewActivity>();
  const { data } = useSummary();
  const [chosen, setChosen] = useState<Option | undefined>(first);
  const [entering, setEntering] = useState<string>();
  const labelOf = (id: string): Option =>
    chosen?.value === id
      ? chosen
      : { value: id, label: data?.holdings.find((one) => one.securityId === id)?.name ?? 'Chosen security' };
  return (
    <>
      <ControlledField<NewActivity> name={name} label={label} optional={optional} required={!optional}>
        {({ value, onChange }, control) => (
          <Combobox
            {...control}
            label={label}
            source={source}
            placeholder={optional ? 'Account' : 'Type a name or ticker'}
            value={value ? labelOf(value as string) : null}
            allowNew={(text) => `Add “${text}” as a new security…`}
            onChange={(option) => {
              if ((option && option.value === '') || (option && option.value === option.label))
                return setEntering(option.label);
              setChosen(option ?? undefined);
              onChange(option?.value ?? '');
            }}
          />
        )}
      </ControlledField>
      {entering !== undefined && (
        <Suspense fallback={null}>
          <SecurityDialog
            name={entering}
            onClose={() => setEntering(undefined)}
            onSaved={(security) => {
              setChosen({ value: security.id, label: security.name });
              setValue(name, security.id, { shouldDirty: true, shouldValidate: true });
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** Whether figures of a security that is quoted in pence are typed in pence; pounds for what is stored already. */
function QuotationField({ known }: { known: InvestmentActivity | undefined }) {
  const securityId = useWatch<NewActivity, 'securityId'>({ name: 'securityId' });
  return securityId ? <Quotation securityId={securityId} known={known} /> : null;
}

function Quotation({ securityId, known }: { securityId: string; known: InvestmentActivity | undefined }) {
  const { setValue } = useFormContext<NewActivity>();
  const { data } = useQuery(read(securities.get, { params: { id: securityId } }));
  const quotedIn = data?.quotedIn ?? '';
  const stored = known?.currency;
  useEffect(() => {
    setValue('currency', quotedIn ? (stored ?? quotedIn) : '');
    return () => setValue('currency', '');
  }, [quotedIn, stored, setValue]);
  if (!quotedIn || !data) return null;
  return (
    <FormField<NewActivity>
      name="currency"
      label="Amounts in"
      options={[
        { value: quotedIn, label: `${quotedIn}, hundredths of ${data.currency}` },
        { value: data.currency, label: data.currency },
      ]}
    />
  );
}

/** Which lots a sale uses, for accounts whose method is to name them. */
function LotFields({ known }: { known: InvestmentActivity | undefined }) {
  const { data: summary } = useSummary();
  const [securityId, chosenAccount] = useWatch<NewActivity, ['securityId', 'accountId']>({
    name: ['securityId', 'accountId'],
  });
  const accountId = known?.accountId ?? chosenAccount;
  const account = summary?.accounts.find((one) => one.accountId === accountId);
  const { data } = useQuery({
    // Not asked before a security is chosen: the address would lack its name.
    ...read(portfolio.holding, { params: { id: securityId || 'none' }, query: { accountId } }),
    enabled: Boolean(securityId) && account?.lotMethod === 'specific',
  });
  if (account?.lotMethod !== 'specific' || !securityId) return null;
  return (
    <ControlledField<NewActivity>
      name="lots"
      label="Lots to sell"
      hint={
        known ? 'Lots after this sale. Lots it used up are not listed.' : 'Quantities must add up to the quantity sold.'
      }
    >
      {({ value, onChange }, control) => {
        const lots = (value ?? []) as { lotId: string; quantity: string }[];
        const set = (lotId: string, quantity: string) =>
          onChange([...lots.filter((one) => one.lotId !== lotId), ...(quantity.trim() ? [{ lotId, quantity }] : [])]);
        const rows = [
          ...(data?.lots ?? []).map((lot) => ({
            id: lot.id,
            words: `${dayText(lot.acquired)}: ${figure(lot.quantity)} at ${figure(lot.unitCost)}`,
          })),
          ...lots
            .filter((one) => !data?.lots.some((lot) => lot.id === one.lotId))
            .map((one) => ({ id: one.lotId, words: 'Used-up lot' })),
        ];
        return (
          <ul id={control.id} className="grid gap-2">
            {rows.length === 0 && <li className="text-sm text-muted">No lots available</li>}
            {rows.map((row) => (
              <li key={row.id} className="flex items-center gap-3 text-sm">
                <span className="tabular min-w-0 flex-1 truncate">{row.words}</span>
                <Input
                  aria-label={`Quantity from lot ${row.words}`}
                  className="w-28"
                  inputMode="decimal"
                  value={lots.find((one) => one.lotId === row.id)?.quantity ?? ''}
                  onChange={(event) => set(row.id, event.target.value)}
                />
              </li>
            ))}
          </ul>
        );
      }}
    </ControlledField>
  );
}
