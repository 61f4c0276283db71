import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';
import { ControlledField, FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { call, read } from '../../../../web/api/request.ts';
import { useSessionUser } from '../../../../web/api/session.ts';
import { useGo } from '../../../../web/router/link.tsx';
import { toast } from '../../../../web/shell/toast.ts';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { exchangeRates } from '../../contract/forecast.ts';
import { opportunities } from '../../contract/opportunities.ts';
import { pipelines } from '../../contract/pipelines.ts';
import { parseAmount } from '../../engine/opportunities/typed-amount.ts';
import { useCompanySearch, useContactSearch, useOwners } from '../../../../records/web/choices.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import ReadersField from '../../../../records/web/readers-field.tsx';
import { useRowCache } from '../../../../records/web/use-rows.ts';
import { usePipelineChoice } from './board/board.tsx';
import { CurrencySelect } from './currency-select.tsx';

const OptionValue = z.object({ value: z.string(), label: z.string() }).nullable();

/** The dialog's values; the server's errors appear next to the fields. */
const Entry = z.object({
  name: z.string().trim().min(1, 'Enter a name for the opportunity.').max(200, 'Enter up to 200 characters.'),
  amount: z
    .string()
    .refine((text) => text.trim() === '' || parseAmount(text) !== undefined, 'Enter an amount such as 12,500.00.'),
  currency: z.string(),
  stageId: z.string(),
  expectedClose: z.string(),
  companyName: z.string(),
  contactId: OptionValue,
  ownerId: OptionValue,
  source: z.string(),
  readers: z.array(z.string()).nullable(),
});
type Entry = z.infer<typeof Entry>;

interface NewOpportunityDialogProps {
  onClose: () => void;
  /** Linked contact, when created from a record. */
  contact?: { id: string; name: string };
  company?: { name: string };
}

/** The fields of a new opportunity; whatever else is known is added on its record. */
export default function NewOpportunityDialog({ onClose, contact, company }: NewOpportunityDialogProps) {
  const go = useGo();
  const cache = useRowCache('opportunity');
  const owners = useOwners();
  const user = useSessionUser();
  const searchCompanies = useCompanySearch();
  const searchContacts = useContactSearch();
  const base = useQuery(read(exchangeRates.list)).data?.base ?? '';
  const list = useQuery(read(pipelines.list)).data?.items;
  const { pipeline } = usePipelineChoice();
  const stages = useMemo(() => {
    const all = list ?? [];
    const first = all.find((one) => one.id === pipeline?.id);
    return [...(first ? [first] : []), ...all.filter((one) => one !== first)].flatMap((one) =>
      one.stages
        .filter((stage) => stage.outcome === 'open')
        .map((stage) => ({ value: stage.id, label: all.length > 1 ? `${one.name}: ${stage.name}` : stage.name })),
    );
  }, [list, pipeline]);
  const form = useContractForm(Entry, {
    defaultValues: {
      name: '',
      amount: '',
      currency: '',
      stageId: '',
      expectedClose: '',
      companyName: company?.name ?? '',
      contactId: contact ? { value: contact.id, label: contact.name } : null,
      ownerId: user ? { value: user.id, label: user.name } : null,
      source: '',
      readers: null,
    },
    failure: 'The opportunity could not be created.',
    draft: contact || company ? undefined : 'opportunity:new',
    onSubmit: async (values) => {
      const created = await call(opportunities.create, { body: bodyOf(values, stages[0]?.value) });
      onClose();
      void cache.refresh();
      toast({
        type: 'success',
        title: `${created.name} created`,
        action: { label: 'Open', onSelect: () => void go(`/opportunities/${created.id}`) },
      });
    },
  });
  const currency = useWatch({ control: form.methods.control, name: 'currency' });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title="New opportunity"
      description="Only the name is required."
      submit="Create opportunity"
    >
      <FormField<Entry> name="name" label="Name" placeholder="Acme — renewal" autoComplete="off" autoFocus />
      <div className="grid gap-4 sm:grid-cols-2">
        <ControlledField<Entry> name="companyName" label="Company">
          {({ value, onChange }, control) => (
            <Combobox
              {...control}
              label="Company"
              source={searchCompanies}
              allowNew={(text) => `New company “${text}”`}
              value={value ? { value: value as string, label: value as string } : null}
              onChange={(option) => onChange(option?.label ?? '')}
            />
          )}
        </ControlledField>
        <ControlledField<Entry> name="contactId" label="Contact">
          {({ value, onChange }, control) => (
            <Combobox
              {...control}
              label="Contact"
              source={searchContacts}
              value={value as Entry['contactId']}
              onChange={onChange}
            />
          )}
        </ControlledField>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-2">
          <ControlledField<Entry> name="amount" label="Amount">
            {({ value, onChange, onBlur }, control) => (
              <Input
                {...control}
                inputMode="decimal"
                autoComplete="off"
                placeholder="12,500.00"
                value={value as string}
                onChange={(event) => onChange(event.target.value)}
                onBlur={onBlur}
              />
            )}
          </ControlledField>
          <ControlledField<Entry> name="currency" label="Currency">
            {({ onChange }, control) => <CurrencySelect {...control} value={currency || base} onChange={onChange} />}
          </ControlledField>
        </div>
        <FormField<Entry> name="expectedClose" label="Expected close" type="date" />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {stages.length > 0 && <FormField<Entry> name="stageId" label="Stage" options={stages} />}
        <ControlledField<Entry> name="ownerId" label="Owner">
          {({ value, onChange }, control) => (
            <Combobox
              {...control}
              label="Owner"
              source={owners.options}
              placeholder="No one"
              value={value as Entry['ownerId']}
              onChange={onChange}
            />
          )}
        </ControlledField>
        <FormField<Entry> name="source" label="Source" placeholder="Where from" autoComplete="off" />
        <ControlledField<Entry> name="readers" label="Who can see it">
          {({ value, onChange }, { id }) => (
            <div className="flex flex-wrap gap-1.5">
              <ReadersField id={id} label="Who can see it" value={value as Entry['readers']} onChange={onChange} />
            </div>
          )}
        </ControlledField>
      </div>
    </EntryDialog>
  );
}

/** Fields that were left empty are nothing to save. */
function bodyOf(
  { name, amount, currency, stageId, expectedClose, companyName, contactId, ownerId, source, readers }: Entry,
  firstStage: string | undefined,
) {
  const stage = stageId || firstStage;
  return {
    name,
    ownerId: ownerId?.value ?? null,
    ...(amount.trim() && { amount: parseAmount(amount)! }),
    ...(currency && { currency }),
    ...(stage && { stageId: stage }),
    ...(expectedClose && { expectedClose }),
    ...(companyName && { companyName }),
    ...(contactId && { contactId: contactId.value }),
    ...(source && { source }),
    ...(readers && { readers }),
  };
}
