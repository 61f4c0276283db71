import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';
import { useQueryClient } from '@tanstack/react-query';
import { useOwners } from '../../../records/web/choices.ts';
import { call } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { MultiCombobox } from '../../../web/ui/multi-combobox.tsx';
import type { Option } from '../../../web/ui/use-options.ts';
import { AUDIENCE_ROLES, type KnowledgeSource, knowledgeSources } from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';
import { ROLE_LABELS } from './labels.ts';

const Form = z.object({
  kind: z.string(),
  name: z.string().trim().min(1, 'Name is required.').max(120, 'Use at most 120 characters.'),
  url: z.string().trim().max(2_000),
  maxPages: z.number({ error: 'Enter 1 to 500.' }).int().min(1, 'Enter at least 1.').max(500, 'Enter at most 500.'),
  schedule: z.string(),
  audience: z.enum(['everyone', 'roles', 'people']),
});
type Form = z.infer<typeof Form>;

const SCHEDULES = [
  { value: '', label: 'Only when I ask' },
  { value: '24', label: 'Every day' },
  { value: '168', label: 'Every week' },
  { value: '1', label: 'Every hour' },
];
const AUDIENCES = [
  { value: 'everyone', label: 'Everyone in the workspace' },
  { value: 'roles', label: 'Certain roles' },
  { value: 'people', label: 'Certain people' },
];

interface SourceDialogProps {
  /** The source to change; absent for a new one. */
  source?: KnowledgeSource;
  feeds?: readonly { id: string; name: string; about: string }[];
  onClose: () => void;
  onSaved: (source: KnowledgeSource) => void;
}

const NO_FEEDS: NonNullable<SourceDialogProps['feeds']> = [];

/** Adds or changes a source. */
export default function SourceDialog({ source, feeds = NO_FEEDS, onClose, onSaved }: SourceDialogProps) {
  const client = useQueryClient();
  const [roles, setRoles] = useState<string[]>(source?.roles ?? []);
  const [people, setPeople] = useState<Option[]>(
    source?.people.map(({ id, name }) => ({ value: id, label: name })) ?? [],
  );
  const form = useContractForm(Form, {
    defaultValues: {
      kind: source?.kind ?? 'files',
      name: source?.name ?? '',
      url: source?.url ?? '',
      maxPages: source?.maxPages ?? 50,
      schedule: source ? String(source.everyHours ?? '') : '24',
      audience: source?.audience ?? 'everyone',
    },
    failure: source ? 'The source was not saved.' : 'The source was not added.',
    onSubmit: async (values) => {
      const saved = await save(source, values, { roles, people: people.map(({ value }) => value) });
      await client.invalidateQueries({ queryKey: [KNOWLEDGE.sources] });
      onSaved(saved);
    },
  });
  const { control } = form.methods;
  const [kind, audience] = [useWatch({ control, name: 'kind' }), useWatch({ control, name: 'audience' })];
  const kinds = [
    { value: 'files', label: 'Files: PDF, Word, Excel, PowerPoint, and more' },
    { value: 'web', label: 'Web pages or a sitemap' },
    { value: 'notes', label: 'Notes that you write here' },
    ...feeds.map(({ id, name }) => ({ value: `feed:${id}`, label: `${name}, from this product` })),
  ];
  const feed = feeds.find(({ id }) => kind === `feed:${id}`);
  const isOuter = kind === 'web' || kind.startsWith('feed');
  return (
    <EntryDialog
      form={form}
      title={source ? 'Edit source' : 'Add source'}
      submit={source ? 'Save source' : 'Add source'}
      onClose={onClose}
    >
      {!source && <FormField<Form> name="kind" label="Kind" options={kinds} hint={feed?.about} />}
      <FormField<Form> name="name" label="Name" required autoFocus />
      {kind === 'web' && !source && (
        <FormField<Form>
          name="url"
          label="Address"
          required
          inputMode="url"
          placeholder="https://example.com/help/"
          hint="A page, whose links below this address are followed, or a sitemap.xml."
        />
      )}
      {kind === 'web' && <FormField<Form> name="maxPages" label="Most pages" type="number" inputMode="numeric" />}
      {isOuter && <FormField<Form> name="schedule" label="Check for changes" options={SCHEDULES} />}
      <FormField<Form>
        name="audience"
        label="Who can read it"
        options={AUDIENCES}
        hint="Search and answers leave this source out for everyone else."
      />
      {audience === 'roles' && <Roles chosen={roles} onChange={setRoles} />}
      {audience === 'people' && <People chosen={people} onChange={setPeople} />}
    </EntryDialog>
  );
}

function save(
  source: KnowledgeSource | undefined,
  { kind, url, schedule, ...values }: Form,
  readers: { roles: string[]; people: string[] },
): Promise<KnowledgeSource> {
  const everyHours = schedule === '' ? null : Number(schedule);
  const roles = AUDIENCE_ROLES.filter((role) => readers.roles.includes(role));
  const shared = { ...values, ...readers, roles };
  if (source)
    return call(knowledgeSources.update, {
      params: { id: source.id },
      body: { ...shared, version: source.version, everyHours },
    });
  const [base, feed = ''] = kind.split(':');
  const isOuter = base === 'web' || base === 'feed';
  return call(knowledgeSources.create, {
    body: {
      ...shared,
      feed,
      kind: base as 'files' | 'web' | 'notes' | 'feed',
      url: base === 'web' ? url : '',
      maxPages: base === 'web' ? values.maxPages : 1,
      everyHours: isOuter ? everyHours : null,
    },
  });
}

function Roles({ chosen, onChange }: { chosen: readonly string[]; onChange: (roles: string[]) => void }) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium">Roles</legend>
      {AUDIENCE_ROLES.map((role) => (
        <Checkbox
          key={role}
          label={ROLE_LABELS[role]!}
          checked={chosen.includes(role)}
          onChange={(event) =>
            onChange(event.target.checked ? [...chosen, role] : chosen.filter((other) => other !== role))
          }
        />
      ))}
    </fieldset>
  );
}

function People({ chosen, onChange }: { chosen: readonly Option[]; onChange: (people: Option[]) => void }) {
  const { options } = useOwners();
  return (
    <Field label="People" hint="You can always read your own sources.">
      {(control) => (
        <MultiCombobox
          {...control}
          label="People"
          source={options}
          value={chosen}
          onChange={onChange}
          placeholder="Search teammates"
        />
      )}
    </Field>
  );
}
