import type { PointerEvent } from 'react';
import type { BlockType } from '../contract.ts';
import { ADDABLE, BLOCK_LABELS } from './labels.ts';

interface AddPanelProps {
  onAdd: (type: BlockType) => void;
  onDrag: (event: PointerEvent, type: BlockType) => void;
}

/** Blocks to add: pressed they follow the selected one, dragged they stand where they are let go. */
export function AddPanel({ onAdd, onDrag }: AddPanelProps) {
  return (
    <div className="py-2">
      <p className="mb-2 text-xs text-muted">
        Drag a block onto the page, or choose it to add it after the selected one.
      </p>
      <div className="grid grid-cols-2 gap-2">
        {ADDABLE.map((type) => (
          <button
            key={type}
            type="button"
            className="rounded-md border border-line px-2 py-3 text-sm hover:border-accent hover:bg-hover"
            onPointerDown={(event) => onDrag(event, type)}
            onClick={() => onAdd(type)}
          >
            {BLOCK_LABELS[type]}
          </button>
        ))}
      </div>
    </div>
  );
}
