/** The graph of a team: what makes it sound, who is next, and when a run has lost its way. */
import { type Agent, MAX_TURNS } from '../contract.ts';

/** Problems with the field that each is about. */
export function graphProblems(agents: readonly Agent[]): { field: string; message: string }[] {
  const ids = new Set(agents.map(({ id }) => id));
  const reached = reachable(agents);
  return agents.flatMap((agent, index) => {
    const at = `agents.${index}`;
    const problems: { field: string; message: string }[] = [];
    if (agents.findIndex(({ id }) => id === agent.id) !== index)
      problems.push({ field: `${at}.id`, message: `Two agents are called “${agent.id}”. Rename one.` });
    for (const next of agent.handOffs)
      if (!ids.has(next)) problems.push({ field: `${at}.handOffs`, message: `There is no agent “${next}”.` });
    if (new Set(agent.handOffs).size < agent.handOffs.length)
      problems.push({ field: `${at}.handOffs`, message: 'Name each agent once.' });
    if (agent.work.kind === 'look' && agent.handOffs.length > 1)
      problems.push({ field: `${at}.handOffs`, message: 'An agent without a model hands off to one agent at most.' });
    if (!reached.has(agent.id))
      problems.push({ field: `${at}.handOffs`, message: `No agent hands off to “${agent.name}”.` });
    return problems;
  });
}

function reachable(agents: readonly Agent[]): Set<string> {
  const byId = new Map(agents.map((agent) => [agent.id, agent]));
  const seen = new Set<string>();
  const open = agents[0] ? [agents[0].id] : [];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...(byId.get(id)?.handOffs ?? []));
  }
  return seen;
}

/** Whether the agent has to choose who is next. */
export const choosesNext = ({ handOffs, mayFinish }: Agent): boolean => handOffs.length + (mayFinish ? 1 : 0) > 1;

/** The next agent; null if the run ends. `chosen` counts only if the agent may choose it. */
export function nextAgent(agent: Agent, chosen: string | null): string | null {
  if (chosen !== null && agent.handOffs.includes(chosen)) return chosen;
  if (choosesNext(agent) && agent.mayFinish) return null;
  return agent.handOffs[0] ?? null;
}

export interface Turn {
  agentId: string;
  /** The agent's input. */
  input: string;
}

/** Why the next turn would be part of a loop; undefined where it would not. */
export function loopProblem(turns: readonly Turn[], next: Turn, nameOf: (id: string) => string): string | undefined {
  const own = turns.filter(({ agentId }) => agentId === next.agentId);
  if (own.some(({ input }) => input === next.input))
    return `Stopped a loop: ${nameOf(next.agentId)} was about to read the same text again.`;
  if (own.length >= MAX_TURNS)
    return `Stopped a loop: ${nameOf(next.agentId)} had ${MAX_TURNS} turns already. Change who hands off to whom.`;
  return undefined;
}

/** Column and row of each agent for drawing: columns by distance from the first. */
export function placesOf(agents: readonly Agent[]): Map<string, { column: number; row: number }> {
  const byId = new Map(agents.map((agent) => [agent.id, agent]));
  const places = new Map<string, { column: number; row: number }>();
  let layer = agents[0] ? [agents[0].id] : [];
  for (let column = 0; layer.length > 0; column += 1) {
    const fresh = [...new Set(layer)].filter((id) => byId.has(id) && !places.has(id));
    for (const [row, id] of fresh.entries()) places.set(id, { column, row });
    layer = fresh.flatMap((id) => byId.get(id)!.handOffs);
  }
  return places;
}
