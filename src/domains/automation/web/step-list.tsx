import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Trash2 from 'lucide-react/icons/trash-2';
import { cx } from '../../../web/ui/cx.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import type { Step, StepKind } from '../contract/definition.ts';
import type { Problem } from '../contract/workflows.ts';
import type { ListPlace, Place } from '../engine/edit.ts';
import { waysOf } from '../engine/step-tree.ts';
import { AddStep } from './add-step.tsx';
import { StepCard, type StepMark } from './step-card.tsx';
import { stepTitle } from './labels.ts';

export interface StepActs {
  select: (id: string) => void;
  insert: (place: Place, kind: StepKind) => void;
  move: (id: string, by: -1 | 1) => void;
  remove: (step: Step) => void;
}

interface StepListProps {
  steps: readonly Step[];
  place?: ListPlace;
  selected: string;
  problems: readonly Problem[];
  marks: ReadonlyMap<string, StepMark>;
  acts: StepActs;
  /** Only to look at. */
  fixed?: boolean;
}

const MAIN_LIST: ListPlace = {};

/** The workflow as a list: everything that the canvas can do, by keyboard and on a phone. */
export function StepList({ steps, place = MAIN_LIST, selected, problems, marks, acts, fixed = false }: StepListProps) {
  return (
    <ol className="grid grid-cols-1 gap-2">
      {steps.map((step, index) => (
        <li key={step.id} className="grid grid-cols-1 gap-2">
          <div className="flex min-w-0 items-center gap-1">
            <StepCard
              step={step}
              selected={step.id === selected}
              problem={problems.find((problem) => problem.stepId === step.id)?.message}
              mark={marks.get(step.id)}
              onSelect={() => acts.select(step.id)}
            />
            {!fixed && (
              <span className="flex">
                <IconButton
                  size="sm"
                  label={`Move ${stepTitle(step)} up`}
                  icon={<ArrowUp />}
                  disabled={index === 0}
                  onClick={() => acts.move(step.id, -1)}
                />
                <IconButton
                  size="sm"
                  label={`Move ${stepTitle(step)} down`}
                  icon={<ArrowDown />}
                  disabled={index === steps.length - 1}
                  onClick={() => acts.move(step.id, 1)}
                />
                <IconButton
                  size="sm"
                  tone="danger"
                  label={`Remove ${stepTitle(step)}`}
                  icon={<Trash2 />}
                  onClick={() => acts.remove(step)}
                />
              </span>
            )}
          </div>
          {waysOf(step).map((way) => (
            <section key={way.port} aria-label={way.label} className="ml-3 border-l-2 border-line pl-3">
              <h4 className="mb-1 text-xs font-medium text-muted">{way.label}</h4>
              <StepList
                steps={way.steps}
                place={{ parent: step.id, port: way.port }}
                selected={selected}
                problems={problems}
                marks={marks}
                acts={acts}
                fixed={fixed}
              />
            </section>
          ))}
        </li>
      ))}
      {!fixed && (
        <li className={cx(steps.length === 0 && 'rounded-md border border-dashed border-control')}>
          <AddStep
            label="Add step"
            place={{ ...place, index: steps.length }}
            onAdd={(kind) => acts.insert({ ...place, index: steps.length }, kind)}
          />
        </li>
      )}
    </ol>
  );
}
