import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { Button } from '../../../web/ui/button.tsx';
import { cx } from '../../../web/ui/cx.ts';
import { Menu, MenuItem } from '../../../web/ui/dropdown-menu.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Input, Textarea } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import type { Step, StepKind } from '../contract.ts';
import { addStep, endSplit, moveInList, startSplit, updateStep } from '../engine/edit.ts';
import { STEP_LABELS } from './labels.ts';
import type { DraftState } from './use-draft.ts';

/** The server says so, too. */
const MAX_STEPS = 20;

interface StepsPanelProps {
  draft: DraftState;
  step: string;
  onStep: (id: string) => void;
}

const KINDS = Object.entries(STEP_LABELS) as [StepKind, string][];

/** The steps in their order, and the settings of the open one. */
export function StepsPanel({ draft, step, onStep }: StepsPanelProps) {
  const { document } = draft.draft;
  const open = document.steps.find(({ id }) => id === step);
  const add = (kind: StepKind) => {
    const added = addStep(document, kind, STEP_LABELS[kind]);
    draft.changeDocument('', () => added.document);
    onStep(added.id);
  };
  return (
    <div className="grid gap-4 py-2">
      <ol className="grid gap-1">
        {document.steps.map((one, n) => (
          <StepItem key={one.id} one={one} n={n} isOpen={one.id === step} draft={draft} onStep={onStep} />
        ))}
      </ol>
      {document.steps.length < MAX_STEPS && (
        <Menu trigger={<Button icon={<Plus />}>Add step</Button>} align="start">
          {KINDS.map(([kind, label]) => (
            <MenuItem key={kind} onSelect={() => add(kind)}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      )}
      {open && <StepSettings step={open} draft={draft} />}
    </div>
  );
}

interface StepItemProps {
  one: Step;
  n: number;
  isOpen: boolean;
  draft: DraftState;
  onStep: (id: string) => void;
}

function StepItem({ one, n, isOpen, draft, onStep }: StepItemProps) {
  const { steps } = draft.draft.document;
  const move = (to: number) =>
    draft.changeDocument('', (document) => ({ ...document, steps: moveInList(document.steps, n, to) }));
  const remove = () => {
    draft.changeDocument('', (document) => ({ ...document, steps: document.steps.filter(({ id }) => id !== one.id) }));
    if (isOpen) onStep('');
  };
  return (
    <li className={cx('flex items-center rounded-md', isOpen ? 'bg-accent-soft' : 'hover:bg-hover')}>
      <button
        type="button"
        aria-current={isOpen ? 'step' : undefined}
        className="flex min-w-0 flex-1 items-center gap-2 px-2 py-2 text-left text-sm"
        onClick={() => onStep(one.id)}
      >
        <span className="w-5 shrink-0 text-center text-xs text-muted tabular-nums">{n + 1}</span>
        <span className="min-w-0">
          <span className="block truncate font-medium">{one.name}</span>
          <span className="block text-xs text-muted">
            {STEP_LABELS[one.kind]}
            {one.split && ' · Split test'}
          </span>
        </span>
      </button>
      <Menu trigger={<IconButton size="sm" label={`More for step “${one.name}”`} icon={<Ellipsis />} />}>
        <MenuItem icon={<ArrowUp />} disabled={n === 0} onSelect={() => move(n - 1)}>
          Move up
        </MenuItem>
        <MenuItem icon={<ArrowDown />} disabled={n === steps.length - 1} onSelect={() => move(n + 1)}>
          Move down
        </MenuItem>
        <MenuItem icon={<Trash2 />} tone="danger" disabled={steps.length === 1} onSelect={remove}>
          Delete step
        </MenuItem>
      </Menu>
    </li>
  );
}

function StepSettings({ step, draft }: { step: Step; draft: DraftState }) {
  const set = (changes: Partial<Step>) =>
    draft.changeDocument(`step ${step.id} ${Object.keys(changes).join()}`, (document) =>
      updateStep(document, step.id, (one) => ({ ...one, ...changes })),
    );
  return (
    <section className="grid gap-3 border-t border-line pt-3">
      <h2 className="text-sm font-semibold">Step settings</h2>
      <Field label="Step name" required>
        {(control) => (
          <Input
            {...control}
            value={step.name}
            maxLength={80}
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label="Kind">
        {(control) => (
          <Select
            {...control}
            value={step.kind}
            options={KINDS.map(([value, label]) => ({ value, label }))}
            onChange={(event) => set({ kind: event.target.value as StepKind })}
          />
        )}
      </Field>
      <Field label="Step address" required hint={`The page is at /p/f/${draft.draft.slug}/${step.path}`}>
        {(control) => (
          <Input
            {...control}
            value={step.path}
            maxLength={60}
            onChange={(event) => set({ path: event.target.value.toLowerCase() })}
          />
        )}
      </Field>
      <Field label="Page title" hint="Shown in the browser’s tab and in search results.">
        {(control) => (
          <Input
            {...control}
            value={step.title}
            maxLength={120}
            placeholder={step.name}
            onChange={(event) => set({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label="Description">
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            value={step.description}
            maxLength={300}
            onChange={(event) => set({ description: event.target.value })}
          />
        )}
      </Field>
      <SplitSettings step={step} draft={draft} />
    </section>
  );
}

const SHARES = [10, 20, 30, 40, 50, 60, 70, 80, 90].map((share) => ({ value: String(share), label: `${share}%` }));

/** Begins a split test of the step, and ends it with one of its variants. */
function SplitSettings({ step, draft }: { step: Step; draft: DraftState }) {
  const change = (next: (step: Step) => Step) =>
    draft.changeDocument('', (document) => updateStep(document, step.id, next));
  if (!step.split)
    return (
      <div className="grid gap-1.5 border-t border-line pt-3">
        <h3 className="text-sm font-medium">Split test</h3>
        <p className="text-xs text-muted">
          Show a second variant of this step to some visitors, and see which converts.
        </p>
        <div>
          <Button size="sm" onClick={() => change((one) => startSplit(one))}>
            Start split test
          </Button>
        </div>
      </div>
    );
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <h3 className="text-sm font-medium">Split test</h3>
      <Field label="Visitors who see variant B" hint="Another share starts the count again.">
        {(control) => (
          <Select
            {...control}
            value={String(step.split?.share ?? 50)}
            options={SHARES}
            onChange={(event) => change((one) => startSplit(one, Number(event.target.value)))}
          />
        )}
      </Field>
      <p className="text-xs text-muted">The test runs once you publish. Keep one variant to end it.</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => change((one) => endSplit(one, 'a'))}>
          Keep variant A
        </Button>
        <Button size="sm" onClick={() => change((one) => endSplit(one, 'b'))}>
          Keep variant B
        </Button>
      </div>
    </div>
  );
}
