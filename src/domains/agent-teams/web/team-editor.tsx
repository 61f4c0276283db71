import { useState } from 'react';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Plus from 'lucide-react/icons/plus';
import { ApiError, messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { useUnsavedGuard } from '../../../web/form/unsaved.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Field } from '../../../web/ui/field.tsx';
import { Input, Textarea } from '../../../web/ui/input.tsx';
import { type Agent, agentTeams, type Limits, type Team } from '../contract.ts';
import { AgentFields, type ShownTool } from './agent-fields.tsx';

/** Agents that a team can have; the server says so, too. */
const MAX_AGENTS = 12;

interface TeamEditorProps {
  team: Team;
  tools: readonly ShownTool[];
  onClose: () => void;
}

const newAgent = (agents: readonly Agent[]): Agent => {
  let number = agents.length + 1;
  while (agents.some(({ id }) => id === `agent-${number}`)) number += 1;
  return {
    id: `agent-${number}`,
    name: `Agent ${number}`,
    role: '',
    work: {
      kind: 'think',
      instructions: '',
      tools: [],
      purpose: 'draft',
      budget: { tokens: 20_000, steps: 6, seconds: 120 },
      withoutModel: 'stop',
    },
    asks: true,
    handOffs: [],
    mayFinish: false,
  };
};

/** A team's agents, hand-offs, and limits. Runs that began before keep the team as it was. */
export default function TeamEditor({ team, tools, onClose }: TeamEditorProps) {
  const [draft, setDraft] = useState<Team>(team);
  const [problems, setProblems] = useState<readonly { field: string; message: string }[]>([]);
  const [failure, setFailure] = useState('');
  const [isSaving, setSaving] = useState(false);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(team);
  useUnsavedGuard(isChanged && !isSaving);
  const setAgents = (agents: Agent[]) => setDraft({ ...draft, agents });
  const save = async () => {
    setSaving(true);
    setProblems([]);
    setFailure('');
    const { name, description, agents, limits } = draft;
    try {
      await call(agentTeams.update, {
        params: { id: team.id },
        body: { name, description, agents, limits, version: team.version },
      });
      toast({ type: 'success', title: `Team saved: ${name}` });
      onClose();
    } catch (error) {
      setProblems(error instanceof ApiError ? error.fields : []);
      setFailure(messageFor(error, 'The team was not saved. Try again.'));
      setSaving(false);
    }
  };
  const remove = async () => {
    const yes = await confirm({
      title: `Delete the team ${team.name}?`,
      description: 'Its runs stay.',
      action: 'Delete team',
      tone: 'danger',
    });
    if (!yes) return;
    try {
      await call(agentTeams.remove, { params: { id: team.id } });
      onClose();
    } catch (error) {
      setFailure(messageFor(error, 'The team was not deleted. Try again.'));
    }
  };
  return (
    <div className="grid gap-6">
      <div>
        <Button variant="ghost" size="sm" icon={<ArrowLeft />} onClick={onClose} className="-ml-2">
          All teams
        </Button>
      </div>
      {failure && (
        <Banner tone="danger">
          {problems.length > 1 ? (
            <ul>
              {problems.map(({ field, message }) => (
                <li key={`${field} ${message}`}>{message}</li>
              ))}
            </ul>
          ) : (
            failure
          )}
        </Banner>
      )}
      <div className="grid max-w-3xl gap-4">
        <Field label="Name" required>
          {(control) => (
            <Input
              {...control}
              value={draft.name}
              maxLength={100}
              onChange={(event) => setDraft({ ...draft, name: event.target.value })}
            />
          )}
        </Field>
        <Field label="Description" optional>
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              value={draft.description}
              maxLength={500}
              onChange={(event) => setDraft({ ...draft, description: event.target.value })}
            />
          )}
        </Field>
        <LimitFields limits={draft.limits} onChange={(limits) => setDraft({ ...draft, limits })} />
      </div>
      <section aria-labelledby="agents" className="grid max-w-3xl gap-3">
        <h2 id="agents" className="text-base font-semibold">
          Agents
        </h2>
        <p className="text-sm text-muted">The first agent begins. A run ends when an agent hands off to nobody.</p>
        {draft.agents.map((agent, index) => (
          <AgentFields
            key={agent.id}
            agent={agent}
            teammates={draft.agents}
            tools={tools}
            error={problems.find(({ field }) => field.startsWith(`agents.${index}.`))?.message}
            onChange={(next) => setAgents(draft.agents.with(index, next))}
            onRemove={
              draft.agents.length > 1
                ? () => setAgents(draft.agents.filter((_, at) => at !== index).map((one) => without(one, agent.id)))
                : undefined
            }
          />
        ))}
        {draft.agents.length < MAX_AGENTS && (
          <div>
            <Button icon={<Plus />} onClick={() => setAgents([...draft.agents, newAgent(draft.agents)])}>
              Add agent
            </Button>
          </div>
        )}
      </section>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" loading={isSaving} disabled={!isChanged} onClick={() => void save()}>
          Save team
        </Button>
        <Button variant="ghost" onClick={() => void remove()}>
          Delete team
        </Button>
      </div>
    </div>
  );
}

const without = (agent: Agent, id: string): Agent => ({
  ...agent,
  handOffs: agent.handOffs.filter((next) => next !== id),
});

const LIMIT_LABELS = { steps: 'Steps', tokens: 'Tokens', seconds: 'Seconds of work' } as const;

function LimitFields({ limits, onChange }: { limits: Limits; onChange: (limits: Limits) => void }) {
  return (
    <fieldset className="grid gap-3 sm:grid-cols-4">
      <legend className="mb-1 text-sm font-medium">A run stops at</legend>
      {(['steps', 'tokens', 'seconds'] as const).map((name) => (
        <Field key={name} label={LIMIT_LABELS[name]}>
          {(control) => (
            <Input
              {...control}
              type="number"
              min={1}
              value={limits[name]}
              onChange={(event) => onChange({ ...limits, [name]: Number(event.target.value) })}
            />
          )}
        </Field>
      ))}
      <Field label="Credits" optional>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            value={limits.credits ?? ''}
            onChange={(event) => onChange({ ...limits, credits: event.target.value.trim() || null })}
          />
        )}
      </Field>
    </fieldset>
  );
}
