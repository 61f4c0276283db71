import { call } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { CheckboxField, FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { NewTaxEntry, tax, type TaxEntry, TaxEntryUpdate } from '../../contract/tax.ts';
import type { TaxLine } from '../../contract/tax-lines.ts';
import { attempt } from '../accounts/run-action.ts';
import { useRefresh } from './use-tax.ts';
import { LINE_LABELS, optionsOf } from './labels.ts';

interface Props {
  profileId: string;
  year: number;
  entry?: TaxEntry | undefined;
  line?: TaxLine | undefined;
  onClose: () => void;
}

/** A figure from a form or from one's own head: entered, changed, deleted. */
export default function FigureDialog({ entry, ...rest }: Props) {
  return entry ? <Change entry={entry} {...rest} /> : <Enter {...rest} />;
}

function Enter({ profileId, year, line = 'wages', onClose }: Omit<Props, 'entry'>) {
  const refresh = useRefresh();
  const form = useContractForm(NewTaxEntry, {
    defaultValues: { year, line, amount: '', label: '', replaces: false },
    failure: 'The amount could not be added.',
    onSubmit: async (body) => {
      await call(tax.addEntry, { params: { id: profileId }, body });
      onClose();
      await refresh();
      toast({ type: 'success', title: `${LINE_LABELS[body.line]} added` });
    },
  });
  return (
    <EntryDialog form={form} onClose={onClose} title={`Add ${year} amount`} submit="Add amount">
      <Fields />
    </EntryDialog>
  );
}

function Change({ profileId, entry, onClose }: Props & { entry: TaxEntry }) {
  const refresh = useRefresh();
  const { version, line, amount, label, replaces } = entry;
  const params = { id: profileId, itemId: entry.id };
  const form = useContractForm(TaxEntryUpdate, {
    defaultValues: { version, line, amount, label, replaces },
    failure: 'The amount could not be saved.',
    onSubmit: async (body) => {
      await call(tax.updateEntry, { params, body });
      onClose();
      await refresh();
    },
  });
  const remove = () =>
    attempt('Couldn’t delete the amount', async () => {
      await call(tax.removeItem, { params });
      onClose();
      await refresh();
      offerUndo({
        title: `${LINE_LABELS[line]} deleted`,
        undo: async () => {
          await call(tax.restoreItem, { params });
          await refresh();
        },
      });
    });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={LINE_LABELS[line]}
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

function Fields() {
  return (
    <>
      <FormField<NewTaxEntry> name="line" label="Line" options={optionsOf(LINE_LABELS)} />
      <FormField<NewTaxEntry>
        name="amount"
        label="Amount in US dollars"
        inputMode="decimal"
        autoComplete="off"
        hint="Enter a positive amount, for expenses too."
        autoFocus
        required
      />
      <FormField<NewTaxEntry>
        name="label"
        label="Where it comes from"
        placeholder="W-2 of Calder & Finch"
        autoComplete="off"
        optional
      />
      <CheckboxField<NewTaxEntry>
        name="replaces"
        label="Replace ledger amount"
        hint="If off, it is added to the ledger amount."
      />
    </>
  );
}
