import '@xyflow/react/dist/base.css';
import {
  applyNodeChanges,
  BaseEdge,
  Controls,
  EdgeLabelRenderer,
  type EdgeProps,
  getSmoothStepPath,
  Handle,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  type Edge,
  useReactFlow,
} from '@xyflow/react';
import Flag from 'lucide-react/icons/flag';
import Zap from 'lucide-react/icons/zap';
import { createContext, type FocusEvent, useContext, useEffect, useMemo, useState } from 'react';
import { cx } from '../../../web/ui/cx.ts';
import type { Problem } from '../contract/workflows.ts';
import type { Step, StepKind } from '../contract/definition.ts';
import type { Place } from '../engine/edit.ts';
import { type LaidEdge, type LaidNode, layoutOf, NODE_HEIGHT, NODE_WIDTH } from '../engine/layout.ts';
import { AddStep } from './add-step.tsx';
import { StepCard, type StepMark } from './step-card.tsx';
import { stepTitle, whereWords } from './labels.ts';

interface CanvasProps {
  steps: readonly Step[];
  trigger: string;
  selected: string;
  problems: readonly Problem[];
  marks: ReadonlyMap<string, StepMark>;
  onSelect: (id: string) => void;
  onInsert: (place: Place, kind: StepKind) => void;
  /** A step was dragged onto the line that leads to a place. */
  onRelocate: (id: string, place: Place) => void;
}

const CanvasContext = createContext<CanvasProps | null>(null);

function useCanvas(): CanvasProps {
  const canvas = useContext(CanvasContext);
  if (!canvas) throw new Error('This stands only inside a canvas');
  return canvas;
}

/** @param above where a step goes that is put on the line that leads here */
type StepNode = Node<{ laid: LaidNode; above: LaidEdge | undefined }, 'step'>;
type LineEdge = Edge<{ laid: LaidEdge }, 'line'>;

const handle = 'pointer-events-none !size-px !min-w-0 !min-h-0 opacity-0';

function StepNodeView({ data: { laid, above } }: NodeProps<StepNode>) {
  const { steps, selected, problems, marks, onSelect, onInsert, trigger } = useCanvas();
  const flow = useReactFlow();
  // The canvas does not scroll: what the keys go to is brought into it.
  const reveal = ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
    const [box, frame] = [
      currentTarget.getBoundingClientRect(),
      currentTarget.closest('.react-flow')!.getBoundingClientRect(),
    ];
    const inside =
      box.top >= frame.top && box.bottom <= frame.bottom && box.left >= frame.left && box.right <= frame.right;
    if (!inside && target.matches(':focus-visible'))
      void flow.setCenter(laid.x + NODE_WIDTH / 2, laid.y + NODE_HEIGHT / 2, { zoom: flow.getZoom() });
  };
  const next = laid.step ? stepTitle(laid.step) : 'the end';
  return (
    <div className="pointer-events-auto relative flex h-16 w-60 items-stretch" onFocus={reveal}>
      {above?.place && (
        <span className="absolute -top-9 left-1/2 flex -translate-x-1/2">
          <AddStep
            compact
            label={`Add a step${above.label ? ` on “${above.label}”` : ''} before ${next}`}
            place={above.place}
            onAdd={(kind) => onInsert(above.place!, kind)}
          />
        </span>
      )}
      <Handle type="target" position={Position.Top} isConnectable={false} className={handle} />
      {laid.step && (
        <StepCard
          step={laid.step}
          selected={laid.id === selected}
          mark={marks.get(laid.id)}
          problem={problems.find((problem) => problem.stepId === laid.id)?.message}
          position={whereWords(steps, laid.id)}
          onSelect={() => onSelect(laid.id)}
        />
      )}
      {laid.empty && (
        <div className="flex flex-1 items-center justify-center rounded-md border border-dashed border-control">
          <AddStep label="Add step" place={laid.empty} onAdd={(kind) => onInsert(laid.empty!, kind)} />
        </div>
      )}
      {laid.id === 'trigger' && (
        <button
          type="button"
          data-step="trigger"
          aria-pressed={selected === 'trigger'}
          onClick={() => onSelect('trigger')}
          className={cx(
            'flex min-w-0 flex-1 items-center gap-2 rounded-md border bg-accent-soft px-3 text-left',
            selected === 'trigger' ? 'border-accent ring-2 ring-accent' : 'border-line',
          )}
        >
          <Zap size={16} aria-hidden="true" className="shrink-0 text-accent-ink" />
          <span className="min-w-0">
            <span className="block text-xs text-muted">Starts</span>
            <span className="block truncate text-sm font-medium">{trigger}</span>
          </span>
        </button>
      )}
      {laid.id === 'end' && (
        <span className="mx-auto inline-flex items-center gap-1.5 self-start rounded-full border border-line bg-sunken px-3 py-1 text-xs text-muted">
          <Flag size={12} aria-hidden="true" />
          End
        </span>
      )}
      <Handle type="source" position={Position.Bottom} isConnectable={false} className={handle} />
    </div>
  );
}

function LineEdgeView({
  data,
  sourceX,
  sourceY,
  targetX,
  targetY,
  sourcePosition,
  targetPosition,
}: EdgeProps<LineEdge>) {
  const [path] = getSmoothStepPath({
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition,
    targetPosition,
    borderRadius: 8,
  });
  const label = data?.laid.label;
  return (
    <>
      <BaseEdge path={path} style={{ stroke: 'var(--color-control)', strokeWidth: 1.5 }} />
      {label && (
        <EdgeLabelRenderer>
          <span
            className="absolute max-w-40 truncate rounded-sm bg-canvas px-1 text-2xs text-muted"
            style={{ transform: `translate(-50%, -50%) translate(${targetX}px, ${targetY - 46}px)` }}
          >
            {label}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  );
}

const NODE_TYPES = { step: StepNodeView };
const EDGE_TYPES = { line: LineEdgeView };

/** How near to a line's end a dragged step must be let go, in pixels of the canvas. */
const REACH = 90;

/** The workflow as a picture that one builds in: steps are added on the lines, dragged to other lines, and chosen. */
export default function Canvas(props: CanvasProps) {
  const { steps, onRelocate, onSelect } = props;
  const layout = useMemo(() => layoutOf(steps), [steps]);
  const laidOut = useMemo(
    (): StepNode[] =>
      layout.nodes.map((laid) => ({
        id: laid.id,
        type: 'step',
        position: { x: laid.x, y: laid.y },
        data: { laid, above: layout.edges.find(({ to, place }) => place && to === laid.id) },
        width: NODE_WIDTH,
        height: NODE_HEIGHT,
        draggable: laid.step !== undefined,
        selectable: false,
        focusable: false,
      })),
    [layout],
  );
  const edges = useMemo(
    (): LineEdge[] =>
      layout.edges.map((laid) => ({
        id: laid.id,
        type: 'line',
        source: laid.from,
        target: laid.to,
        data: { laid },
        focusable: false,
        selectable: false,
      })),
    [layout],
  );
  const [nodes, setNodes] = useState(laidOut);
  useEffect(() => setNodes(laidOut), [laidOut]);
  const drop = (node: Node) => {
    setNodes(laidOut);
    const centre = { x: node.position.x, y: node.position.y };
    const near = layout.edges
      .flatMap((edge) => {
        const to =
          edge.place && edge.from !== node.id && edge.to !== node.id
            ? layout.nodes.find((one) => one.id === edge.to)
            : undefined;
        return to && edge.place
          ? [{ place: edge.place, distance: Math.hypot(to.x - centre.x, to.y - NODE_HEIGHT - centre.y) }]
          : [];
      })
      .toSorted((one, other) => one.distance - other.distance)[0];
    if (near && near.distance < REACH * 2) onRelocate(node.id, near.place);
    else onSelect(node.id);
  };
  return (
    <CanvasContext value={props}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        onNodesChange={(changes) => setNodes((before) => applyNodeChanges(changes, before))}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.15 }}
        minZoom={0.2}
        maxZoom={1.5}
        nodesConnectable={false}
        edgesFocusable={false}
        nodesFocusable={false}
        deleteKeyCode={null}
        proOptions={{ hideAttribution: true }}
        onNodeDragStop={(_, node) => drop(node)}
        aria-label="Workflow"
      >
        <Controls
          showInteractive={false}
          className="rounded-md border border-line bg-raised [&_button]:size-8 [&_button]:p-2 [&_button]:text-ink [&_svg]:fill-current"
        />
      </ReactFlow>
    </CanvasContext>
  );
}
