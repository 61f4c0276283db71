import { useQuery } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { read } from '../../../web/api/request.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { cx } from '../../../web/ui/cx.ts';
import type { Step } from '../contract/definition.ts';
import { type RunStep, workflows } from '../contract/workflows.ts';
import { STEP_LABELS } from './step-labels.ts';
import { STEP_STATES, stepDetail, stepTitle } from './labels.ts';

/** How a step fared in the run that is shown over the workflow. */
export type StepMark = RunStep['state'];

interface StepCardProps {
  step: Step;
  selected: boolean;
  problem?: string;
  mark?: StepMark;
  /** Where it stands, for those who do not see it: "Step 2 of 3". */
  position?: string;
  onSelect: () => void;
}

const FRAMES: Record<StepMark, string> = {
  running: 'border-accent',
  waiting: 'border-accent',
  done: 'border-success',
  failed: 'border-danger',
  skipped: 'border-line',
};

/** One step: what it is, what it does, what is wrong with it, how it fared. */
export function StepCard({ step, selected, problem, mark, position, onSelect }: StepCardProps) {
  const { icon: Icon } = STEP_LABELS[step.kind];
  // Stages and fields are known by name there; the editor has read it already.
  const catalogue = useQuery({
    ...read(workflows.catalogue),
    enabled: step.kind === 'stage' || step.kind === 'update',
  });
  const detail = stepDetail(step, catalogue.data);
  return (
    <button
      type="button"
      aria-pressed={selected}
      onClick={onSelect}
      data-testid="step"
      data-step={step.id}
      className={cx(
        'flex h-16 min-w-0 flex-1 items-center gap-2 rounded-md border bg-raised px-3 text-left',
        mark ? FRAMES[mark] : selected ? 'border-accent' : 'border-line',
        selected ? 'ring-2 ring-accent' : 'hover:bg-hover',
      )}
    >
      <span className="inline-flex size-8 shrink-0 items-center justify-center rounded-md bg-sunken text-muted">
        <Icon size={16} aria-hidden={true} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium">{stepTitle(step)}</span>
        <span className="block truncate text-xs text-muted" title={problem ?? detail}>
          {problem ? (
            <span className="text-danger-ink">
              <TriangleAlert size={12} aria-hidden="true" className="mr-1 inline" />
              {problem}
            </span>
          ) : (
            detail
          )}
        </span>
      </span>
      {position && <span className="sr-only">{position}</span>}
      {mark && <Badge tone={STEP_STATES[mark].tone}>{STEP_STATES[mark].text}</Badge>}
    </button>
  );
}
