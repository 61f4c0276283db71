import { useQuery } from '@tanstack/react-query';
import { call, read } from '../../../../web/api/request.ts';
import { BarChart } from '../../../../web/charts/index.ts';
import { Form } from '../../../../web/form/form.tsx';
import { ControlledField, FormField } from '../../../../web/form/form-field.tsx';
import { useUnsavedGuard } from '../../../../web/form/unsaved.ts';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { Link, useGo } from '../../../../web/router/link.tsx';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { money, shortMoney } from '../../../../web/ui/format.ts';
import { Sheet } from '../../../../web/ui/sheet.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import { ledgers } from '../../contract/ledgers.ts';
import { operations, type Operations, type Vendor, VendorInput } from '../../contract/operations.ts';
import { FigureTable } from '../frame/chart-with-table.tsx';
import { useFinance } from '../frame/use-finance.ts';
import { FREQUENCY_LABELS } from './frequencies.ts';
import { daysOf } from './overview.tsx';
import { useOperationsSearch, useRefreshOperations, useTransactionLink } from './use-operations.ts';
import { changeText, monthText } from './labels.ts';

/** One vendor: its trend, who looks after it, and until when it can be canceled. */
export default function VendorSheet({ data, merchant }: { data: Operations; merchant: string }) {
  const [, setSearch] = useOperationsSearch();
  const link = useTransactionLink();
  const one = data.vendors.find((vendor) => vendor.merchant === merchant);
  const close = () => setSearch({ vendor: '' });
  return (
    <Sheet
      open
      onOpenChange={close}
      title={one?.name ?? 'Vendor'}
      description={
        one &&
        `${money(one.runRate, data.currency)} per month${one.recurring ? `, paid ${FREQUENCY_LABELS[one.recurring.frequency].toLowerCase()}` : ''}`
      }
      footer={
        one && (
          <Link
            {...link({ name: one.name, direction: 'out' })}
            className="mr-auto text-sm text-accent-ink underline underline-offset-2"
          >
            Transactions
          </Link>
        )
      }
    >
      <div data-testid="record">
        {one ? (
          <Body one={one} data={data} />
        ) : (
          <EmptyState title="No data for this vendor">No payments in the last 15 months.</EmptyState>
        )}
      </div>
    </Sheet>
  );
}

function Body({ one, data: { months, currency } }: { one: Vendor; data: Operations }) {
  const { canEdit } = useFinance();
  const link = useTransactionLink();
  const go = useGo();
  const of = (at: number) => link({ name: one.name, direction: 'out', ...daysOf(months[at]!.month) });
  const change = changeText(one.runRate, one.before);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <p className="text-sm text-muted">
        Last paid <DayText value={one.lastDay} />, {money(one.lastAmount, currency)}; {one.times} times in 15 months
        {change && `; ${change} vs. previous 3 months`}.
        {one.recurring && (
          <>
            {' '}
            Expected next <DayText value={one.recurring.nextDay} />.
          </>
        )}
      </p>
      <BarChart
        label={`${one.name} by month`}
        height={160}
        categories={months.map((month) => monthText(month.month))}
        series={[{ key: 'paid', label: 'Paid', values: one.months.map(Number) }]}
        format={(value, short) => (short ? shortMoney(value, currency) : money(value.toFixed(2), currency))}
        onSelect={(at) => {
          const { to, search } = of(at);
          void go(to, { search });
        }}
      />
      <FigureTable
        label={`${one.name} by month`}
        columns={[
          { key: 'month', label: 'Month' },
          { key: 'paid', label: 'Paid', numeric: true },
        ]}
        rows={months
          .map(({ month }, at) => ({
            key: month,
            cells: { month: monthText(month), paid: money(one.months[at]!, currency) },
            ...of(at),
          }))
          .toReversed()}
      />
      {canEdit ? (
        <Care key={one.merchant} one={one} />
      ) : (
        <p className="text-sm">
          {one.owner ? `Owner: ${one.owner.name}.` : 'No owner.'} {one.cancelBy && `Cancel by ${one.cancelBy}.`}{' '}
          {one.notes}
        </p>
      )}
    </div>
  );
}

/** Address parameters that open a vendor's sheet. */
const OPENS = ['vendor', 'tab', 'ledger'];

function Care({ one }: { one: Vendor }) {
  const { ledger } = useFinance();
  const refresh = useRefreshOperations();
  const { data } = useQuery(read(ledgers.members, { params: { id: ledger.id } }));
  const people = (data?.items ?? []).map(({ userId, name }) => ({ value: userId, label: name }));
  const form = useContractForm(VendorInput, {
    defaultValues: {
      ledgerId: ledger.id,
      merchant: one.merchant,
      version: one.version,
      ownerId: one.owner?.id ?? null,
      cancelBy: one.cancelBy ?? '',
      remindDays: one.remindDays,
      notes: one.notes,
    },
    failure: 'The vendor could not be saved.',
    judge: 'onSubmit',
    follows: true,
    onSubmit: async (body) => {
      await call(operations.setVendor, { body });
      toast({ type: 'success', title: `${one.name} saved` });
      await refresh();
    },
  });
  useUnsavedGuard(form.unsaved, OPENS);
  return (
    <Form form={form} className="grid gap-4">
      <ControlledField name="ownerId" label="Owner" hint="Someone with access to this ledger.">
        {({ value, onChange }, control) => (
          <Combobox
            {...control}
            label="Owner"
            source={people}
            placeholder="No owner"
            value={
              people.find((person) => person.value === value) ??
              (one.owner && value === one.owner.id ? { value: one.owner.id, label: one.owner.name } : null)
            }
            onChange={(option) => onChange(option?.value ?? null)}
          />
        )}
      </ControlledField>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField name="cancelBy" label="Cancel by" type="date" optional />
        <FormField name="remindDays" label="Reminder (days before)" type="number" inputMode="numeric" />
      </div>
      <FormField name="notes" label="Notes" rows={2} optional />
      <div>
        <Button type="submit" variant="primary" loading={form.saving} disabled={!form.dirty}>
          Save
        </Button>
      </div>
    </Form>
  );
}
