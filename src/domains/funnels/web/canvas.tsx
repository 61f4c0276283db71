import { memo, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Copy from 'lucide-react/icons/copy';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Trash2 from 'lucide-react/icons/trash-2';
import { Badge } from '../../../web/ui/badge.tsx';
import { cx } from '../../../web/ui/cx.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import type { Block, Step, Theme } from '../contract.ts';
import { setInBlock } from '../engine/edit.ts';
import { h } from '../engine/node.ts';
import { renderBlock } from '../engine/render/blocks.ts';
import type { RenderContext } from '../engine/render/context.ts';
import { funnelStyle } from '../engine/style.ts';
import { Drawn, makeSheet } from './draw.tsx';
import { BLOCK_LABELS } from './labels.ts';

export type Device = 'desktop' | 'tablet' | 'phone';
export const DEVICE_WIDTHS: Readonly<Record<Device, number>> = { desktop: 1120, tablet: 768, phone: 390 };

const EDITING: RenderContext = {
  mode: 'edit',
  hrefOf: () => '#',
  frameOf: () => '',
  hidden: [],
  work: '0',
  attempt: undefined,
  known: {},
  language: 'en',
};

/** Styles of the editor only: editable texts and empty places. */
const EDIT_STYLE = `.editable{outline:none;border-radius:.2rem;min-inline-size:1ch;cursor:text;white-space:pre-wrap}
.editable:hover{box-shadow:0 0 0 1px var(--line)}
.editable:focus{box-shadow:0 0 0 2px var(--accent)}
.editable:empty::before{content:attr(data-empty);opacity:.72}
.button.editable{display:inline-block;border-radius:var(--pill)}
input,select,textarea,summary{pointer-events:none}
summary .editable{pointer-events:auto}`;

export interface CanvasProps {
  step: Step;
  theme: Theme;
  color: string;
  device: Device;
  selected: string;
  onSelect: (block: string) => void;
  onBlock: (block: Block, what: string) => void;
  onMove: (id: string, to: number) => void;
  onCopy: (id: string) => void;
  onRemove: (id: string) => void;
  /** Block under a drag, and the start of one. */
  over: string | null;
  onDrag: (event: PointerEvent, id: string) => void;
}

/** The step as visitors see it, with texts that can be changed in place. */
export function Canvas(props: CanvasProps) {
  const { step, theme, color, device } = props;
  const sheets = useMemo(() => [makeSheet(`${funnelStyle(theme, color)}\n${EDIT_STYLE}`)], [theme, color]);
  const width = DEVICE_WIDTHS[device];
  const [frame, room] = useRoom();
  const zoom = Math.min(1, room / width);
  useBlockKeys(props);
  return (
    <div ref={frame} className="min-w-0">
      <div
        style={{ width, zoom }}
        className="mx-auto overflow-hidden rounded-lg border border-line bg-canvas shadow-sm"
      >
        {step.blocks.map((block, n) => (
          <BlockFrame
            key={block.id}
            zoom={zoom}
            {...props}
            block={block}
            n={n}
            count={step.blocks.length}
            sheets={sheets}
          />
        ))}
        <div
          data-drop="end"
          className={cx(
            'grid min-h-24 place-items-center border-2 border-dashed p-4 text-sm text-muted',
            props.over === 'end' ? 'border-accent bg-accent-soft' : 'border-transparent',
          )}
        >
          {step.blocks.length === 0
            ? 'This step is empty. Add a block.'
            : props.over !== null && 'Drop here to add at the end'}
        </div>
      </div>
    </div>
  );
}

/** The block that has the focus is selected; keys move and delete it. */
function useBlockKeys({ step: { blocks }, onMove, onRemove, onSelect }: CanvasProps): void {
  useEffect(() => {
    const focus = (event: FocusEvent) => {
      const block = event.composedPath().find((one) => one instanceof HTMLElement && one.dataset['testid'] === 'block');
      if (block instanceof HTMLElement && block.dataset['drop']) onSelect(block.dataset['drop']);
    };
    window.addEventListener('focusin', focus);
    return () => window.removeEventListener('focusin', focus);
  }, [onSelect]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const [at] = event.composedPath();
      const n = at instanceof HTMLElement ? blocks.findIndex(({ id }) => id === at.dataset['drop']) : -1;
      const block = blocks[n];
      if (!block) return;
      if (event.key === 'Delete' || event.key === 'Backspace') onRemove(block.id);
      else if (event.altKey && event.key === 'ArrowUp' && n > 0) onMove(block.id, n - 1);
      else if (event.altKey && event.key === 'ArrowDown' && n < blocks.length - 1) onMove(block.id, n + 1);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [blocks, onMove, onRemove]);
}

/** Width that the element has. */
function useRoom() {
  const ref = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(900);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setRoom(Math.max(200, entry.contentRect.width));
    });
    observer.observe(ref.current!);
    return () => observer.disconnect();
  }, []);
  return [ref, room] as const;
}

interface BlockFrameProps extends CanvasProps {
  block: Block;
  n: number;
  count: number;
  zoom: number;
  sheets: readonly CSSStyleSheet[];
}

const HIDDEN = { none: '', phone: 'Hidden on phones', desktop: 'Hidden on desktops' } as const;

function BlockFrame({ block, n, count, zoom, sheets, selected, over, ...on }: BlockFrameProps) {
  const { id, type, hide } = block;
  const isSelected = selected === id;
  const label = BLOCK_LABELS[type];
  return (
    <div
      role="group"
      aria-label={`${label}, block ${n + 1} of ${count}`}
      data-drop={id}
      data-testid="block"
      tabIndex={0}
      className={cx(
        'relative outline-offset-[-2px] outline-accent',
        isSelected ? 'z-1 outline-2' : 'hover:outline-1',
        over === id && 'border-t-4 border-accent',
        hide !== 'none' && 'opacity-75',
      )}
      onPointerDown={() => on.onSelect(id)}
    >
      {isSelected && (
        // As large as everywhere, however small the page is shown.
        <div
          style={{ zoom: 1 / zoom }}
          className="absolute top-1 right-1 z-2 flex items-center rounded-md border border-line bg-raised shadow-sm"
        >
          <span className="px-2 text-xs font-medium">{label}</span>
          <span
            aria-hidden="true"
            className="inline-flex cursor-grab p-1.5 text-muted max-lg:hidden"
            onPointerDown={(event) => on.onDrag(event, id)}
          >
            <GripVertical size={16} />
          </span>
          <IconButton
            size="sm"
            label="Move up"
            icon={<ArrowUp />}
            disabled={n === 0}
            onClick={() => on.onMove(id, n - 1)}
          />
          <IconButton
            size="sm"
            label="Move down"
            icon={<ArrowDown />}
            disabled={n === count - 1}
            onClick={() => on.onMove(id, n + 1)}
          />
          <IconButton size="sm" label="Copy block" icon={<Copy />} onClick={() => on.onCopy(id)} />
          <IconButton size="sm" label="Delete block" icon={<Trash2 />} tone="danger" onClick={() => on.onRemove(id)} />
        </div>
      )}
      {HIDDEN[hide] && (
        <span className="absolute bottom-1 left-1 z-2">
          <Badge>{HIDDEN[hide]}</Badge>
        </span>
      )}
      <BlockContent block={block} sheets={sheets} onBlock={on.onBlock} />
    </div>
  );
}

const BlockContent = memo(function BlockContent({
  block,
  sheets,
  onBlock,
}: Pick<BlockFrameProps, 'block' | 'sheets' | 'onBlock'>) {
  const node = useMemo(() => h('div', { class: 'page' }, renderBlock(EDITING, block)), [block]);
  return (
    <Drawn
      node={node}
      sheets={sheets}
      onEdit={(path, text) => onBlock(setInBlock(block, path, text), `${block.id} ${path.join('.')}`)}
    />
  );
});
