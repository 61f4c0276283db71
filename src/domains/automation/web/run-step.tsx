import { Badge } from '../../../web/ui/badge.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import type { Definition } from '../contract/definition.ts';
import type { RunStep } from '../contract/workflows.ts';
import { findStep } from '../engine/tree.ts';
import { STEP_LABELS } from './step-labels.ts';
import { STEP_STATES, stepTitle } from './words.ts';

/** What one step of a run was given and what came of it. */
export function RunStepView({ step, definition }: { step: RunStep; definition: Definition }) {
  const known = findStep(definition, step.stepId);
  const state = STEP_STATES[step.state];
  return (
    <div className="grid gap-2 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{known ? stepTitle(known) : STEP_LABELS[step.kind as keyof typeof STEP_LABELS]?.text ?? step.kind}</span>
        <Badge tone={state.tone}>{state.text}</Badge>
        <span className="text-xs text-muted"><RelativeTime value={step.finishedAt ?? step.startedAt} />{step.attempts > 1 && ` · ${step.attempts} tries`}</span>
      </p>
      {step.error && <p className="text-danger-ink">{step.error}</p>}
      <Json label="In" value={step.input} />
      {step.output !== null && <Json label="Out" value={step.output} />}
    </div>
  );
}

function Json({ label, value }: { label: string; value: unknown }) {
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return null;
  return (
    <details open={label === 'Out'}>
      <summary className="cursor-pointer text-xs text-muted">{label}</summary>
      <pre className="mt-1 rounded-md bg-sunken p-2 font-mono text-xs break-words whitespace-pre-wrap">{JSON.stringify(value, null, 2)}</pre>
    </details>
  );
}
