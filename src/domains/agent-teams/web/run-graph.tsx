import type { Agent, RunStep } from '../contract.ts';
import { placesOf } from '../engine/graph.ts';

const BOX = { width: 148, height: 52 };
const GAP = { x: 44, y: 28 };
const PAD = 22;

interface RunGraphProps {
  agents: readonly Agent[];
  trace: readonly RunStep[];
  /** The agent whose turn it is. */
  current: string | null;
  selected: string | null;
  onSelect: (agentId: string) => void;
}

/**
 * Graph of hand-offs, finished turns, and the current agent. The list of steps beside it has the same information as
 * text.
 */
export function RunGraph({ agents, trace, current, selected, onSelect }: RunGraphProps) {
  const places = placesOf(agents);
  const at = (id: string) => {
    const { column, row } = places.get(id) ?? { column: 0, row: 0 };
    return { x: PAD + column * (BOX.width + GAP.x), y: PAD + row * (BOX.height + GAP.y) };
  };
  const all = agents.map(({ id }) => at(id));
  const width = Math.max(...all.map(({ x }) => x)) + BOX.width + PAD;
  const height = Math.max(...all.map(({ y }) => y)) + BOX.height + PAD + 16;
  const turns = (id: string) => trace.filter(({ agentId, kind }) => agentId === id && kind === 'work').length;
  return (
    <div
      className="overflow-x-auto rounded-lg border border-line bg-sunken"
      tabIndex={0}
      role="region"
      aria-label="Graph of the run"
    >
      <svg width={width} height={height} className="block">
        {agents.flatMap(({ id, handOffs }) =>
          handOffs.map((next) => (
            <Edge key={`${id} ${next}`} from={at(id)} to={at(next)} isUsed={wentFrom(trace, id, next)} />
          )),
        )}
        {agents.map((agent) => (
          <Node
            key={agent.id}
            agent={agent}
            place={at(agent.id)}
            turns={turns(agent.id)}
            isCurrent={agent.id === current}
            isSelected={agent.id === selected}
            onSelect={() => onSelect(agent.id)}
          />
        ))}
      </svg>
    </div>
  );
}

const wentFrom = (trace: readonly RunStep[], from: string, to: string) =>
  trace.some(({ agentId, kind, handTo }) => kind === 'work' && agentId === from && handTo === to);

interface Point {
  x: number;
  y: number;
}

function Edge({ from, to, isUsed }: { from: Point; to: Point; isUsed: boolean }) {
  const isBack = to.x <= from.x;
  const path = isBack
    ? `M${from.x + BOX.width / 2} ${from.y + BOX.height} v14 H${to.x + BOX.width / 2} v-14`
    : `M${from.x + BOX.width} ${from.y + BOX.height / 2} C${from.x + BOX.width + GAP.x / 2} ${from.y + BOX.height / 2} ${to.x - GAP.x / 2} ${to.y + BOX.height / 2} ${to.x} ${to.y + BOX.height / 2}`;
  const tip = isBack ? { x: to.x + BOX.width / 2, y: to.y + BOX.height } : { x: to.x, y: to.y + BOX.height / 2 };
  const head = isBack
    ? `M${tip.x - 4} ${tip.y + 7} L${tip.x} ${tip.y} L${tip.x + 4} ${tip.y + 7}`
    : `M${tip.x - 7} ${tip.y - 4} L${tip.x} ${tip.y} L${tip.x - 7} ${tip.y + 4}`;
  return (
    <g
      fill="none"
      className={isUsed ? 'stroke-accent' : 'stroke-control'}
      strokeWidth={isUsed ? 2 : 1.25}
      strokeDasharray={isUsed ? undefined : '4 3'}
    >
      <path d={path} />
      <path d={head} strokeDasharray="none" />
    </g>
  );
}

interface NodeProps {
  agent: Agent;
  place: Point;
  turns: number;
  isCurrent: boolean;
  isSelected: boolean;
  onSelect: () => void;
}

function Node({ agent, place, turns, isCurrent, isSelected, onSelect }: NodeProps) {
  const kind = agent.work.kind === 'think' ? 'Model' : 'No model';
  const status = isCurrent ? 'has its turn' : turns > 0 ? `${turns} ${turns === 1 ? 'turn' : 'turns'}` : 'no turn yet';
  return (
    <foreignObject x={place.x} y={place.y} width={BOX.width} height={BOX.height}>
      <button
        type="button"
        aria-pressed={isSelected}
        onClick={onSelect}
        className={`h-full w-full rounded-md border px-2.5 text-left text-xs ${
          isCurrent ? 'border-accent bg-accent-soft' : turns > 0 ? 'border-control bg-canvas' : 'border-line bg-canvas'
        } ${isSelected ? 'outline-2 outline-accent' : ''}`}
      >
        <span className="block truncate text-sm font-medium text-ink">{agent.name}</span>
        <span className="block truncate text-muted">
          {kind} · {status}
        </span>
      </button>
    </foreignObject>
  );
}
