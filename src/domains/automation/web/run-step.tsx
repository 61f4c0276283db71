import { Link } from '../../../web/router/link.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { KINDS, RECORD_KINDS, type RecordKind } from '../../../records/contract/kinds.ts';
import type { Definition } from '../contract/definition.ts';
import type { RunStep } from '../contract/workflows.ts';
import { findStep } from '../engine/step-tree.ts';
import { Data, Filled } from './field-values.tsx';
import { STEP_LABELS } from './step-labels.ts';
import { STEP_STATES, stepTitle } from './labels.ts';

/** One step of a run: its input and result. */
export function RunStepView({ step, definition }: { step: RunStep; definition: Definition }) {
  const known = findStep(definition, step.stepId);
  const state = STEP_STATES[step.state];
  const made = madeAt(step);
  return (
    <div className="grid gap-2 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">
          {known ? stepTitle(known) : (STEP_LABELS[step.kind as keyof typeof STEP_LABELS]?.text ?? step.kind)}
        </span>
        <Badge tone={state.tone}>{state.text}</Badge>
        <span className="text-xs text-muted">
          <RelativeTime value={step.finishedAt ?? step.startedAt} />
          {step.attempts > 1 && ` · ${step.attempts} attempts`}
        </span>
      </p>
      {step.did && <p className="text-muted">{step.did}</p>}
      {step.fields.length > 0 && <Filled fields={step.fields} />}
      {made && (
        <p>
          <Link to={made} className="text-accent-ink underline underline-offset-2">
            Open created record
          </Link>
        </p>
      )}
      {step.came && <p>{step.came}</p>}
      {step.error && <p className="text-danger-ink">{step.error}</p>}
      {(!isBlank(step.input) || !isBlank(step.output)) && (
        <Data label="As JSON" value={{ in: step.input, out: step.output }} />
      )}
    </div>
  );
}

/** Where the record is that the step made. */
function madeAt({ kind, output }: RunStep): string | undefined {
  const { id, kind: record } = (output ?? {}) as { id?: unknown; kind?: unknown };
  const page =
    typeof record === 'string' && (RECORD_KINDS as readonly string[]).includes(record)
      ? KINDS[record as RecordKind].page
      : undefined;
  return kind === 'create' && page && typeof id === 'string' ? `${page}/${id}` : undefined;
}

const isBlank = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0);
