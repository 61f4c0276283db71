import { useState } from 'react';
import * as z from 'zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { Form } from '../../../web/form/form.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { knowledge, type KnowledgeSettings } from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';

/** How knowledge is searched. */
export default function SettingsTab() {
  const { data, error, refetch } = useQuery(read(knowledge.settings));
  if (error && !data) return <Failure error={error} what="Settings" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-64 w-full" />;
  return (
    <div className="grid max-w-xl gap-6">
      <ModelNote settings={data} />
      {data.canEdit ? <SettingsForm key={data.version} settings={data} /> : <SettingsFacts settings={data} />}
    </div>
  );
}

function ModelNote({ settings: { model, isEmbeddedModel } }: { settings: KnowledgeSettings }) {
  return (
    <section aria-labelledby="meaning" className="text-sm">
      <h2 id="meaning" className="text-base font-semibold">
        Search by meaning
      </h2>
      <p className="text-muted">
        {isEmbeddedModel
          ? 'Uses the embedding model that comes with the product. It knows English only and often takes opposites for the same, so words count more than meaning by default. Connect an embedding provider in Settings to improve this.'
          : 'Uses your embedding provider.'}
        {model && ` Model in use: ${model}.`}
      </p>
    </section>
  );
}

function SettingsFacts({ settings }: { settings: KnowledgeSettings }) {
  const facts = [
    ['Semantic weight', `${settings.embeddingWeight}`],
    ['Query expansion', settings.isWidening ? 'Yes' : 'No'],
    ['Minimum match', `${settings.minCoverage}`],
    ['Days until a document is stale', settings.staleDays.toLocaleString()],
    ['Synonyms', settings.synonyms.map((group) => group.join(', ')).join('; ') || 'None'],
  ];
  return (
    <dl className="grid gap-2 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4 border-b border-line pb-1">
          <dt className="text-muted">{name}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const share = z.number({ error: 'Enter 0 to 1.' }).min(0, 'Enter 0 to 1.').max(1, 'Enter 0 to 1.');
const Values = z.object({
  embeddingWeight: share,
  minCoverage: share,
  staleDays: z
    .number({ error: 'Enter a number of days.' })
    .int('Enter a whole number.')
    .min(1, 'Enter at least 1 day.')
    .max(3_650, 'Enter at most 3,650 days.'),
  synonyms: z.string().max(20_000, 'Use at most 20,000 characters.'),
});
type Values = z.infer<typeof Values>;

const groupsIn = (text: string) =>
  text
    .split('\n')
    .map((line) => [...new Set(line.split(',').map((word) => word.trim()))].filter(Boolean))
    .filter((group) => group.length > 1);

function SettingsForm({ settings }: { settings: KnowledgeSettings }) {
  const client = useQueryClient();
  const [isWidening, setWidening] = useState(settings.isWidening);
  const form = useContractForm(Values, {
    defaultValues: {
      embeddingWeight: settings.embeddingWeight,
      minCoverage: settings.minCoverage,
      staleDays: settings.staleDays,
      synonyms: settings.synonyms.map((group) => group.join(', ')).join('\n'),
    },
    failure: 'The settings were not saved.',
    onSubmit: async ({ synonyms, ...values }) => {
      const body = { ...values, isWidening, synonyms: groupsIn(synonyms), version: settings.version };
      try {
        await call(knowledge.updateSettings, { body });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'conflict')) throw error;
        const yes = await confirm({
          title: 'Save these settings anyway?',
          description: messageFor(error, 'A test set loses more than it allows.'),
          action: 'Save anyway',
          tone: 'danger',
        });
        if (!yes) return;
        await call(knowledge.updateSettings, { body: { ...body, force: true } });
      }
      await client.invalidateQueries({ queryKey: [KNOWLEDGE.settings] });
      toast({ type: 'success', title: 'Settings saved' });
    },
  });
  return (
    <Form form={form} className="flex flex-col gap-4">
      <FormField<Values>
        name="embeddingWeight"
        label="Semantic weight"
        type="number"
        inputMode="decimal"
        hint="0 ranks by keywords only, 1 by meaning only. 0.3 measured best with the embedded model."
      />
      <Checkbox
        label="Expand questions with words from the best passages"
        checked={isWidening}
        onChange={(event) => setWidening(event.target.checked)}
      />
      <FormField<Values>
        name="minCoverage"
        label="Minimum match"
        type="number"
        inputMode="decimal"
        hint="Share of a question’s words that a passage must hold to count as an answer, 0 to 1. Higher means fewer wrong passages and more questions without an answer."
      />
      <FormField<Values>
        name="staleDays"
        label="Days until a document is stale"
        type="number"
        inputMode="numeric"
        hint="Documents that have not changed for longer are marked."
      />
      <FormField<Values>
        name="synonyms"
        label="Synonyms"
        rows={6}
        hint="One group a line, separated by commas: invoice, bill, statement"
      />
      <div>
        <Button type="submit" variant="primary" loading={form.saving}>
          Save settings
        </Button>
      </div>
    </Form>
  );
}
