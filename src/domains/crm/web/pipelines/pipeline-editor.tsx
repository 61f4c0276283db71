import { useQuery, useQueryClient } from '@tanstack/react-query';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import type { FieldError as Problem } from '../../../../kernel/errors.ts';
import { ApiError, messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { useUnsavedGuard } from '../../../../web/form/unsaved.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Checkbox } from '../../../../web/ui/checkbox.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { FORECAST_LABELS } from '../../contract/opportunity-filter.ts';
import {
  ForecastCategory,
  Outcome,
  type Pipeline,
  pipelines,
  STAGE_COLORS,
  STAGE_FIELDS,
  StageColor,
  type StageEntry,
} from '../../contract/pipelines.ts';
import { customFields } from '../../../../records/contract/views.ts';
import { CRM } from '../../paths.ts';
import { StageDot } from '../opportunities/stage-color.tsx';
import { FIELD_LABELS } from '../opportunities/labels.ts';
import { counted } from '../../../../records/web/format.ts';

type Draft = StageEntry & { key: string; id?: string | undefined };

const BEGINNING: readonly StageEntry[] = [
  { name: 'First stage', color: 'blue', probability: 10 },
  { name: 'Won', color: 'green', outcome: 'won', probability: 100 },
  { name: 'Lost', color: 'red', outcome: 'lost', probability: 0 },
];
const OUTCOMES = [
  { value: 'open', label: 'Open' },
  { value: 'won', label: 'Won' },
  { value: 'lost', label: 'Lost' },
];

function draftsOf(pipeline: Pipeline | null): Draft[] {
  const stages: readonly StageEntry[] =
    pipeline?.stages.map(({ id, name, color, probability, outcome, forecast, rottingDays, requiredFields }) => ({
      id,
      name,
      color,
      probability,
      outcome,
      forecast,
      rottingDays,
      requiredFields: requiredFields as StageEntry['requiredFields'],
    })) ?? BEGINNING;
  return stages.map((stage) => ({ ...stage, key: stage.id ?? crypto.randomUUID() }));
}

/** Address parameters that open the settings. */
const OPENS = ['settings'];

/** One pipeline: its name and its stages, saved as a whole. */
export function PipelineEditor({ pipeline, onDone }: { pipeline: Pipeline | null; onDone: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState(pipeline?.name ?? '');
  const [stages, setStages] = useState(() => draftsOf(pipeline));
  const [moveTo, setMoveTo] = useState<Record<string, string>>({});
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [saving, setSaving] = useState(false);
  const counts = useQuery({
    ...read(pipelines.counts, { params: { id: pipeline?.id ?? '' } }),
    enabled: pipeline !== null,
  }).data?.stages;
  const own = useQuery(read(customFields.list, { query: { object: 'opportunity' } })).data?.items ?? [];
  const countOf = (id: string | undefined) => counts?.find((stage) => stage.id === id)?.opportunities ?? 0;
  const removed =
    pipeline?.stages.filter((stage) => !stages.some((one) => one.id === stage.id) && countOf(stage.id) > 0) ?? [];
  const [opened] = useState({ name, stages });
  const dirty = name !== opened.name || JSON.stringify(stages) !== JSON.stringify(opened.stages);
  useUnsavedGuard(dirty && !saving, OPENS);

  const change = (key: string, part: Partial<Draft>) =>
    setStages(stages.map((stage) => (stage.key === key ? { ...stage, ...part } : stage)));
  const move = (index: number, step: -1 | 1) => {
    const next = [...stages];
    [next[index], next[index + step]] = [next[index + step]!, next[index]!];
    setStages(next);
  };
  const add = () => {
    const at = stages.findIndex((stage) => (stage.outcome ?? 'open') !== 'open');
    setStages(
      stages.toSpliced(at < 0 ? stages.length : at, 0, {
        key: crypto.randomUUID(),
        name: '',
        color: 'blue',
        probability: 50,
        outcome: 'open',
        requiredFields: [],
      }),
    );
  };
  const save = async () => {
    setSaving(true);
    const entries = stages.map((stage) => ({ ...stage, key: undefined }));
    try {
      if (pipeline)
        await call(pipelines.update, {
          params: { id: pipeline.id },
          body: { name, stages: entries, moveTo, version: pipeline.version },
        });
      else await call(pipelines.create, { body: { name, stages: entries } });
      await Promise.all(
        [CRM.pipelines, CRM.opportunities].map((path) => client.invalidateQueries({ queryKey: [path] })),
      );
      toast({ type: 'success', title: `${name} saved` });
      onDone();
    } catch (error) {
      setProblems(
        error instanceof ApiError && error.fields.length > 0
          ? error.fields
          : [{ field: '', message: messageFor(error, 'The pipeline could not be saved.') }],
      );
    } finally {
      setSaving(false);
    }
  };
  const problemOf = (field: string) => problems.find((problem) => problem.field === field)?.message;
  const general = problems.filter(({ field }) => field !== 'name' && !/^stages\.\d+\./.test(field));
  return (
    <div className="grid gap-4">
      <div>
        <Button variant="ghost" size="sm" icon={<ArrowLeft />} className="-ml-2" onClick={onDone}>
          All pipelines
        </Button>
      </div>
      {general.length > 0 && (
        <Banner tone="danger">
          {general.map((problem) => (
            <p key={problem.message}>{problem.message}</p>
          ))}
        </Banner>
      )}
      <Field label="Pipeline name" error={problemOf('name')}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <ol className="grid gap-3" aria-label="Stages">
        {stages.map((stage, index) => (
          <li key={stage.key}>
            <StageFields
              stage={stage}
              index={index}
              last={index === stages.length - 1}
              held={countOf(stage.id)}
              own={own}
              problemOf={problemOf}
              onChange={(part) => change(stage.key, part)}
              onMove={(step) => move(index, step)}
              onRemove={() => setStages(stages.filter((one) => one !== stage))}
            />
          </li>
        ))}
      </ol>
      <div>
        <Button icon={<Plus />} onClick={add}>
          Add stage
        </Button>
      </div>
      {removed.map((stage) => (
        <Field
          key={stage.id}
          label={`${counted(countOf(stage.id), 'opportunity', 'opportunities')} of “${stage.name}” go to`}
        >
          {(control) => (
            <Select
              {...control}
              placeholder="Choose a stage"
              value={moveTo[stage.id] ?? ''}
              onChange={(event) => setMoveTo({ ...moveTo, [stage.id]: event.target.value })}
              options={stages.filter((one) => one.id !== undefined).map((one) => ({ value: one.id!, label: one.name }))}
            />
          )}
        </Field>
      ))}
      <div className="sticky bottom-0 -mx-5 -mb-4 flex justify-end gap-2 border-t border-line bg-raised px-5 py-3">
        <Button onClick={onDone}>Cancel</Button>
        <Button variant="primary" loading={saving} disabled={!dirty} onClick={() => void save()}>
          Save pipeline
        </Button>
      </div>
    </div>
  );
}

interface StageFieldsProps {
  stage: Draft;
  index: number;
  last: boolean;
  /** Opportunities that lie in it. */
  held: number;
  own: readonly { key: string; label: string }[];
  problemOf: (field: string) => string | undefined;
  onChange: (part: Partial<Draft>) => void;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
}

function StageFields({ stage, index, last, held, own, problemOf, onChange, onMove, onRemove }: StageFieldsProps) {
  const [open, setOpen] = useState(stage.name === '');
  const outcome = stage.outcome ?? 'open';
  const called = stage.name || 'the new stage';
  const required = stage.requiredFields ?? [];
  const fields = [
    ...STAGE_FIELDS.filter((field) => field !== 'closeReasonId' || outcome !== 'open').map((field) => ({
      field: field as string,
      label: FIELD_LABELS[field]!,
    })),
    ...own.map(({ key, label }) => ({ field: `custom.${key}`, label })),
  ];
  return (
    <fieldset className="min-w-0 rounded-lg border border-line">
      <legend className="sr-only">
        Stage {index + 1}: {stage.name}
      </legend>
      <div className="flex items-center gap-1 p-2">
        <StageDot color={stage.color ?? 'blue'} className="mx-1" />
        <Input
          aria-label={`Name of stage ${index + 1}`}
          aria-invalid={problemOf(`stages.${index}.name`) ? true : undefined}
          value={stage.name}
          maxLength={60}
          autoComplete="off"
          autoFocus={stage.name === '' && stage.id === undefined}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <Button size="sm" variant="ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Less' : 'More'}
          <span className="sr-only"> about {called}</span>
        </Button>
        <IconButton
          size="sm"
          label={`Move ${called} up`}
          icon={<ArrowUp />}
          disabled={index === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          size="sm"
          label={`Move ${called} down`}
          icon={<ArrowDown />}
          disabled={last}
          onClick={() => onMove(1)}
        />
        <IconButton size="sm" tone="danger" label={`Remove ${called}`} icon={<Trash2 />} onClick={onRemove} />
      </div>
      {problemOf(`stages.${index}.name`) && (
        <p className="px-3 pb-2 text-xs text-danger-ink">{problemOf(`stages.${index}.name`)}</p>
      )}
      {open && (
        <div className="grid grid-cols-2 gap-3 border-t border-line p-3">
          <Field
            label="Outcome"
            hint={held > 0 ? 'This stage contains opportunities. Move them before you change this.' : undefined}
            error={problemOf(`stages.${index}.outcome`)}
          >
            {(control) => (
              <Select
                {...control}
                options={OUTCOMES}
                disabled={held > 0}
                value={outcome}
                onChange={(event) => onChange({ outcome: Outcome.parse(event.target.value) })}
              />
            )}
          </Field>
          <Field label="Color">
            {(control) => (
              <Select
                {...control}
                options={STAGE_COLORS.map((color) => ({
                  value: color,
                  label: color[0]!.toUpperCase() + color.slice(1),
                }))}
                value={stage.color ?? 'blue'}
                onChange={(event) => onChange({ color: StageColor.parse(event.target.value) })}
              />
            )}
          </Field>
          {outcome === 'open' && (
            <>
              <Field label="Probability (%)" error={problemOf(`stages.${index}.probability`)}>
                {(control) => (
                  <Input
                    {...control}
                    type="number"
                    min={0}
                    max={100}
                    value={stage.probability ?? 0}
                    onChange={(event) => onChange({ probability: Number(event.target.value) })}
                  />
                )}
              </Field>
              <Field label="Forecast category">
                {(control) => (
                  <Select
                    {...control}
                    options={Object.entries(FORECAST_LABELS).map(([value, label]) => ({ value, label }))}
                    value={stage.forecast ?? 'pipeline'}
                    onChange={(event) => onChange({ forecast: ForecastCategory.parse(event.target.value) })}
                  />
                )}
              </Field>
              <Field
                label="Stuck after days"
                hint="Days without a move or activity. Leave blank for never."
                className="col-span-2"
                error={problemOf(`stages.${index}.rottingDays`)}
              >
                {(control) => (
                  <Input
                    {...control}
                    type="number"
                    min={1}
                    max={3650}
                    value={stage.rottingDays ?? ''}
                    onChange={(event) =>
                      onChange({ rottingDays: event.target.value === '' ? null : Number(event.target.value) })
                    }
                  />
                )}
              </Field>
            </>
          )}
          <fieldset className="col-span-2">
            <legend className="mb-1 text-sm font-medium">Required to enter</legend>
            <div className="grid grid-cols-2 gap-x-3">
              {fields.map(({ field, label }) => (
                <Checkbox
                  key={field}
                  label={label}
                  checked={required.includes(field)}
                  onChange={(event) =>
                    onChange({
                      requiredFields: (event.target.checked
                        ? [...required, field]
                        : required.filter((one) => one !== field)) as StageEntry['requiredFields'],
                    })
                  }
                />
              ))}
            </div>
            {problemOf(`stages.${index}.requiredFields`) && (
              <p className="text-xs text-danger-ink">{problemOf(`stages.${index}.requiredFields`)}</p>
            )}
          </fieldset>
        </div>
      )}
    </fieldset>
  );
}
