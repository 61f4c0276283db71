import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useFieldArray, useWatch } from 'react-hook-form';
import { call, read } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { ControlledField, FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Checkbox } from '../../../../web/ui/checkbox.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { accounts } from '../../contract/accounts.ts';
import { NewTaxProfile, tax, type TaxProfile, TaxProfileUpdate, type TaxSource } from '../../contract/tax.ts';
import { attempt } from '../accounts/run-action.ts';
import { useFinance } from '../frame/use-finance.ts';
import { useRefresh, useTaxSearch } from './use-tax.ts';
import { KIND_LABELS, optionsOf, USE_LABELS } from './labels.ts';

/** The taxpayer, and the ledgers of its figures. */
export default function ProfileDialog({ profile, onClose }: { profile?: TaxProfile | undefined; onClose: () => void }) {
  return profile ? <Change profile={profile} onClose={onClose} /> : <Enter onClose={onClose} />;
}

function Enter({ onClose }: { onClose: () => void }) {
  const { ledger } = useFinance();
  const refresh = useRefresh();
  const [, setSearch] = useTaxSearch();
  const form = useContractForm(NewTaxProfile, {
    defaultValues: {
      ledgerId: ledger.id,
      name: '',
      kind: 'person',
      sources: [{ ledgerId: ledger.id, use: ledger.kind, sharePercent: '100', sheltered: [] }],
      remindDays: [14, 3],
    },
    failure: 'The profile could not be created.',
    judge: 'onSubmit',
    onSubmit: async (body) => {
      const made = await call(tax.create, { body });
      await refresh();
      onClose();
      setSearch({ profile: made.id });
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title="New tax profile"
      description="US federal tax. Everyone with access to this ledger can see the profile."
      submit="Create profile"
    >
      <Fields />
    </EntryDialog>
  );
}

function Change({ profile, onClose }: { profile: TaxProfile; onClose: () => void }) {
  const refresh = useRefresh();
  const [, setSearch] = useTaxSearch();
  const params = { id: profile.id };
  const { version, name, kind, sources, remindDays } = profile;
  const form = useContractForm(TaxProfileUpdate, {
    defaultValues: {
      version,
      name,
      kind,
      sources: sources.map(({ ledgerId, use, sharePercent, sheltered }) => ({
        ledgerId,
        use,
        sharePercent,
        sheltered,
      })),
      remindDays,
    },
    failure: 'The profile could not be saved.',
    judge: 'onSubmit',
    onSubmit: async (body) => {
      await call(tax.update, { params, body });
      await refresh();
      onClose();
    },
  });
  const remove = () =>
    attempt('Couldn’t delete the profile', async () => {
      await call(tax.remove, { params });
      onClose();
      setSearch({ profile: '' });
      await refresh();
      offerUndo({
        title: `${name} deleted`,
        undo: async () => {
          await call(tax.restore, { params });
          await refresh();
        },
      });
    });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={name}
      submit="Save"
      aside={
        <Button variant="link" className="mr-auto" onClick={() => void remove()}>
          Delete
        </Button>
      }
    >
      <Fields />
    </EntryDialog>
  );
}

const NO_SOURCES: readonly TaxSource[] = [];

function Fields() {
  const { ledgers } = useFinance();
  const { fields, append, remove } = useFieldArray<NewTaxProfile, 'sources'>({ name: 'sources' });
  const used = (useWatch<NewTaxProfile, 'sources'>({ name: 'sources' }) ?? NO_SOURCES).map((one) => one.ledgerId);
  const free = ledgers.find((one) => !used.includes(one.id));
  return (
    <>
      <FormField<NewTaxProfile>
        name="name"
        label="Name"
        placeholder="Ada and Ben"
        autoComplete="off"
        autoFocus
        required
      />
      <FormField<NewTaxProfile>
        name="kind"
        label="Taxed as"
        options={optionsOf(KIND_LABELS)}
        hint="For a sole proprietor, choose Individual and add the business ledger at 100%."
      />
      <fieldset className="grid gap-3">
        <legend className="mb-1 text-sm font-medium">Figures come from</legend>
        {fields.map((field, index) => (
          <Source
            key={field.id}
            index={index}
            name={ledgers.find((one) => one.id === used[index])?.name ?? 'A ledger that is not shared with you'}
            onRemove={() => remove(index)}
          />
        ))}
        {free && (
          <div>
            <Button
              size="sm"
              icon={<Plus />}
              onClick={() => append({ ledgerId: free.id, use: free.kind, sharePercent: '100', sheltered: [] })}
            >
              Add {free.name}
            </Button>
          </div>
        )}
      </fieldset>
    </>
  );
}

function Source({ index, name, onRemove }: { index: number; name: string; onRemove: () => void }) {
  const source = useWatch<NewTaxProfile, `sources.${number}`>({ name: `sources.${index}` });
  const { data } = useQuery({
    ...read(accounts.list, { query: { ledgerId: source?.ledgerId ?? '' } }),
    enabled: Boolean(source?.ledgerId),
    retry: false,
  });
  const depots = (data?.items ?? []).filter((one) => one.kind === 'investment');
  return (
    <div className="grid gap-3 rounded-md border border-line p-3">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-sm font-medium">{name}</span>
        <IconButton size="sm" label={`Remove ${name}`} icon={<Trash2 />} onClick={onRemove} />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <FormField<NewTaxProfile> name={`sources.${index}.use`} label="Counts as" options={optionsOf(USE_LABELS)} />
        {source?.use === 'passThrough' && (
          <FormField<NewTaxProfile>
            name={`sources.${index}.sharePercent`}
            label="Share, %"
            inputMode="decimal"
            autoComplete="off"
          />
        )}
      </div>
      {depots.length > 0 && source?.use !== 'passThrough' && (
        <ControlledField<NewTaxProfile>
          name={`sources.${index}.sheltered`}
          label="Tax-advantaged accounts (IRA, 401(k), HSA)"
        >
          {({ value, onChange }) => {
            const chosen = (value as string[] | undefined) ?? [];
            return (
              <div className="grid gap-1">
                {depots.map((one) => (
                  <Checkbox
                    key={one.id}
                    label={one.name}
                    checked={chosen.includes(one.id)}
                    onChange={(event) =>
                      onChange(event.target.checked ? [...chosen, one.id] : chosen.filter((id) => id !== one.id))
                    }
                  />
                ))}
              </div>
            );
          }}
        </ControlledField>
      )}
    </div>
  );
}
