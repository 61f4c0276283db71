import { useEffect, useState } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import * as z from 'zod';
import { call, read, readKey } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { counted } from '../../../web/ui/format.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import {
  type AudienceCondition,
  AudienceFields,
  MAX_AUDIENCE_CONDITIONS,
  PersonStage,
  pixelAudiences,
  type WebsiteAudience,
} from '../contract/audiences.ts';
import { CHANNELS } from '../contract/channels.ts';
import { GoalKind, type PixelGoal, type PixelSite, pixelSites } from '../contract/sites.ts';
import { CONDITION_LABELS, GOAL_HINTS, GOAL_KIND_LABELS, STAGE_LABELS } from './labels.ts';

/** All fields of all kinds, so that choosing another kind keeps what was typed. */
const FormCondition = z.object({
  kind: z.enum(['did', 'visited', 'came_from', 'goal', 'stage']),
  what: GoalKind,
  matches: z.string(),
  times: z.number({ error: 'Enter 1 or more.' }),
  days: z.number({ error: 'Enter 1 or more days.' }),
  by: z.enum(['campaign', 'source', 'channel']),
  goalId: z.string(),
  stage: PersonStage,
});
type FormCondition = z.infer<typeof FormCondition>;

function conditionOf({ kind, what, matches, times, days, by, goalId, stage }: FormCondition): unknown {
  switch (kind) {
    case 'did':
      return { kind, what, matches, times, days };
    case 'visited':
      return { kind, times, days };
    case 'came_from':
      return { kind, by, matches, days };
    case 'goal':
      return { kind, goalId, days };
    case 'stage':
      return { kind, stage };
  }
}

const AudienceForm = z.object({
  name: AudienceFields.shape.name,
  conditions: z.array(FormCondition.transform(conditionOf)).pipe(AudienceFields.shape.conditions),
});
type AudienceForm = z.input<typeof AudienceForm>;

const BLANK: FormCondition = {
  kind: 'did',
  what: 'page',
  matches: '/pricing',
  times: 1,
  days: 30,
  by: 'campaign',
  goalId: '',
  stage: 'no_deal',
};
const filled = (condition: AudienceCondition): FormCondition => ({ ...BLANK, matches: '', ...condition });

/** Milliseconds of rest after which the number of contacts is asked for. */
const REST = 500;

/** Adds an audience, or changes one. */
export default function AudienceDialog({
  site,
  audience,
  onClose,
}: {
  site: PixelSite;
  audience: WebsiteAudience | undefined;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const params = { siteId: site.id };
  const form = useContractForm(AudienceForm, {
    defaultValues: { name: audience?.name ?? '', conditions: audience?.conditions.map(filled) ?? [BLANK] },
    failure: 'The audience could not be saved.',
    judge: 'onSubmit',
    onSubmit: async (body) => {
      await (audience
        ? call(pixelAudiences.update, {
            params: { ...params, id: audience.id },
            body: { ...body, version: audience.version },
          })
        : call(pixelAudiences.create, { params, body }));
      await client.invalidateQueries({ queryKey: readKey(pixelAudiences.list, { params }) });
      toast({ type: 'success', title: audience ? 'Audience saved' : 'Audience added' });
      onClose();
    },
  });
  return (
    <EntryDialog
      form={form}
      size="lg"
      onClose={onClose}
      title={audience ? 'Edit audience' : 'Add audience'}
      description="Contacts who match now are in it at once. Workflows start for those who enter later."
      submit={audience ? 'Save audience' : 'Add audience'}
    >
      <FormField<AudienceForm> name="name" label="Name" required autoFocus placeholder="Looked at prices" />
      <Conditions site={site} />
      <Count site={site} />
    </EntryDialog>
  );
}

function Conditions({ site }: { site: PixelSite }) {
  const { control } = useFormContext<AudienceForm>();
  const { fields, append, remove } = useFieldArray({ control, name: 'conditions' });
  const goals = useQuery(read(pixelSites.goals, { params: { siteId: site.id } })).data?.items ?? [];
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 border-t border-line pt-3">
      <legend className="float-left w-full text-sm font-semibold">All of these hold</legend>
      {fields.map((field, n) => (
        <div key={field.id} className="flex items-start gap-2 rounded-lg border border-line p-3">
          <ConditionFields n={n} goals={goals} />
          {fields.length > 1 && (
            <IconButton label={`Remove condition ${n + 1}`} icon={<Trash2 />} onClick={() => remove(n)} />
          )}
        </div>
      ))}
      {fields.length < MAX_AUDIENCE_CONDITIONS && (
        <Button
          size="sm"
          className="self-start"
          icon={<Plus />}
          onClick={() => append({ ...BLANK, kind: 'visited', matches: '' })}
        >
          Add condition
        </Button>
      )}
    </fieldset>
  );
}

function ConditionFields({ n, goals }: { n: number; goals: readonly PixelGoal[] }) {
  const { control } = useFormContext<AudienceForm>();
  const condition = useWatch({ control, name: `conditions.${n}` });
  const { kind, what, by } = condition ?? BLANK;
  const options = (labels: Readonly<Record<string, string>>) =>
    Object.entries(labels).map(([value, label]) => ({ value, label }));
  return (
    <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-2">
      <FormField<AudienceForm>
        name={`conditions.${n}.kind`}
        label={`Condition ${n + 1}`}
        options={options(CONDITION_LABELS)}
      />
      {kind === 'did' && (
        <FormField<AudienceForm>
          name={`conditions.${n}.what`}
          label="Action"
          options={GoalKind.options.map((value) => ({ value, label: GOAL_KIND_LABELS[value] }))}
        />
      )}
      {kind === 'came_from' && (
        <FormField<AudienceForm>
          name={`conditions.${n}.by`}
          label="Where from"
          options={options({ campaign: 'Campaign', source: 'Source', channel: 'Channel' })}
        />
      )}
      {kind === 'goal' && (
        <FormField<AudienceForm>
          name={`conditions.${n}.goalId`}
          label="Goal"
          required
          placeholder={goals.length === 0 ? 'Add a goal first' : 'Choose a goal'}
          options={goals.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {kind === 'stage' && (
        <FormField<AudienceForm> name={`conditions.${n}.stage`} label="The contact" options={options(STAGE_LABELS)} />
      )}
      {(kind === 'did' || kind === 'came_from') && (
        <FormField<AudienceForm>
          name={`conditions.${n}.matches`}
          label="Matches"
          required
          hint={kind === 'did' ? GOAL_HINTS[what] : FROM_HINTS[by]}
          {...(kind === 'came_from' &&
            by === 'channel' && {
              options: CHANNELS.map((one) => ({ value: one, label: one })),
              placeholder: 'Choose a channel',
            })}
        />
      )}
      {(kind === 'did' || kind === 'visited') && (
        <FormField<AudienceForm> name={`conditions.${n}.times`} label="At least (times)" type="number" required />
      )}
      {kind !== 'stage' && (
        <FormField<AudienceForm> name={`conditions.${n}.days`} label="In the last (days)" type="number" required />
      )}
    </div>
  );
}

const FROM_HINTS = {
  campaign: 'As in utm_campaign. Use * for any part: fall*',
  source: 'As in the reports, such as google or newsletter.',
  channel: 'A channel of the reports.',
} as const;

/** How many contacts match, while the conditions are typed. */
function Count({ site }: { site: PixelSite }) {
  const { control } = useFormContext<AudienceForm>();
  const conditions = useWatch({ control, name: 'conditions' });
  const checked = AudienceForm.shape.conditions.safeParse(conditions);
  const text = checked.success ? JSON.stringify(checked.data) : '';
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), REST);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isFetching, error } = useQuery({
    queryKey: ['pixel audience preview', site.id, asked],
    queryFn: () =>
      call(pixelAudiences.preview, {
        params: { siteId: site.id },
        body: { conditions: JSON.parse(asked) as AudienceCondition[] },
      }),
    enabled: asked !== '',
    staleTime: 30_000,
  });
  return (
    <p role="status" className="text-sm text-muted">
      {text === ''
        ? 'Complete the conditions to see who matches.'
        : error
          ? 'The number of contacts could not be read.'
          : data && !isFetching && asked === text
            ? `${counted(data.contacts, 'contact')} ${data.contacts === 1 ? 'matches' : 'match'} now.`
            : 'Counting contacts…'}
    </p>
  );
}
