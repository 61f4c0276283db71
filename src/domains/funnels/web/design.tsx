import { type PointerEvent, useCallback, useState } from 'react';
import Check from 'lucide-react/icons/check';
import Plus from 'lucide-react/icons/plus';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { Button } from '../../../web/ui/button.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Sheet } from '../../../web/ui/sheet.tsx';
import { Tabs } from '../../../web/ui/tabs.tsx';
import { useDrag } from '../../../web/ui/use-drag.ts';
import { useWide } from '../../../web/ui/use-wide.ts';
import type { Block, BlockType, Funnel } from '../contract.ts';
import { blankBlock, copyBlock, moveInList, updateBlocks } from '../engine/edit.ts';
import { type Half, stepOfHalf } from '../engine/split.ts';
import { AddPanel } from './add-panel.tsx';
import { BlockSettings } from './block-settings.tsx';
import { Canvas, type Device } from './canvas.tsx';
import { DesignPanel } from './design-panel.tsx';
import { StepsPanel } from './steps-panel.tsx';
import type { DraftState } from './use-draft.ts';

interface DesignProps {
  draft: DraftState;
  funnel: Funnel;
  device: Device;
  step: string;
  onStep: (id: string) => void;
}

/** The dragged item: a block of the page, or a new one of a type. */
type Dragged = { id: string } | { type: BlockType };

/** The steps, the page, and the settings of what is selected. */
export function Design({ draft, funnel, device, step: wanted, onStep }: DesignProps) {
  const { document } = draft.draft;
  const whole = document.steps.find(({ id }) => id === wanted) ?? document.steps[0]!;
  const [chosenHalf, setHalf] = useState<Half>('a');
  const half = whole.split ? chosenHalf : 'a';
  const step = stepOfHalf(whole, half);
  const [selected, setSelected] = useState('');
  const [sheet, setSheet] = useState<'tools' | 'settings' | null>(null);
  const wide = useWide();
  const block = step.blocks.find(({ id }) => id === selected);
  const { changeDocument } = draft;

  const setBlocks = useCallback(
    (what: string, change: (blocks: Block[]) => Block[]) =>
      changeDocument(what === '' ? '' : `${half} ${what}`, (one) => updateBlocks(one, step.id, half, change)),
    [changeDocument, step.id, half],
  );
  const onBlock = useCallback(
    (next: Block, what: string) => setBlocks(what, (blocks) => blocks.map((one) => (one.id === next.id ? next : one))),
    [setBlocks],
  );
  const onMove = (id: string, to: number) =>
    setBlocks('', (blocks) =>
      moveInList(
        blocks,
        blocks.findIndex((one) => one.id === id),
        to,
      ),
    );
  const onRemove = (id: string) => {
    setBlocks('', (blocks) => blocks.filter((one) => one.id !== id));
    setSelected('');
  };
  const insert = (added: Block, at: number) => {
    setBlocks('', (blocks) => blocks.toSpliced(at, 0, added));
    setSelected(added.id);
  };
  const placeOf = (id: string) => step.blocks.findIndex((one) => one.id === id);
  const onCopy = (id: string) => insert(copyBlock(step.blocks[placeOf(id)]!), placeOf(id) + 1);
  const onAdd = (type: BlockType) => {
    insert(blankBlock(type), block ? placeOf(block.id) + 1 : step.blocks.length);
    setSheet(null);
  };
  const { drag, start } = useDrag<Dragged>(({ item, over }) => {
    if (over === null) return;
    const at = over === 'end' ? step.blocks.length : placeOf(over);
    if (at === -1) return;
    if ('type' in item) insert(blankBlock(item.type), at);
    else onMove(item.id, placeOf(item.id) < at ? at - 1 : at);
  });

  const tools = (
    <Tools
      draft={draft}
      funnel={funnel}
      step={step.id}
      onStep={onStep}
      onAdd={onAdd}
      onDrag={(event, type) => start(event, { type })}
    />
  );
  const settings = block ? (
    <BlockSettings key={block.id} block={block} steps={document.steps} onBlock={onBlock} />
  ) : (
    <p className="p-4 text-sm text-muted">
      Choose a block on the page to change its settings. Texts can be changed in place.
    </p>
  );
  return (
    <div className="flex min-h-0 flex-1 max-lg:flex-col">
      {wide ? (
        <aside aria-label="Steps and blocks" className="w-64 shrink-0 overflow-y-auto border-r border-line p-3">
          {tools}
        </aside>
      ) : (
        <div className="flex flex-wrap items-center gap-2 border-b border-line p-2">
          <Select
            aria-label="Step"
            className="min-w-0 flex-1"
            value={step.id}
            options={document.steps.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => onStep(event.target.value)}
          />
          <Button icon={<Plus />} onClick={() => setSheet('tools')}>
            Add or arrange
          </Button>
          {block && (
            <Button icon={<SlidersHorizontal />} onClick={() => setSheet('settings')}>
              Edit block
            </Button>
          )}
        </div>
      )}
      <section aria-label="Page" className="min-h-0 min-w-0 flex-1 overflow-y-auto bg-sunken p-4">
        {whole.split && (
          <HalfSwitch
            half={half}
            share={whole.split.share}
            onHalf={(next) => {
              setHalf(next);
              setSelected('');
            }}
          />
        )}
        <Canvas
          step={step}
          theme={document.theme}
          color={funnel.site.color}
          device={device}
          selected={selected}
          onSelect={setSelected}
          onBlock={onBlock}
          onMove={onMove}
          onCopy={onCopy}
          onRemove={onRemove}
          over={drag?.over ?? null}
          onDrag={(event, id) => start(event, { id })}
        />
      </section>
      {wide ? (
        <aside aria-label="Settings of the block" className="w-80 shrink-0 overflow-y-auto border-l border-line">
          {settings}
        </aside>
      ) : (
        <>
          <Sheet open={sheet === 'tools'} onOpenChange={() => setSheet(null)} title="Add or arrange">
            {tools}
          </Sheet>
          <Sheet
            open={sheet === 'settings' && block !== undefined}
            onOpenChange={() => setSheet(null)}
            title="Edit block"
          >
            {settings}
          </Sheet>
        </>
      )}
    </div>
  );
}

/** Which variant of a split test is shown. */
function HalfSwitch({ half, share, onHalf }: { half: Half; share: number; onHalf: (half: Half) => void }) {
  return (
    <div role="group" aria-label="Variant" className="mb-3 flex justify-center gap-1">
      {(['a', 'b'] as const).map((one) => (
        <Button key={one} size="sm" aria-pressed={half === one} onClick={() => onHalf(one)}>
          {half === one && <Check size={14} aria-hidden="true" />}
          {`Variant ${one.toUpperCase()} · ${one === 'b' ? share : 100 - share}%`}
        </Button>
      ))}
    </div>
  );
}

interface ToolsProps extends Pick<DesignProps, 'draft' | 'funnel' | 'step' | 'onStep'> {
  onAdd: (type: BlockType) => void;
  onDrag: (event: PointerEvent, type: BlockType) => void;
}

function Tools({ draft, funnel, step, onStep, onAdd, onDrag }: ToolsProps) {
  const [tab, setTab] = useState('steps');
  return (
    <Tabs
      label="Tools"
      value={tab}
      onValueChange={setTab}
      items={[
        { value: 'steps', label: 'Steps', content: <StepsPanel draft={draft} step={step} onStep={onStep} /> },
        { value: 'blocks', label: 'Blocks', content: <AddPanel onAdd={onAdd} onDrag={onDrag} /> },
        { value: 'look', label: 'Look', content: <DesignPanel draft={draft} funnel={funnel} /> },
      ]}
    />
  );
}
