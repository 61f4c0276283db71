import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useMemo, useRef, useState } from 'react';
import { useController, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { addDays } from '../../../../kernel/days.ts';
import { decimal, parseDecimal } from '../../../../kernel/money/index.ts';
import { call, request } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { ControlledField, FormField } from '../../../../web/form/form-field.tsx';
import { flattenErrors } from '../../../../web/form/server-errors.ts';
import { plainDecimal } from '../../../../web/form/typed-decimal.ts';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { money } from '../../../../web/ui/format.ts';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import type { Option } from '../../../../web/ui/use-options.ts';
import { companies, contacts } from '../../../crm/contract.ts';
import { contactName } from '../../../crm/web/index.ts';
import {
  type BusinessDocument,
  DocumentInput,
  type DocumentKind,
  documents,
  type DocumentSettings,
} from '../../contract/documents.ts';
import { ROLES } from '../../engine/ledger/accounts.ts';
import { invoiceTotals, type InvoiceTotals } from '../../engine/invoices/totals.ts';
import { CURRENCY_OPTIONS } from '../frame/currency-options.ts';
import { useFinance } from '../frame/use-finance.ts';
import { useChart, useDocumentSettings, useRefresh } from './use-business.ts';
import { documentName, KIND_WORDS, wordsOf } from './labels.ts';

interface DocumentDialogProps {
  kind: DocumentKind;
  /** A draft to be changed; a new one where absent. */
  document?: BusinessDocument;
  /** A new one is a credit note. */
  credit?: boolean;
  /** The document that a new credit note reverses, initially in full. */
  credits?: BusinessDocument;
  onSaved: (document: BusinessDocument) => void;
  onClose: () => void;
}

/** Drafts an invoice, a bill or a credit note, or changes a draft. */
export default function DocumentDialog(props: DocumentDialogProps) {
  const { data: settings } = useDocumentSettings();
  // Terms and the usual tax come from the ledger: nothing is drawn before they are known.
  return settings ? <Editor {...props} settings={settings} /> : null;
}

type Line = DocumentInput['lines'][number];

function Editor({
  kind,
  document: present,
  credit: isNewCredit = false,
  credits,
  onSaved,
  onClose,
  settings,
}: DocumentDialogProps & { settings: DocumentSettings }) {
  // As it was when it was opened: what others change in the draft meanwhile is noticed when it is saved.
  const [document] = useState(present);
  const { ledger, today } = useFinance();
  const refresh = useRefresh();
  const credit = document?.credit ?? isNewCredit;
  const { one } = wordsOf(kind, credit);
  const usualTax = decimal(settings.taxPercent).isZero() ? undefined : settings.taxPercent;
  const form = useContractForm(DocumentInput, {
    defaultValues: document
      ? inputOf(document)
      : credits
        ? { ...inputOf(credits), day: today, dueDay: today, reference: '', note: '' }
        : {
            party: { kind: null, id: null, name: '', email: '', address: '' },
            day: today,
            dueDay: addDays(today, settings.termsDays),
            currency: ledger.currency,
            reference: '',
            discount: null,
            discountWhen: settings.discountWhen,
            pricesIncludeTax: false,
            note: '',
            lines: [blankLine(usualTax)],
          },
    failure: `The ${one} could not be saved.`,
    judge: 'onSubmit',
    draft: `${credit ? 'credit-' : ''}${kind}:${document ? `${document.id}:${document.version}` : (credits?.id ?? ledger.id)}`,
    onSubmit: async (input) => {
      // A credit note is never due.
      const body = credit ? { ...input, dueDay: input.day } : input;
      const saved = document
        ? await call(documents.update, { params: { id: document.id }, body: { ...body, version: document.version } })
        : await call(documents.create, {
            body: { ...body, ledgerId: ledger.id, kind, credit, creditsId: credits?.id ?? null },
          });
      await refresh();
      onSaved(saved);
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={document ? `Edit ${one}` : credits ? `Credit note for ${documentName(credits)}` : `New ${one}`}
      description={
        credit
          ? credits
            ? 'Remove lines or reduce quantities that are not credited.'
            : kind === 'invoice'
              ? 'Credits the customer. It is numbered when issued.'
              : 'A credit from a vendor. It stays a draft until you post it.'
          : kind === 'invoice'
            ? `Numbered when issued. Next number: ${settings.nextNumber}.`
            : 'It stays a draft until you post it.'
      }
      submit={document ? 'Save' : 'Save draft'}
    >
      <PartyFields kind={kind} />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<DocumentInput>
          name="day"
          label={credit ? 'Date' : kind === 'invoice' ? 'Invoice date' : 'Bill date'}
          type="date"
          required
        />
        {!credit && <FormField<DocumentInput> name="dueDay" label="Due date" type="date" required />}
        <FormField<DocumentInput>
          name="reference"
          label={kind === 'invoice' ? 'Customer reference' : 'Vendor’s number'}
          autoComplete="off"
        />
        <ControlledField<DocumentInput> name="currency" label="Currency">
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
      <ControlledField<DocumentInput> name="pricesIncludeTax" label="Line amounts">
        {({ value, onChange }, control) => (
          <Select
            {...control}
            options={[
              { value: 'false', label: 'Before tax' },
              { value: 'true', label: 'Tax included' },
            ]}
            value={String((value as boolean | undefined) ?? false)}
            onChange={(event) => onChange(event.target.value === 'true')}
          />
        )}
      </ControlledField>
      <Lines kind={kind} usualTax={usualTax} />
      <DiscountFields />
      <Sums />
      <FormField<DocumentInput> name="note" label={kind === 'invoice' ? `Note on the ${one}` : 'Note'} rows={2} />
    </EntryDialog>
  );
}

const blankLine = (tax: string | undefined): Line => ({
  description: '',
  quantity: '1',
  unitPrice: '',
  ...(tax ? { taxPercent: tax } : {}),
});

function inputOf({
  party,
  day,
  dueDay,
  currency,
  reference,
  lines,
  discount,
  discountWhen,
  pricesIncludeTax,
  note,
}: BusinessDocument): DocumentInput {
  return {
    party,
    day,
    dueDay,
    currency,
    reference,
    discount,
    discountWhen,
    pricesIncludeTax,
    note,
    lines: lines.map((one) => ({
      description: one.description,
      quantity: one.quantity,
      unitPrice: one.unitPrice,
      accountId: one.accountId,
      ...(one.discountPercent ? { discountPercent: one.discountPercent } : {}),
      ...(one.taxPercent ? { taxPercent: one.taxPercent } : {}),
      ...(one.taxName ? { taxName: one.taxName } : {}),
      ...(one.secondTaxPercent ? { secondTaxPercent: one.secondTaxPercent } : {}),
      ...(one.secondTaxName ? { secondTaxName: one.secondTaxName } : {}),
    })),
  };
}

/** A contact or company of the CRM, or a name that is in neither. */
function PartyFields({ kind }: { kind: DocumentKind }) {
  const { setValue } = useFormContext<DocumentInput>();
  const party = useWatch<DocumentInput, 'party'>({ name: 'party' });
  const emails = useRef(new Map<string, string>());
  const search = async (query: string, signal: AbortSignal): Promise<Option[]> => {
    const wanted = { search: query.trim() || undefined, limit: 8 };
    const [people, firms] = await Promise.all([
      request(contacts.list, { query: wanted, signal }),
      request(companies.suggest, { query: wanted, signal }),
    ]);
    for (const one of people.items) emails.current.set(`contact:${one.id}`, one.emails[0]?.value ?? '');
    return [
      ...firms.items.map((one) => ({ value: `company:${one.id}`, label: one.name, detail: 'Company' })),
      ...people.items.map((one) => ({
        value: `contact:${one.id}`,
        label: contactName(one),
        detail: one.company?.name ?? one.emails[0]?.value ?? 'Contact',
      })),
    ];
  };
  const choose = (option: Option | null) => {
    const [kindOf, id] = (option?.value ?? '').split(':') as ['contact' | 'company' | '', string?];
    const email = emails.current.get(option?.value ?? '');
    setValue(
      'party',
      {
        ...party,
        kind: kindOf || null,
        id: id ?? null,
        name: option?.label ?? '',
        email: email || (option && kindOf ? '' : (party.email ?? '')),
      },
      { shouldDirty: true },
    );
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ControlledField<DocumentInput> name="party.name" label={KIND_WORDS[kind].party} required>
        {(_field, control) => (
          <Combobox
            {...control}
            autoFocus
            label={KIND_WORDS[kind].party}
            source={search}
            allowNew={(text) => `“${text}” (not in CRM)`}
            placeholder="Contact, company, or name"
            value={party.name ? { value: party.id ?? 'name', label: party.name } : null}
            onChange={choose}
          />
        )}
      </ControlledField>
      <FormField<DocumentInput> name="party.email" label="Email" type="email" autoComplete="off" />
      <FormField<DocumentInput> name="party.address" label="Address" rows={2} className="sm:col-span-2" />
    </div>
  );
}

function Lines({ kind, usualTax }: { kind: DocumentKind; usualTax: string | undefined }) {
  const { items } = useChart();
  const { fields, append, remove } = useFieldArray<DocumentInput, 'lines'>({ name: 'lines' });
  const accounts = useMemo(
    () =>
      items
        .filter(
          (one) =>
            !one.archivedAt &&
            (kind === 'invoice'
              ? one.type === 'income'
              : one.type === 'expense' || ['fixedAsset', 'inventory'].includes(one.role)),
        )
        .map((one) => ({ value: one.id, label: `${one.name} (${ROLES[one.role].label})` })),
    [items, kind],
  );
  return (
    <div className="grid gap-3">
      {fields.map((field, index) => (
        <fieldset key={field.id} className="grid grid-cols-6 gap-2 rounded-lg border border-line p-3">
          <legend className="sr-only">Line {index + 1}</legend>
          <FormField<DocumentInput>
            name={`lines.${index}.description`}
            label="Description"
            required
            autoComplete="off"
            className="col-span-6 sm:col-span-3"
          />
          <ControlledField<DocumentInput>
            name={`lines.${index}.accountId`}
            label={kind === 'invoice' ? 'Income account' : 'Account'}
            className="col-span-6 sm:col-span-3"
          >
            {({ value, onChange }, control) => (
              <Select
                {...control}
                placeholder={kind === 'invoice' ? 'Sales' : 'Other expenses'}
                options={accounts}
                value={(value as string | null) ?? ''}
                onChange={(event) => onChange(event.target.value || null)}
              />
            )}
          </ControlledField>
          <FormField<DocumentInput>
            name={`lines.${index}.quantity`}
            label="Quantity"
            inputMode="decimal"
            autoComplete="off"
            className="col-span-2 sm:col-span-1"
          />
          <FormField<DocumentInput>
            name={`lines.${index}.unitPrice`}
            label="Price"
            inputMode="decimal"
            autoComplete="off"
            required
            className="col-span-2 sm:col-span-2"
          />
          <PercentField name={`lines.${index}.discountPercent`} label="Discount %" />
          <PercentField name={`lines.${index}.taxPercent`} label="Tax %" />
          <SecondTax index={index} />
          <div className="col-span-6 flex items-end justify-between gap-2 sm:col-span-1 sm:justify-end">
            <LineAmount index={index} />
            <IconButton
              size="sm"
              label={`Remove line ${index + 1}`}
              icon={<Trash2 />}
              disabled={fields.length === 1}
              onClick={() => remove(index)}
            />
          </div>
        </fieldset>
      ))}
      <div>
        <Button icon={<Plus />} onClick={() => append(blankLine(usualTax))}>
          Add line
        </Button>
      </div>
    </div>
  );
}

/** Names of the taxes and a second one: few lines need them, so they open on request. */
function SecondTax({ index }: { index: number }) {
  const line = useWatch<DocumentInput, `lines.${number}`>({ name: `lines.${index}` });
  const [isOpen, setOpen] = useState(Boolean(line.taxName || line.secondTaxPercent));
  if (!isOpen)
    return (
      <Button
        size="sm"
        variant="ghost"
        className="order-last col-span-6 justify-self-start"
        onClick={() => setOpen(true)}
      >
        Add second tax
      </Button>
    );
  return (
    <div className="order-last col-span-6 grid grid-cols-3 gap-2">
      <FormField<DocumentInput>
        name={`lines.${index}.taxName`}
        label="Tax name"
        placeholder="GST"
        autoComplete="off"
        className="col-span-1"
      />
      <PercentField name={`lines.${index}.secondTaxPercent`} label="Second tax %" />
      <FormField<DocumentInput>
        name={`lines.${index}.secondTaxName`}
        label="Second tax name"
        placeholder="PST"
        autoComplete="off"
        className="col-span-1"
      />
    </div>
  );
}

/** A percentage that may stay away. */
function PercentField({
  name,
  label,
}: {
  name: `lines.${number}.${'discountPercent' | 'taxPercent' | 'secondTaxPercent'}`;
  label: string;
}) {
  return (
    <ControlledField<DocumentInput> name={name} label={label} className="col-span-1">
      {({ value, onChange, onBlur }, control) => (
        <Input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          value={(value as string | undefined) ?? ''}
          onBlur={(event) => {
            onChange(plainDecimal(event.target.value).trim() || undefined);
            onBlur();
          }}
          onChange={(event) => onChange(event.target.value.trim() === '' ? undefined : event.target.value)}
        />
      )}
    </ControlledField>
  );
}

function DiscountFields() {
  // One field for the whole: a name of its own for each part would make an empty discount of none.
  const { field, fieldState } = useController<DocumentInput, 'discount'>({ name: 'discount' });
  // The error may belong to a part without its own field.
  const wrong = fieldState.error && flattenErrors({ discount: fieldState.error })[0]?.message;
  const discount = field.value;
  const value = discount?.type === 'amount' ? discount.amount : (discount?.percent ?? '');
  const type = discount?.type ?? 'percent';
  const change = (nextType: 'percent' | 'amount', text: string) =>
    field.onChange(
      text.trim() === ''
        ? null
        : nextType === 'percent'
          ? { type: nextType, percent: text }
          : { type: nextType, amount: text },
    );
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field label="Total discount" error={wrong}>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            placeholder="None"
            value={value}
            onBlur={(event) => change(type, plainDecimal(event.target.value))}
            onChange={(event) => change(type, event.target.value)}
          />
        )}
      </Field>
      <Field label="Discount type">
        {(control) => (
          <Select
            {...control}
            options={[
              { value: 'percent', label: 'Percent' },
              { value: 'amount', label: 'Amount' },
            ]}
            value={type}
            disabled={!discount}
            onChange={(event) => change(event.target.value as 'percent' | 'amount', value)}
          />
        )}
      </Field>
      <ControlledField<DocumentInput> name="discountWhen" label="Applied">
        {({ value: when, onChange }, control) => (
          <Select
            {...control}
            options={[
              { value: 'beforeTax', label: 'Before tax' },
              { value: 'afterTax', label: 'After tax' },
            ]}
            value={(when as string | undefined) ?? 'beforeTax'}
            disabled={!discount}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </ControlledField>
    </div>
  );
}

/** Totals of the entered values; undefined while a figure is invalid. */
function useTotals(): InvoiceTotals | undefined {
  const [lines, discount, discountWhen, currency, pricesIncludeTax] = useWatch<
    DocumentInput,
    ['lines', 'discount', 'discountWhen', 'currency', 'pricesIncludeTax']
  >({ name: ['lines', 'discount', 'discountWhen', 'currency', 'pricesIncludeTax'] });
  return useMemo(() => {
    try {
      return invoiceTotals({
        currency,
        discountWhen: discountWhen ?? 'beforeTax',
        pricesIncludeTax: pricesIncludeTax ?? false,
        lines: lines.map((one) => {
          const [quantity, unitPrice, off, tax, second] = [
            one.quantity,
            one.unitPrice || '0',
            one.discountPercent ?? '0',
            one.taxPercent ?? '0',
            one.secondTaxPercent ?? '0',
          ].map((text) => parseDecimal(text.trim()));
          if (!quantity || !unitPrice || !off || !tax || !second) throw new RangeError('Enter a number');
          return {
            quantity,
            unitPrice,
            discountPercent: off,
            ...(tax.isZero() ? {} : { taxPercent: tax, taxName: one.taxName ?? '' }),
            ...(second.isZero() ? {} : { secondTaxPercent: second, secondTaxName: one.secondTaxName ?? '' }),
          };
        }),
        ...(discount
          ? {
              discount:
                discount.type === 'percent'
                  ? { type: 'percent', percent: decimal(discount.percent) }
                  : { type: 'amount', amount: decimal(discount.amount) },
            }
          : {}),
      });
    } catch {
      return undefined;
    }
  }, [lines, discount, discountWhen, currency, pricesIncludeTax]);
}

function LineAmount({ index }: { index: number }) {
  const totals = useTotals();
  const currency = useWatch<DocumentInput, 'currency'>({ name: 'currency' });
  const amount = totals?.lines[index];
  return (
    <span className="tabular truncate py-2 text-sm font-medium">
      {amount && currency ? money(amount.toFixed(), currency) : '–'}
    </span>
  );
}

function Sums() {
  const totals = useTotals();
  const [currency, pricesIncludeTax] = useWatch<DocumentInput, ['currency', 'pricesIncludeTax']>({
    name: ['currency', 'pricesIncludeTax'],
  });
  if (!totals || !currency) return null;
  const rows = [
    [pricesIncludeTax ? 'Subtotal with tax' : 'Subtotal', totals.subtotal],
    ...(totals.discount.isZero() ? [] : [['Discount', totals.discount.negated()] as const]),
    ...totals.taxes.map(
      (one) =>
        [`${pricesIncludeTax ? 'Includes ' : ''}${one.name || 'Tax'} ${one.percent.toFixed()}%`, one.tax] as const,
    ),
    ['Total', totals.total],
  ] as const;
  return (
    <dl className="ml-auto grid w-full max-w-72 grid-cols-2 gap-y-1 text-sm" aria-live="polite">
      {rows.map(([label, amount]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className={`tabular text-right ${label === 'Total' ? 'font-semibold' : ''}`}>
            {money(amount.toFixed(), currency)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
