import ArrowUp from 'lucide-react/icons/arrow-up';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { Banner } from '../../../web/ui/banner.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Menu, MenuItem } from '../../../web/ui/dropdown-menu.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { MAX_STEPS, type MenuStep, type PhoneStatus, type StepKind } from '../contract.ts';
import type { MenuProblem } from '../engine/menu.ts';
import { STEP_LABELS } from './labels.ts';
import { StepFields } from './step-fields.tsx';

interface MenuEditorProps {
  steps: readonly MenuStep[];
  hasModel: boolean;
  /** That a step can book. */
  bookingTypes: PhoneStatus['bookingTypes'];
  /** What is wrong with how steps lead to one another. */
  menuProblems: readonly MenuProblem[];
  /** Found at the last attempt to save. */
  problems: readonly MenuProblem[];
  onChange: (steps: MenuStep[]) => void;
}

function newStep(kind: StepKind, steps: readonly MenuStep[]): MenuStep {
  let number = steps.length + 1;
  while (steps.some(({ id }) => id === `step-${number}`)) number += 1;
  const base = { id: `step-${number}`, name: `${STEP_LABELS[kind].label} ${number}` };
  switch (kind) {
    case 'say':
    case 'message':
    case 'callback':
      return { ...base, kind, text: '', next: '' };
    case 'ask':
      return { ...base, kind, text: '', options: [{ digit: '1', words: [], next: '' }], tries: 3, otherwise: '' };
    case 'hours':
      return { ...base, kind, open: '', closed: '' };
    case 'talk':
      return {
        ...base,
        kind,
        text: 'How can I help you?',
        instructions: '',
        to: '',
        typeId: '',
        maxTokens: 20_000,
        next: '',
      };
    case 'book':
      return { ...base, kind, text: 'Let’s find a time.', typeId: '', next: '', otherwise: '' };
    case 'transfer':
      return { ...base, kind, text: '', to: '' };
    case 'hangup':
      return { ...base, kind, text: '' };
  }
}

/** The steps of a call. The first one is the start; each says which one follows. */
export function MenuEditor({ steps, hasModel, bookingTypes, menuProblems, problems, onChange }: MenuEditorProps) {
  const kinds = Object.keys(STEP_LABELS) as StepKind[];
  return (
    <section aria-labelledby="menu" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="menu" className="flex-1 text-base font-semibold">
          Menu
        </h2>
        {steps.length < MAX_STEPS && (
          <Menu trigger={<Button icon={<Plus />}>Add step</Button>}>
            {kinds.map((kind) => (
              <MenuItem key={kind} onSelect={() => onChange([...steps, newStep(kind, steps)])}>
                {STEP_LABELS[kind].label}
              </MenuItem>
            ))}
          </Menu>
        )}
      </div>
      <p className="text-muted">After the greeting, the call starts at the first step.</p>
      {!hasModel && steps.some(({ kind }) => kind === 'talk') && (
        <Banner tone="info">
          No language model is connected. Calls skip the conversation and go on to the step after it.
        </Banner>
      )}
      {menuProblems.length > 0 && (
        <Banner tone="warning">
          {menuProblems.length === 1 ? (
            menuProblems[0]!.message
          ) : (
            <ul className="list-disc pl-4">
              {menuProblems.map(({ field, message }) => (
                <li key={`${field} ${message}`}>{message}</li>
              ))}
            </ul>
          )}
        </Banner>
      )}
      <ol className="grid gap-3">
        {steps.map((step, index) => (
          <StepCard
            key={step.id}
            step={step}
            index={index}
            steps={steps}
            bookingTypes={bookingTypes}
            problems={problems
              .filter(({ field }) => field.startsWith(`steps.${index}.`))
              .map(({ field, message }) => ({ field: field.slice(`steps.${index}.`.length), message }))}
            onChange={(next) => onChange(steps.with(index, next))}
            onMakeFirst={() => onChange([step, ...steps.filter((one) => one !== step)])}
            onRemove={() => onChange(steps.filter((one) => one !== step))}
          />
        ))}
      </ol>
    </section>
  );
}

function StepCard({
  step,
  index,
  steps,
  bookingTypes,
  problems,
  onChange,
  onMakeFirst,
  onRemove,
}: {
  step: MenuStep;
  index: number;
  steps: readonly MenuStep[];
  bookingTypes: PhoneStatus['bookingTypes'];
  problems: readonly MenuProblem[];
  onChange: (step: MenuStep) => void;
  onMakeFirst: () => void;
  onRemove: () => void;
}) {
  return (
    <li data-testid="step" aria-label={step.name} className="grid gap-3 rounded-lg border border-line bg-raised p-3">
      <div className="flex items-center gap-2">
        <Badge tone={index === 0 ? 'accent' : 'neutral'}>
          {index === 0 && 'Start: '}
          {STEP_LABELS[step.kind].label}
        </Badge>
        <Input
          aria-label="Name of the step"
          className="min-w-0 flex-1"
          value={step.name}
          maxLength={60}
          onChange={(event) => onChange({ ...step, name: event.target.value })}
        />
        {index > 0 && <IconButton label={`Start with ${step.name}`} icon={<ArrowUp />} onClick={onMakeFirst} />}
        {steps.length > 1 && (
          <IconButton label={`Delete ${step.name}`} icon={<Trash2 />} tone="danger" onClick={onRemove} />
        )}
      </div>
      <p className="text-xs text-muted">{STEP_LABELS[step.kind].hint}</p>
      <StepFields step={step} steps={steps} bookingTypes={bookingTypes} problems={problems} onChange={onChange} />
    </li>
  );
}
