import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useFieldArray, useWatch } from 'react-hook-form';
import { call } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { CheckboxField, FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { type Valuation, ValuationUpdate, valuations } from '../../contract/valuations.ts';
import { useRefresh } from './use-valuations.ts';

export type Part = 'about' | 'business' | 'dcf' | 'multiples' | 'sde' | 'assets';
const TITLES: Readonly<Record<Part, string>> = {
  about: 'Name and notes',
  business: 'Business financials',
  dcf: 'Discounted cash flow',
  multiples: 'Comparable sales',
  sde: 'Seller’s discretionary earnings',
  assets: 'Assets and debts',
};
type V = ValuationUpdate;

/** One part of the inputs is changed; what was before stays as a version. */
export default function PartDialog({
  part,
  valuation,
  onClose,
}: {
  part: Part;
  valuation: Valuation;
  onClose: () => void;
}) {
  const refresh = useRefresh();
  const { version, name, notes, inputs } = valuation;
  const form = useContractForm(ValuationUpdate, {
    defaultValues: {
      version,
      name,
      notes,
      inputs: {
        ...inputs,
        assets: {
          ...inputs.assets,
          items: inputs.assets.items.map((one) => ({ ...one, marketValue: one.marketValue ?? '' })),
        },
      },
    },
    failure: 'The valuation was not saved. Try again.',
    judge: 'onSubmit',
    onSubmit: async (body) => {
      const saved = await call(valuations.update, { params: { id: valuation.id }, body });
      onClose();
      await refresh();
      toast({ type: 'success', title: `Saved as version ${saved.version}` });
    },
  });
  return (
    <EntryDialog form={form} onClose={onClose} title={TITLES[part]} submit="Save">
      <Fields part={part} />
    </EntryDialog>
  );
}

const amount = (name: Parameters<typeof FormField<V>>[0]['name'], label: string, hint?: string) => (
  <FormField<V> key={name} name={name} label={label} inputMode="decimal" autoComplete="off" hint={hint} />
);
const pair = 'grid gap-4 sm:grid-cols-2';
const weight = (name: Parameters<typeof FormField<V>>[0]['name']) =>
  amount(name, 'Weight, 0 to 100', 'Relative to the other methods. 0 excludes it from the conclusion.');

function Fields({ part }: { part: Part }) {
  switch (part) {
    case 'about':
      return (
        <>
          <FormField<V> name="name" label="Name" autoComplete="off" required />
          <FormField<V> name="inputs.asOf" label="As of" type="date" />
          <FormField<V> name="notes" label="Notes" rows={5} optional />
        </>
      );
    case 'business':
      return <Business />;
    case 'dcf':
      return <Dcf />;
    case 'multiples':
      return <Multiples />;
    case 'sde':
      return (
        <>
          <div className="grid gap-4 sm:grid-cols-3">
            {amount('inputs.sde.low', 'Low')}
            {amount('inputs.sde.mid', 'Mid')}
            {amount('inputs.sde.high', 'High')}
          </div>
          <FormField<V> name="inputs.sde.source" label="Where from" autoComplete="off" optional />
          {weight('inputs.sde.weight')}
        </>
      );
    case 'assets':
      return <Assets />;
  }
}

function Business() {
  const { fields, append, remove } = useFieldArray<V, 'inputs.business.adjustments'>({
    name: 'inputs.business.adjustments',
  });
  return (
    <>
      <div className={pair}>
        <FormField<V> name="inputs.business.from" label="From" type="date" />
        <FormField<V> name="inputs.business.to" label="To" type="date" />
        {amount('inputs.business.revenue', 'Revenue')}
        {amount('inputs.business.profitBeforeTax', 'Profit before tax')}
        {amount('inputs.business.interest', 'Interest')}
        {amount('inputs.business.depreciation', 'Depreciation')}
        {amount('inputs.business.ownerPay', 'One owner’s pay and benefits')}
        {amount('inputs.business.netDebt', 'Net debt', 'Negative if cash exceeds debt.')}
      </div>
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-sm font-medium">
          Adjustments for one-time, personal, and unusual items. Positive amounts are added
        </legend>
        {fields.map((field, i) => (
          <div key={field.id} className="flex items-end gap-2">
            <FormField<V>
              name={`inputs.business.adjustments.${i}.label`}
              label="Description"
              autoComplete="off"
              className="flex-1"
            />
            <FormField<V>
              name={`inputs.business.adjustments.${i}.amount`}
              label="Amount"
              inputMode="decimal"
              autoComplete="off"
              className="w-32"
            />
            <IconButton label={`Remove adjustment ${i + 1}`} icon={<Trash2 />} onClick={() => remove(i)} />
          </div>
        ))}
        <div>
          <Button size="sm" icon={<Plus />} onClick={() => append({ label: '', amount: '' })}>
            Add adjustment
          </Button>
        </div>
      </fieldset>
      <FormField<V>
        name="inputs.business.source"
        label="Where from"
        placeholder="Year-end accounts"
        autoComplete="off"
        optional
      />
    </>
  );
}

function Dcf() {
  // A list of plain texts has no rows of its own for the form library: each is a field by its place.
  const [flows, terminal] = useWatch<V, ['inputs.dcf.flows', 'inputs.dcf.terminal']>({
    name: ['inputs.dcf.flows', 'inputs.dcf.terminal'],
  });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        {flows.map((_, i) => amount(`inputs.dcf.flows.${i}`, `Free cash flow, year ${i + 1}`))}
      </div>
      <div className={pair}>
        {amount('inputs.dcf.ratePercent', 'Discount rate, %')}
        <FormField<V>
          name="inputs.dcf.terminal"
          label="Terminal value"
          options={[
            { value: 'growth', label: 'Terminal growth' },
            { value: 'multiple', label: 'Exit multiple' },
          ]}
        />
        {terminal === 'growth' ? (
          amount('inputs.dcf.growthPercent', 'Terminal growth, %')
        ) : (
          <>
            {amount('inputs.dcf.multiple', 'Multiple')}
            {amount('inputs.dcf.multipleOf', 'Multiple of')}
          </>
        )}
        {amount('inputs.dcf.uncertaintyPercent', 'Cash flow uncertainty, %', 'Standard deviation. 0 hides the range.')}
        {weight('inputs.dcf.weight')}
      </div>
      <CheckboxField<V>
        name="inputs.dcf.midYear"
        label="Mid-year discounting"
        hint="Discount cash flows from the middle of each year."
      />
      <FormField<V> name="inputs.dcf.source" label="Where from" autoComplete="off" optional />
    </>
  );
}

function Multiples() {
  const { fields, append, remove } = useFieldArray<V, 'inputs.multiples.comparables'>({
    name: 'inputs.multiples.comparables',
  });
  return (
    <>
      {fields.map((field, i) => (
        <div key={field.id} className="grid gap-3 rounded-md border border-line p-3 sm:grid-cols-2">
          <FormField<V> name={`inputs.multiples.comparables.${i}.name`} label="Business" autoComplete="off" />
          <FormField<V> name={`inputs.multiples.comparables.${i}.source`} label="Source" autoComplete="off" optional />
          <FormField<V>
            name={`inputs.multiples.comparables.${i}.figure`}
            label="Multiple of"
            options={[
              { value: 'revenue', label: 'Revenue' },
              { value: 'ebitda', label: 'EBITDA' },
              { value: 'sde', label: 'Seller’s discretionary earnings' },
            ]}
          />
          <div className="flex items-end gap-2">
            <FormField<V>
              name={`inputs.multiples.comparables.${i}.multiple`}
              label="Multiple"
              inputMode="decimal"
              autoComplete="off"
              className="flex-1"
            />
            <IconButton label={`Remove comparable ${i + 1}`} icon={<Trash2 />} onClick={() => remove(i)} />
          </div>
        </div>
      ))}
      <div>
        <Button
          size="sm"
          icon={<Plus />}
          onClick={() => append({ name: '', source: '', figure: 'ebitda', multiple: '' })}
        >
          Add comparable
        </Button>
      </div>
      {weight('inputs.multiples.weight')}
    </>
  );
}

function Assets() {
  const { fields, append, remove } = useFieldArray<V, 'inputs.assets.items'>({ name: 'inputs.assets.items' });
  return (
    <>
      {fields.map((field, i) => (
        <div key={field.id} className="grid gap-3 rounded-md border border-line p-3 sm:grid-cols-2">
          <FormField<V>
            name={`inputs.assets.items.${i}.label`}
            label="Description"
            autoComplete="off"
            className="sm:col-span-2"
          />
          <FormField<V>
            name={`inputs.assets.items.${i}.bookValue`}
            label="Book value"
            inputMode="decimal"
            autoComplete="off"
          />
          <FormField<V>
            name={`inputs.assets.items.${i}.marketValue`}
            label="Market value"
            inputMode="decimal"
            autoComplete="off"
            optional
          />
          <CheckboxField<V> name={`inputs.assets.items.${i}.owed`} label="Liability" />
          <div className="text-right">
            <IconButton label={`Remove item ${i + 1}`} icon={<Trash2 />} onClick={() => remove(i)} />
          </div>
        </div>
      ))}
      <div>
        <Button
          size="sm"
          icon={<Plus />}
          onClick={() => append({ label: '', owed: false, bookValue: '', marketValue: '' })}
        >
          Add item
        </Button>
      </div>
      {weight('inputs.assets.weight')}
    </>
  );
}
