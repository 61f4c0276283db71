import { useState } from 'react';
import * as z from 'zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, read } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { knowledge, type KnowledgeSettings, knowledgeTests, TestedSettings } from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';

const Values = TestedSettings.omit({ isWidening: true }).extend({
  label: z.string().trim().max(80, 'Use at most 80 characters.'),
});
type Values = z.infer<typeof Values>;

/** Runs a test set, with the settings in use or others. */
export default function RunTestDialog({
  setId,
  settings,
  onClose,
}: {
  setId: string;
  settings: KnowledgeSettings;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [isWidening, setWidening] = useState(settings.isWidening);
  const [isWritten, setWritten] = useState(false);
  const { data: status } = useQuery(read(knowledge.status));
  const form = useContractForm(Values, {
    defaultValues: { label: '', embeddingWeight: settings.embeddingWeight, minCoverage: settings.minCoverage },
    failure: 'The test was not started.',
    onSubmit: async ({ label, ...values }) => {
      await call(knowledgeTests.run, {
        params: { id: setId },
        body: { label, settings: { ...values, isWidening }, answers: isWritten ? 'written' : 'quoted' },
      });
      await client.invalidateQueries({ queryKey: [`${KNOWLEDGE.tests}/${setId}`] });
      onClose();
    },
  });
  return (
    <EntryDialog
      form={form}
      title="Run test"
      submit="Run test"
      description="The settings in use are filled in. Change them to try others: searches keep theirs."
      onClose={onClose}
    >
      <FormField<Values> name="label" label="Label" placeholder="Higher semantic weight" autoFocus />
      <FormField<Values> name="embeddingWeight" label="Semantic weight" type="number" inputMode="decimal" />
      <FormField<Values> name="minCoverage" label="Minimum match" type="number" inputMode="decimal" />
      <Checkbox
        label="Expand questions with words from the best passages"
        checked={isWidening}
        onChange={(event) => setWidening(event.target.checked)}
      />
      {status?.hasModel ? (
        <Checkbox
          label="Write answers with the language model, which uses credits"
          checked={isWritten}
          onChange={(event) => setWritten(event.target.checked)}
        />
      ) : (
        <p className="text-xs text-muted">
          Facts are checked on the quoted passages. Connect a language model to check written answers, too.
        </p>
      )}
    </EntryDialog>
  );
}
