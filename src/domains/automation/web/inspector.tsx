import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { Button } from '../../../web/ui/button.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import type { Step, Trigger } from '../contract/definition.ts';
import { type Catalogue, type Run, type Workflow, workflows } from '../contract/workflows.ts';
import { call, readKey } from '../../../web/api/request.ts';
import { useQueryClient } from '@tanstack/react-query';
import { confirm } from '../../../web/ui/confirm.ts';
import { findStep } from '../engine/step-tree.ts';
import { Data, Filled } from './field-values.tsx';
import { RunStepView } from './run-step.tsx';
import { STEP_LABELS } from './step-labels.ts';
import { StepForm } from './step-form.tsx';
import { TriggerForm } from './trigger-form.tsx';
import type { LocalDraft } from './use-draft.ts';
import { makersBefore, recordOf, variablesFor } from './variables.ts';
import { stepTitle } from './labels.ts';

interface InspectorProps {
  /** Id of the step, or `trigger`. */
  open: string;
  draft: LocalDraft;
  /** A run that is looked at instead of the draft. */
  shown: Run | undefined;
  workflow: Workflow;
  catalogue: Catalogue;
  onStep: (step: Step) => void;
  onTrigger: (trigger: Trigger) => void;
  onRemove: (step: Step) => void;
  onClose: () => void;
}

/** Settings of the selected step, or its result in the shown run. */
export function Inspector(props: InspectorProps) {
  const { open, draft, shown, workflow, catalogue, onStep, onTrigger, onRemove, onClose } = props;
  const client = useQueryClient();
  const step = open === 'trigger' ? undefined : findStep(shown ? shown.definition : draft, open);
  const title = step ? stepTitle(step) : 'Trigger';
  const renew = async () => {
    if (
      !(await confirm({
        title: 'Replace URL?',
        description: 'Calls to the old URL are refused from now on.',
        action: 'Replace',
      }))
    )
      return;
    await call(workflows.renewHook, { params: { id: workflow.id } });
    await client.invalidateQueries({ queryKey: readKey(workflows.get, { params: { id: workflow.id } }) });
  };
  return (
    <div className="grid gap-4 p-4">
      <header className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="text-base font-semibold">{title}</h2>
          {step && (
            <p className="text-xs text-muted">
              {STEP_LABELS[step.kind].text}: {STEP_LABELS[step.kind].hint.toLowerCase()} ·{' '}
              <code className="font-mono">{step.id}</code>
            </p>
          )}
        </div>
        <IconButton label="Close" icon={<X />} onClick={onClose} />
      </header>
      {shown ? (
        <RunPart run={shown} stepId={open} />
      ) : step ? (
        <>
          <StepForm
            step={step}
            onChange={onStep}
            problems={workflow.problems.filter((problem) => problem.stepId === step.id)}
            catalogue={catalogue}
            variables={variablesFor(draft, step.id, catalogue, workflow.hookFields)}
            record={recordOf(draft, catalogue)}
            makers={makersBefore(draft, step.id)}
          />
          <Button variant="ghost" icon={<Trash2 />} className="justify-self-start" onClick={() => onRemove(step)}>
            Remove step
          </Button>
        </>
      ) : (
        <TriggerForm
          trigger={draft.trigger as unknown as Trigger | null}
          onChange={onTrigger}
          problems={workflow.problems}
          catalogue={catalogue}
          upcoming={upcomingOf(draft, workflow)}
          hookUrl={workflow.hookUrl}
          hookUnreadable={workflow.hookUnreadable}
          onRenewHook={() => void renew()}
        />
      )}
    </div>
  );
}

/** Not of a schedule that is being changed: the times of the new one come when it is saved. */
function upcomingOf({ trigger }: LocalDraft, { draft, upcoming }: Workflow): Workflow['upcoming'] {
  return trigger?.['cron'] === draft.trigger?.['cron'] && trigger?.['zone'] === draft.trigger?.['zone']
    ? upcoming
    : null;
}

function RunPart({ run, stepId }: { run: Run; stepId: string }) {
  if (stepId === 'trigger')
    return (
      <div>
        <Filled fields={run.started} />
        <Data label="As JSON" value={run.trigger} />
      </div>
    );
  const step = run.steps.find((one) => one.stepId === stepId);
  return step ? (
    <RunStepView step={step} definition={run.definition} />
  ) : (
    <p className="text-sm text-muted">The run did not reach this step.</p>
  );
}
