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

/**
 * What is paid for, up to how much, and who has to agree. Who looks after the workspace sets it; everybody reads it.
 */
export default function PolicySection({ setup }: { setup: ExpenseSetup }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {setup.isManager ? <Edit setup={setup} /> : <Shown setup={setup} />}
      <Card>
        <CardHeader
          title="Published mileage rates"
          description="They hold where the workspace has no rate of its own. For days without a rate, an own one has to be entered."
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
    policy.receiptOver && `A receipt is needed above ${limit(policy.receiptOver)}.`,
    policy.secondApproverOver && `Above ${limit(policy.secondApproverOver)} two people have to approve.`,
    policy.maxAgeDays && `Expenses are to be claimed within ${policy.maxAgeDays} days.`,
  ].filter(Boolean);
  return (
    <Card>
      <CardHeader title="Policy" description={facts.join(' ')} />
      <CardBody>
        <FigureTable
          label="Categories"
          columns={[
            { key: 'name', label: 'Category' },
            { key: 'one', label: 'One expense', numeric: true },
            { key: 'day', label: 'A day', numeric: true },
            { key: 'paid', label: '' },
          ]}
          rows={policy.categories.map((one) => ({
            key: one.name,
            cells: {
              name: one.name,
              one: limit(one.perExpense),
              day: limit(one.perDay),
              paid: one.forbidden ? 'Not paid for' : '',
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
        title: 'The policy is saved',
        description: 'It holds for what is entered and handed in from now on.',
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
          description={`Amounts in ${currency}. What goes against it is shown before handing in and to who approves; what is not paid for cannot be handed in.`}
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
              label="A receipt is needed above"
              inputMode="decimal"
              autoComplete="off"
              hint="Blank: never."
            />
            <FormField<Values>
              name="secondApproverOver"
              label="Two people approve above"
              inputMode="decimal"
              autoComplete="off"
              hint="Blank: one is enough."
            />
            <FormField<Values>
              name="maxAgeDays"
              label="Claimed within days"
              type="number"
              inputMode="numeric"
              hint="Of the expense’s day."
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
            label="Most for one"
            hideLabel={at > 0}
            inputMode="decimal"
            autoComplete="off"
          />
          <FormField<Values>
            name={`categories.${at}.perDay`}
            label="Most a day"
            hideLabel={at > 0}
            inputMode="decimal"
            autoComplete="off"
          />
          <CheckboxField<Values>
            name={`categories.${at}.forbidden`}
            label="Not paid for"
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
      <legend className="mb-1 text-sm font-medium">Own mileage rates</legend>
      <p className="text-xs text-muted">Each holds from its day until the next, and comes before published ones.</p>
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
