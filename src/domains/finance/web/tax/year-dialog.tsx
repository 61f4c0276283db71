import { useFormContext } from 'react-hook-form';
import { call } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { CheckboxField, FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { money } from '../../../../web/ui/format.ts';
import { tax, TaxYearUpdate, type TaxYearView } from '../../contract/tax.ts';
import { useRefresh } from './use-tax.ts';
import { optionsOf, STATUS_LABELS } from './labels.ts';

/** How a year was: status, dependants, the year before. */
export default function YearDialog({ view, onClose }: { view: TaxYearView; onClose: () => void }) {
  const refresh = useRefresh();
  const form = useContractForm(TaxYearUpdate, {
    defaultValues: {
      version: view.version,
      facts: {
        ...view.facts,
        age: view.facts.age ?? undefined,
        priorTax: view.facts.priorTax ?? '',
        priorAgi: view.facts.priorAgi ?? '',
      },
    },
    failure: 'The circumstances were not saved. Try again.',
    judge: 'onSubmit',
    onSubmit: async (body) => {
      await call(tax.describe, { params: { id: view.profile.id, year: view.year }, body });
      onClose();
      await refresh();
      toast({ type: 'success', title: `${view.year} saved` });
    },
  });
  return (
    <EntryDialog form={form} onClose={onClose} title={`Circumstances for ${view.year}`} submit="Save">
      <FormField<TaxYearUpdate>
        name="facts.status"
        label="Filing status"
        options={optionsOf(STATUS_LABELS)}
        autoFocus
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<TaxYearUpdate> name="facts.children" label="Children under 17" type="number" />
        <FormField<TaxYearUpdate> name="facts.otherDependents" label="Other dependents" type="number" />
        <FormField<TaxYearUpdate> name="facts.aged" label="People 65 or older" type="number" />
        <FormField<TaxYearUpdate> name="facts.blind" label="People who are blind" type="number" />
        <FormField<TaxYearUpdate> name="facts.age" label="Age at year-end" type="number" optional />
      </div>
      <PriorYear view={view} />
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-2 text-sm font-medium">Loss carryforwards</legend>
        <FormField<TaxYearUpdate>
          name="facts.carriedShort"
          label="Short-term losses"
          inputMode="decimal"
          autoComplete="off"
        />
        <FormField<TaxYearUpdate>
          name="facts.carriedLong"
          label="Long-term losses"
          inputMode="decimal"
          autoComplete="off"
        />
      </fieldset>
      <FormField<TaxYearUpdate>
        name="facts.businessWages"
        label="W-2 wages paid by your business"
        inputMode="decimal"
        autoComplete="off"
        hint="For the qualified business income deduction (§199A)."
      />
      <CheckboxField<TaxYearUpdate>
        name="facts.specifiedService"
        label="Specified service business"
        hint="Health, law, accounting, consulting, financial services, and similar."
      />
      <CheckboxField<TaxYearUpdate> name="facts.coveredByPlan" label="Covered by a workplace retirement plan" />
      <CheckboxField<TaxYearUpdate> name="facts.familyHealthPlan" label="Family health plan" />
    </EntryDialog>
  );
}

function PriorYear({ view }: { view: TaxYearView }) {
  const { setValue } = useFormContext<TaxYearUpdate>();
  const { priorYear, year } = view;
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-2 text-sm font-medium">From last year’s return</legend>
      <FormField<TaxYearUpdate>
        name="facts.priorTax"
        label={`${year - 1} total tax`}
        inputMode="decimal"
        autoComplete="off"
        hint="Form 1040, line 24."
        optional
      />
      <FormField<TaxYearUpdate>
        name="facts.priorAgi"
        label={`${year - 1} adjusted gross income`}
        inputMode="decimal"
        autoComplete="off"
        hint="Form 1040, line 11."
        optional
      />
      {priorYear && (
        <p className="text-xs text-muted sm:col-span-2">
          Here {year - 1} comes to {money(priorYear.tax, 'USD')} of tax on {money(priorYear.agi, 'USD')}.{' '}
          <Button
            variant="link"
            size="sm"
            onClick={() => {
              setValue('facts.priorTax', priorYear.tax, { shouldDirty: true });
              setValue('facts.priorAgi', priorYear.agi, { shouldDirty: true });
            }}
          >
            Use that
          </Button>
        </p>
      )}
    </fieldset>
  );
}
