import { useMemo, useState } from 'react';
import Minus from 'lucide-react/icons/minus';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import type { RecordName, Step } from '../contract/definition.ts';
import type { Catalogue, Problem } from '../contract/workflows.ts';
import { FieldsEditor } from './fields-editor.tsx';
import { HeadersField } from './headers-field.tsx';
import { OwnersField } from './owners-field.tsx';
import { StageFields } from './stage-fields.tsx';
import { VariableField } from './variable-field.tsx';
import type { Variable } from './variables.ts';
import { WaitFields } from './wait-fields.tsx';
import { WhenEditor } from './condition-editor.tsx';

export interface StepFormProps {
  step: Step;
  onChange: (step: Step) => void;
  problems: readonly Problem[];
  catalogue: Catalogue;
  variables: readonly Variable[];
  /** Kind of the record that runs are about; null for none. */
  record: RecordName | null;
  /** Earlier steps that create a record. */
  makers: readonly Extract<Step, { kind: 'create' }>[];
}

const listOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const MAIL_PURPOSES = [
  { value: 'service', label: 'About their request' },
  { value: 'transactional', label: 'Transactional, such as an invoice' },
  { value: 'marketing', label: 'Offers' },
  { value: 'newsletter', label: 'Newsletter' },
];

/** Everything that can be said of one step. */
export function StepForm(props: StepFormProps) {
  const { step, onChange, problems } = props;
  const error = (field: string) =>
    problems.find((problem) => problem.field === field || problem.field.startsWith(`${field}.`))?.message;
  return (
    <div className="grid gap-4">
      <Field label="Name" optional hint="Describe what this step does.">
        {(control) => (
          <Input
            {...control}
            maxLength={120}
            value={step.name}
            onChange={(event) => onChange({ ...step, name: event.target.value })}
          />
        )}
      </Field>
      <Parts {...props} error={error} />
    </div>
  );
}

type PartsProps = StepFormProps & { error: (field: string) => string | undefined };

function Parts(props: PartsProps) {
  const { step, onChange, variables, catalogue, error } = props;
  const text = (
    label: string,
    key: string,
    value: string,
    more: { rows?: number; hint?: string; placeholder?: string } = {},
  ) => (
    <VariableField
      label={label}
      value={value}
      variables={variables}
      error={error(key)}
      {...more}
      onChange={(next) => onChange({ ...step, [key]: next } as Step)}
    />
  );
  switch (step.kind) {
    case 'branch':
      return <BranchParts {...props} step={step} />;
    case 'delay':
      return (
        <WaitFields
          wait={step.wait}
          onChange={(wait) => onChange({ ...step, wait })}
          variables={variables}
          error={error('wait')}
        />
      );
    case 'create':
      return (
        <>
          <Field label="Record type">
            {(control) => (
              <Select
                {...control}
                value={step.record}
                options={catalogue.records
                  .filter(({ creatable }) => creatable)
                  .map(({ kind, label }) => ({ value: kind, label }))}
                onChange={(event) => onChange({ ...step, record: event.target.value as RecordName, fields: {} })}
              />
            )}
          </Field>
          <FieldsEditor
            key={step.record}
            record={step.record}
            fields={step.fields}
            choices={catalogue.records.find(({ kind }) => kind === step.record)?.createFields ?? []}
            variables={variables}
            error={error}
            onChange={(fields) => onChange({ ...step, fields })}
          />
        </>
      );
    case 'update':
      return (
        <>
          <TargetField {...props} step={step} />
          <ChangedFields {...props} step={step} />
        </>
      );
    case 'assign':
      return (
        <>
          <TargetField {...props} step={step} />
          <OwnersField
            owners={step.owners}
            onChange={(owners) => onChange({ ...step, owners })}
            error={error('owners')}
          />
        </>
      );
    case 'stage':
      return (
        <>
          <TargetField
            {...props}
            step={step}
            record={props.record === 'opportunity' ? props.record : null}
            makers={props.makers.filter((maker) => maker.record === 'opportunity')}
          />
          <StageFields
            step={step}
            pipelines={catalogue.pipelines}
            reasons={catalogue.closeReasons}
            onChange={onChange}
            error={error}
          />
        </>
      );
    case 'tag':
      return (
        <>
          <TargetField {...props} step={step} />
          <TagsField
            label="Add tags"
            tags={step.add}
            error={error('add')}
            onChange={(add) => onChange({ ...step, add })}
          />
          <RemovedTags
            tags={step.remove}
            error={error('remove')}
            onChange={(remove) => onChange({ ...step, remove })}
          />
        </>
      );
    case 'notify':
      return (
        <>
          <Field label="Recipients" error={error('to')}>
            {(control) => (
              <Select
                {...control}
                value={Array.isArray(step.to) ? 'people' : step.to}
                options={[
                  { value: 'owner', label: 'Record owner' },
                  { value: 'admins', label: 'Administrators' },
                  { value: 'people', label: 'Specific people' },
                ]}
                onChange={(event) =>
                  onChange({
                    ...step,
                    to: event.target.value === 'people' ? [] : (event.target.value as 'owner' | 'admins'),
                  })
                }
              />
            )}
          </Field>
          {Array.isArray(step.to) && <OwnersField owners={step.to} onChange={(to) => onChange({ ...step, to })} />}
          {text('Message', 'title', step.title)}
          {text('Details', 'body', step.body, { rows: 3 })}
        </>
      );
    case 'mail':
      return (
        <>
          {text('To', 'to', step.to, { hint: 'Separate values with commas.' })}
          {text('Subject', 'subject', step.subject)}
          {text('Text', 'text', step.text, { rows: 10 })}
          <Field
            label="Purpose"
            hint="Decides whose consent it needs. Whoever unsubscribed gets only transactional mail."
          >
            {(control) => (
              <Select
                {...control}
                value={step.purpose}
                options={MAIL_PURPOSES}
                onChange={(event) => onChange({ ...step, purpose: event.target.value as typeof step.purpose })}
              />
            )}
          </Field>
          <PolicyField policy={step.policy} onChange={(policy) => onChange({ ...step, policy })} />
        </>
      );
    case 'webhook':
      return (
        <>
          <Field label="Method">
            {(control) => (
              <Select
                {...control}
                value={step.method}
                options={['POST', 'PUT', 'PATCH', 'GET', 'DELETE'].map((value) => ({ value, label: value }))}
                onChange={(event) => onChange({ ...step, method: event.target.value as typeof step.method })}
              />
            )}
          </Field>
          {text('URL', 'url', step.url, { placeholder: 'https://example.com/hook' })}
          <HeadersField
            headers={step.headers}
            variables={variables}
            error={error}
            onChange={(headers) => onChange({ ...step, headers })}
          />
          {text('Body', 'body', step.body, { rows: 6, hint: 'JSON, for example {"name": {{record.name | json}}}' })}
          <PolicyField policy={step.policy} onChange={(policy) => onChange({ ...step, policy })} />
        </>
      );
    case 'approval':
      return (
        <>
          {text('Question', 'title', step.title)}
          {text('Reason', 'why', step.why, { rows: 3 })}
          <Field
            label="Expires after (hours)"
            hint="An expired request counts as rejected. Leave blank to never expire."
          >
            {(control) => (
              <Input
                {...control}
                type="number"
                min={1}
                value={step.expiresAfterHours ?? ''}
                onChange={(event) =>
                  onChange({
                    ...step,
                    expiresAfterHours: event.target.value === '' ? null : Number(event.target.value),
                  })
                }
              />
            )}
          </Field>
        </>
      );
    case 'stop':
      return <p className="text-sm text-muted">The run ends here. Steps below do not run.</p>;
  }
}

/** Which fields an update sets; none before it is known of which kind the record is. */
function ChangedFields({
  step,
  catalogue,
  record,
  makers,
  variables,
  error,
  onChange,
}: PartsProps & { step: Extract<Step, { kind: 'update' }> }) {
  const kind = step.target === 'trigger' ? record : makers.find((maker) => maker.id === step.target)?.record;
  if (!kind) return null;
  return (
    <FieldsEditor
      key={kind}
      record={kind}
      fields={step.fields}
      choices={catalogue.records.find((one) => one.kind === kind)?.changeFields ?? []}
      variables={variables}
      error={error}
      onChange={(fields) => onChange({ ...step, fields })}
    />
  );
}

function TargetField({
  step,
  onChange,
  record,
  makers,
  error,
}: PartsProps & { step: Extract<Step, { target: string }> }) {
  const options = [
    ...(record ? [{ value: 'trigger', label: `The ${record} from the trigger` }] : []),
    ...makers.map((maker) => ({ value: maker.id, label: `The ${maker.record} from “${maker.name || maker.id}”` })),
  ];
  if (options.length === 1 && step.target === options[0]!.value) return null;
  return (
    <Field label="Record" error={error('target')}>
      {(control) => (
        <Select
          {...control}
          value={step.target}
          placeholder="Choose"
          options={options}
          onChange={(event) => onChange({ ...step, target: event.target.value })}
        />
      )}
    </Field>
  );
}

/** Tags that are taken off: apart from those that are put on, and out of sight until someone wants to. */
function RemovedTags({ tags, ...field }: Omit<Parameters<typeof TagsField>[0], 'label'>) {
  const [opened, setOpened] = useState(tags.length > 0);
  if (!opened && !field.error)
    return (
      <div>
        <Button variant="ghost" size="sm" icon={<Minus />} className="-ml-2" onClick={() => setOpened(true)}>
          Remove tags instead, or as well
        </Button>
      </div>
    );
  return (
    <div className="border-l-2 border-danger pl-3">
      <TagsField {...field} label="Remove tags" tags={tags} />
      <p className="mt-1 text-xs text-danger-ink">These tags are taken off the record.</p>
    </div>
  );
}

function TagsField({
  label,
  tags,
  error,
  onChange,
}: {
  label: string;
  tags: readonly string[];
  error?: string;
  onChange: (tags: string[]) => void;
}) {
  /** Kept apart while it is typed, so that a change by someone else does not replace it. */
  const [typed, setTyped] = useState<string>();
  return (
    <Field label={label} error={error} hint="Separate values with commas.">
      {(control) => (
        <Input
          {...control}
          value={typed ?? tags.join(', ')}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => {
            if (typed !== undefined) onChange(listOf(typed));
            setTyped(undefined);
          }}
        />
      )}
    </Field>
  );
}

function PolicyField({
  policy,
  onChange,
}: {
  policy: 'approval' | 'direct';
  onChange: (policy: 'approval' | 'direct') => void;
}) {
  return (
    <Field
      label="Approval"
      hint={
        policy === 'approval'
          ? 'It waits in Approvals until a person or a rule approves it.'
          : 'It is sent immediately, without review.'
      }
    >
      {(control) => (
        <Select
          {...control}
          value={policy}
          options={[
            { value: 'approval', label: 'Require approval' },
            { value: 'direct', label: 'Send immediately' },
          ]}
          onChange={(event) => onChange(event.target.value as 'approval' | 'direct')}
        />
      )}
    </Field>
  );
}

function BranchParts({
  step,
  onChange,
  catalogue,
  record,
  variables,
  error,
}: PartsProps & { step: Extract<Step, { kind: 'branch' }> }) {
  const fields = useMemo(
    () => catalogue.records.find(({ kind }) => kind === record)?.filterFields ?? [],
    [catalogue, record],
  );
  const change = (n: number, path: Partial<(typeof step.paths)[number]>) =>
    onChange({ ...step, paths: step.paths.map((one, at) => (at === n ? { ...one, ...path } : one)) });
  const add = () => {
    const taken = new Set(step.paths.map((path) => path.id));
    const letter = [...'abcdefgh'].find((one) => !taken.has(`${step.id}${one}`)) ?? 'z';
    onChange({ ...step, paths: [...step.paths, { id: `${step.id}${letter}`, name: '', when: {}, steps: [] }] });
  };
  return (
    <>
      {step.paths.map((path, n) => (
        <fieldset key={path.id} className="grid gap-3 rounded-md border border-line p-3">
          <legend className="px-1 text-sm font-medium">{path.name || `Path ${n + 1}`}</legend>
          <Field label="Path name" optional>
            {(control) => (
              <Input
                {...control}
                maxLength={120}
                value={path.name}
                onChange={(event) => change(n, { name: event.target.value })}
              />
            )}
          </Field>
          <WhenEditor
            when={path.when}
            record={record}
            fields={record ? fields : undefined}
            variables={variables}
            error={error(`paths.${n}.when`)}
            onChange={(when) => change(n, { when })}
          />
          {step.paths.length > 1 && path.steps.length === 0 && (
            <Button
              size="sm"
              variant="ghost"
              className="justify-self-start"
              onClick={() => onChange({ ...step, paths: step.paths.filter((_, at) => at !== n) })}
            >
              Remove path
            </Button>
          )}
        </fieldset>
      ))}
      {step.paths.length < 8 && (
        <Button size="sm" className="justify-self-start" onClick={add}>
          Add path
        </Button>
      )}
      <p className="text-xs text-muted">
        The run follows the first path whose conditions match, or “Otherwise” if none does.
      </p>
    </>
  );
}
