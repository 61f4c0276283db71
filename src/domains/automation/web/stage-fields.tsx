import { useState } from 'react';
import { Field } from '../../../web/ui/field.tsx';
import { Select } from '../../../web/ui/select.tsx';
import type { Step } from '../contract/definition.ts';
import type { Catalogue } from '../contract/workflows.ts';

type StageStep = Extract<Step, { kind: 'stage' }>;

interface StageFieldsProps {
  step: StageStep;
  pipelines: Catalogue['pipelines'];
  reasons: Catalogue['closeReasons'];
  onChange: (step: StageStep) => void;
  error: (field: string) => string | undefined;
}

/** Where an opportunity goes, and why where that closes it. */
export function StageFields({ step, pipelines, reasons, onChange, error }: StageFieldsProps) {
  const holder = pipelines.find(({ stages }) => stages.some(({ id }) => id === step.stageId));
  const [chosen, setChosen] = useState(holder?.id ?? pipelines[0]?.id ?? '');
  const pipeline = pipelines.find(({ id }) => id === chosen);
  const stage = pipeline?.stages.find(({ id }) => id === step.stageId);
  const fitting = reasons.filter(({ outcome }) => outcome === stage?.outcome).map(({ label }) => label);
  // A reason that is no longer offered stays to be seen.
  const offered = step.reason && !fitting.includes(step.reason) ? [...fitting, step.reason] : fitting;
  return (
    <>
      {pipelines.length > 1 && (
        <Field label="Pipeline">
          {(control) => (
            <Select
              {...control}
              value={chosen}
              options={pipelines.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(event) => {
                setChosen(event.target.value);
                onChange({ ...step, stageId: '', reason: '' });
              }}
            />
          )}
        </Field>
      )}
      <Field label="Stage" error={error('stageId')} hint={hintOf(stage?.outcome)}>
        {(control) => (
          <Select
            {...control}
            value={stage ? step.stageId : ''}
            placeholder="Choose"
            options={(pipeline?.stages ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => {
              const next = pipeline?.stages.find(({ id }) => id === event.target.value);
              onChange({
                ...step,
                stageId: event.target.value,
                reason: next?.outcome === stage?.outcome ? step.reason : '',
              });
            }}
          />
        )}
      </Field>
      {stage &&
        stage.outcome !== 'open' &&
        (offered.length > 0 ? (
          <Field label="Reason" optional error={error('reason')}>
            {(control) => (
              <Select
                {...control}
                value={step.reason}
                placeholder="No reason"
                options={offered.map((label) => ({ value: label, label }))}
                onChange={(event) => onChange({ ...step, reason: event.target.value })}
              />
            )}
          </Field>
        ) : (
          <p className="text-xs text-muted">There are no reasons for what was {stage.outcome} to choose from.</p>
        ))}
    </>
  );
}

function hintOf(outcome: 'open' | 'won' | 'lost' | undefined): string {
  if (outcome === 'won')
    return 'This marks the opportunity as won. The step fails if fields that the stage requires are empty.';
  if (outcome === 'lost')
    return 'This marks the opportunity as lost. The step fails if fields that the stage requires are empty.';
  return 'The step fails if fields that the stage requires are empty.';
}
