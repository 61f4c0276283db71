import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { knowledgeTests, NewTestSet, type TestSet } from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';

interface TestSetDialogProps {
  /** The set to change; absent for a new one. */
  set?: TestSet;
  onClose: () => void;
  onSaved?: (set: TestSet) => void;
}

export default function TestSetDialog({ set, onClose, onSaved }: TestSetDialogProps) {
  const client = useQueryClient();
  const form = useContractForm(NewTestSet, {
    defaultValues: { name: set?.name ?? '', maxLoss: set?.maxLoss ?? 0.02 },
    failure: 'The test set was not saved.',
    onSubmit: async (body) => {
      const saved = await (set
        ? call(knowledgeTests.update, { params: { id: set.id }, body: { ...body, version: set.version } })
        : call(knowledgeTests.create, { body }));
      await client.invalidateQueries({ queryKey: [KNOWLEDGE.tests] });
      await client.invalidateQueries({ queryKey: [`${KNOWLEDGE.tests}/${saved.id}`] });
      onClose();
      onSaved?.(saved);
    },
  });
  return (
    <EntryDialog
      form={form}
      title={set ? 'Edit test set' : 'Add test set'}
      submit={set ? 'Save test set' : 'Add test set'}
      onClose={onClose}
    >
      <FormField name="name" label="Name" required autoFocus />
      <FormField
        name="maxLoss"
        label="Allowed loss"
        type="number"
        inputMode="decimal"
        hint="A settings change is refused if nDCG@10 or correct abstentions fall by more than this. 0.02 is two percentage points."
      />
    </EntryDialog>
  );
}
