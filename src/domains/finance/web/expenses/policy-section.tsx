import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useFieldArray } from 'react-hook-form';
import type * as z from 'zod';
import { call } from '../../../../web/api/request.ts';
import { Form } from '../../../../web/form/form.tsx';
import { CheckboxField, FormField } from '../../../../web/form/form-field.tsx';
import { useUnsavedGuard } from '../../../../web/form/unsaved.ts';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { expenses, type ExpenseSetup, PolicyInput } from '../../contract/expenses.ts';
import { FigureTable } from '../frame/chart-with-table.tsx';
import { PolicyBooks } from './policy-books.tsx';
import { useRefreshExpenses } from './use-expenses.ts';

type Values = z.input<typeof PolicyInput>;

/** The expense policy: limits and approvals. Managers edit it, and everyone can read it. */
export default function PolicySection({ setup }: { setup: ExpenseSetup }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {setup.isManager ? <Edit setup={setup} /> : <Shown setup={setup} />}
      <Card>
        <CardHeader
          title="Published mileage rates"
          description="Used when the workspace has no rate. For dates without a published rate, add a workspace rate."
        />
        <CardBody>
          <FigureTable
            label="Published mileage rates"
            columns={[
              { key: 'from', label: 'From' },
              { key: 'to', label: 'To' },
              { key: 'rate', label: 'Rate', numeric: true },
              { key: 'source', label: 'Source' },
            ]}
            rows={setup.publishedRates.map((one) => ({
              key: one.from,
              cells: {
                from: one.from,
                to: one.to ?? '',
                rate: `${one.rate} ${one.currency} a ${one.unit}`,
                source: one.source,
              },
            }))}
          />
        </CardBody>
      </Card>
    </div>
  );
}

function Shown({ setup: { policy, currency } }: { setup: ExpenseSetup }) {
  const limit = (value: string | null) => (value ? `${value} ${currency}` : '');
  const facts = [
    policy.receiptOver && `Receipts are required above ${limit(policy.receiptOver)}.`,
    policy.secondApproverOver && `Two approvals are required above ${limit(policy.secondApproverOver)}.`,
    policy.maxAgeDays && `Submit expenses within ${policy.maxAgeDays} days.`,
  ].filter(Boolean);
  return (
    <Card>
      <CardHeader title="Policy" description={facts.join(' ')} />
      <CardBody>
        <FigureTable
          label="Categories"
          columns={[
            { key: 'name', label: 'Category' },
            { key: 'one', label: 'Per expense', numeric: true },
            { key: 'day', label: 'Per day', numeric: true },
            { key: 'paid', label: '' },
          ]}
          rows={policy.categories.map((one) => ({
            key: one.name,
            cells: {
              name: one.name,
              one: limit(one.perExpense),
              day: limit(one.perDay),
              paid: one.forbidden ? 'Not reimbursed' : '',
            },
          }))}
        />
      </CardBody>
    </Card>
  );
}

function Edit({ setup }: { setup: ExpenseSetup }) {
  const { policy, currency, today } = setup;
  const refresh = useRefreshExpenses();
  const text = (value: string | null) => value ?? '';
  const form = useContractForm(PolicyInput, {
    defaultValues: {
      version: policy.version,
      receiptOver: text(policy.receiptOver),
      secondApproverOver: text(policy.secondApproverOver),
      maxAgeDays: policy.maxAgeDays ?? undefined,
      mileageRates: policy.mileageRates,
      categories: policy.categories.map((one) => ({
        ...one,
        perExpense: text(one.perExpense),
        perDay: text(one.perDay),
        accountId: text(one.accountId),
      })),
      ledgerId: text(policy.ledgerId),
    },
    failure: 'The policy could not be saved.',
    judge: 'onSubmit',
    follows: true,
    onSubmit: async (body) => {
      await call(expenses.setPolicy, { body });
      toast({
        type: 'success',
        title: 'Policy saved',
        description: 'It applies to expenses entered or submitted from now on.',
      });
      await refresh();
    },
  });
  useUnsavedGuard(form.unsaved, ['tab']);
  return (
    <Form form={form} className="grid gap-4">
      <Card>
        <CardHeader
          title="Policy"
          description={`Amounts in ${currency}. Out-of-policy expenses are flagged to the submitter and the approver. Categories that are not reimbursed can’t be submitted.`}
          actions={
            <Button type="submit" variant="primary" loading={form.saving} disabled={!form.dirty}>
              Save policy
            </Button>
          }
        />
        <CardBody className="grid gap-5">
          <div className="grid gap-4 sm:grid-cols-3">
            <FormField<Values>
              name="receiptOver"
              label="Receipt required above"
              inputMode="decimal"
              autoComplete="off"
              hint="Leave blank to never require one."
            />
            <FormField<Values>
              name="secondApproverOver"
              label="Second approval required above"
              inputMode="decimal"
              autoComplete="off"
              hint="Leave blank for a single approval."
            />
            <FormField<Values>
              name="maxAgeDays"
              label="Submission deadline (days)"
              type="number"
              inputMode="numeric"
              hint="After the expense date."
            />
          </div>
          <Categories />
          <PolicyBooks setup={setup} />
          <Rates currency={currency} today={today} />
        </CardBody>
      </Card>
    </Form>
  );
}

function Categories() {
  const { fields, append, remove } = useFieldArray<Values, 'categories'>({ name: 'categories' });
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium">Categories</legend>
      {fields.map((field, at) => (
        <div
          key={field.id}
          className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-2 border-b border-line pb-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto_auto] sm:border-0 sm:pb-0"
        >
          <FormField<Values>
            name={`categories.${at}.name`}
            label="Name"
            hideLabel={at > 0}
            autoComplete="off"
            className="max-sm:col-span-3"
          />
          <FormField<Values>
            name={`categories.${at}.perExpense`}
            label="Limit per expense"
            hideLabel={at > 0}
            inputMode="decimal"
            autoComplete="off"
          />
          <FormField<Values>
            name={`categories.${at}.perDay`}
            label="Limit per day"
            hideLabel={at > 0}
            inputMode="decimal"
            autoComplete="off"
          />
          <CheckboxField<Values>
            name={`categories.${at}.forbidden`}
            label="Not reimbursed"
            className="pb-1.5 max-sm:col-span-2"
          />
          <IconButton label={`Remove category ${at + 1}`} icon={<Trash2 />} onClick={() => remove(at)} />
        </div>
      ))}
      <div>
        <Button
          size="sm"
          icon={<Plus />}
          onClick={() => append({ name: '', perExpense: '', perDay: '', forbidden: false, accountId: '' })}
        >
          Add category
        </Button>
      </div>
    </fieldset>
  );
}

function Rates({ currency, today }: { currency: string; today: string }) {
  const { fields, append, remove } = useFieldArray<Values, 'mileageRates'>({ name: 'mileageRates' });
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium">Workspace mileage rates</legend>
      <p className="text-xs text-muted">
        Each rate applies from its date until the next one, and overrides published rates.
      </p>
      {fields.map((field, at) => (
        <div key={field.id} className="grid grid-cols-2 items-end gap-2 sm:grid-cols-[1fr_1fr_1fr_1fr_auto]">
          <FormField<Values> name={`mileageRates.${at}.from`} label="From" type="date" />
          <FormField<Values> name={`mileageRates.${at}.rate`} label="Rate" inputMode="decimal" autoComplete="off" />
          <FormField<Values>
            name={`mileageRates.${at}.unit`}
            label="A"
            options={[
              { value: 'mi', label: 'mile' },
              { value: 'km', label: 'kilometre' },
            ]}
          />
          <FormField<Values> name={`mileageRates.${at}.currency`} label="Currency" autoComplete="off" />
          <IconButton label={`Remove rate ${at + 1}`} icon={<Trash2 />} onClick={() => remove(at)} />
        </div>
      ))}
      <div>
        <Button
          size="sm"
          icon={<Plus />}
          onClick={() => append({ from: `${today.slice(0, 4)}-01-01`, rate: '', unit: 'mi', currency })}
        >
          Add rate
        </Button>
      </div>
    </fieldset>
  );
}
