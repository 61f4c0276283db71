import Trash2 from 'lucide-react/icons/trash-2';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Field, FieldError } from '../../../web/ui/field.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Input, Textarea } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import type { Agent, Source } from '../contract.ts';
import { SOURCE_LABELS } from './labels.ts';

export interface ShownTool {
  name: string;
  label: string;
  effect: 'read' | 'act';
}

interface AgentFieldsProps {
  agent: Agent;
  teammates: readonly Agent[];
  tools: readonly ShownTool[];
  error: string | undefined;
  onChange: (agent: Agent) => void;
  /** Absent for the only agent. */
  onRemove: (() => void) | undefined;
}

type Thinking = Extract<Agent['work'], { kind: 'think' }>;

const PURPOSES = [
  { value: 'draft', label: 'Drafts' },
  { value: 'answer', label: 'Answers' },
  { value: 'plan', label: 'Plans' },
  { value: 'classify', label: 'Classification' },
];
const WORKS = [
  { value: 'think', label: 'Think with a model' },
  ...Object.entries(SOURCE_LABELS).map(([value, label]) => ({
    value,
    label: `Without a model: ${label.toLowerCase()}`,
  })),
];
const THINK: Thinking = {
  kind: 'think',
  instructions: '',
  tools: [],
  purpose: 'draft',
  budget: { tokens: 20_000, steps: 6, seconds: 120 },
  withoutModel: 'stop',
};

/** One agent: what it does, with which tools and budget, and to whom it hands off. */
export function AgentFields({ agent, teammates, tools, error, onChange, onRemove }: AgentFieldsProps) {
  const { work } = agent;
  const others = teammates.filter(({ id }) => id !== agent.id);
  return (
    <fieldset className="grid gap-3 rounded-lg border border-line p-4">
      <legend className="sr-only">{agent.name}</legend>
      <div className="flex items-end gap-3">
        <Field label="Agent name" className="flex-1">
          {(control) => (
            <Input
              {...control}
              value={agent.name}
              maxLength={60}
              onChange={(event) => onChange({ ...agent, name: event.target.value })}
            />
          )}
        </Field>
        {onRemove && <IconButton label={`Remove ${agent.name}`} icon={<Trash2 />} onClick={onRemove} />}
      </div>
      <Field label="Role" optional>
        {(control) => (
          <Input
            {...control}
            value={agent.role}
            maxLength={200}
            onChange={(event) => onChange({ ...agent, role: event.target.value })}
          />
        )}
      </Field>
      <Field label="Work">
        {(control) => (
          <Select
            {...control}
            options={WORKS}
            value={work.kind === 'think' ? 'think' : work.source}
            onChange={({ target: { value } }) =>
              onChange({ ...agent, work: value === 'think' ? THINK : { kind: 'look', source: value as Source } })
            }
          />
        )}
      </Field>
      {work.kind === 'think' && (
        <ThinkFields work={work} tools={tools} onChange={(next) => onChange({ ...agent, work: next })} />
      )}
      <Checkbox
        label="Ask for approval before each change"
        checked={agent.asks}
        onChange={(event) => onChange({ ...agent, asks: event.target.checked })}
      />
      {others.length > 0 && (
        <Choices
          legend="Hands off to"
          items={others.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={agent.handOffs}
          onChange={(handOffs) => onChange({ ...agent, handOffs })}
        />
      )}
      {work.kind === 'think' && agent.handOffs.length > 0 && (
        <Checkbox
          label="May end the run instead of handing off"
          checked={agent.mayFinish}
          onChange={(event) => onChange({ ...agent, mayFinish: event.target.checked })}
        />
      )}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}

function ThinkFields({
  work,
  tools,
  onChange,
}: {
  work: Thinking;
  tools: readonly ShownTool[];
  onChange: (work: Thinking) => void;
}) {
  return (
    <>
      <Field label="Instructions" required>
        {(control) => (
          <Textarea
            {...control}
            rows={5}
            value={work.instructions}
            maxLength={6_000}
            onChange={(event) => onChange({ ...work, instructions: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field label="Model for">
          {(control) => (
            <Select
              {...control}
              options={PURPOSES}
              value={work.purpose}
              onChange={(event) => onChange({ ...work, purpose: event.target.value as Thinking['purpose'] })}
            />
          )}
        </Field>
        <Field label="Tokens per turn">
          {(control) => (
            <Input
              {...control}
              type="number"
              min={500}
              value={work.budget.tokens}
              onChange={(event) =>
                onChange({ ...work, budget: { ...work.budget, tokens: Number(event.target.value) } })
              }
            />
          )}
        </Field>
        <Field label="Without a model">
          {(control) => (
            <Select
              {...control}
              options={[
                { value: 'stop', label: 'Do not start the run' },
                { value: 'skip', label: 'Skip this agent' },
              ]}
              value={work.withoutModel}
              onChange={(event) => onChange({ ...work, withoutModel: event.target.value === 'skip' ? 'skip' : 'stop' })}
            />
          )}
        </Field>
      </div>
      <Choices
        legend="May read with"
        items={tools.filter(({ effect }) => effect === 'read').map(({ name, label }) => ({ value: name, label }))}
        chosen={work.tools}
        onChange={(chosen) => onChange({ ...work, tools: chosen })}
      />
      <Choices
        legend="May change with"
        items={tools.filter(({ effect }) => effect === 'act').map(({ name, label }) => ({ value: name, label }))}
        chosen={work.tools}
        onChange={(chosen) => onChange({ ...work, tools: chosen })}
      />
    </>
  );
}

function Choices({
  legend,
  items,
  chosen,
  onChange,
}: {
  legend: string;
  items: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {items.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={chosen.includes(value)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
