import { type KeyHint, useKeyHints } from '../shell/key-hints.ts';

const group = 'In the list';
const MOVE: readonly KeyHint[] = [
  { keys: 'ArrowUp ArrowDown', label: 'Move between rows (or K and J)', group },
  { keys: 'ArrowLeft ArrowRight', label: 'Move between cells', group },
  { keys: 'Enter', label: 'Open the row or edit the cell', group },
];
const EDIT: readonly KeyHint[] = [{ keys: 'E', label: 'Edit the cell (or F2)', group }];
const PREVIEW: readonly KeyHint[] = [{ keys: 'P', label: 'Preview the row', group }];
const MARK: readonly KeyHint[] = [
  { keys: 'X', label: 'Select the row (Shift selects a range)', group },
  { keys: 'Mod+A', label: 'Select all loaded rows', group },
];
const NONE: readonly KeyHint[] = [];

/** Keys of `grid-keys.ts`, for the list of shortcuts. */
export function useGridHints({
  selectable,
  editable,
  previews,
}: {
  selectable: boolean;
  editable: boolean;
  previews: boolean;
}): void {
  useKeyHints(MOVE);
  useKeyHints(previews ? PREVIEW : NONE);
  useKeyHints(editable ? EDIT : NONE);
  useKeyHints(selectable ? MARK : NONE);
}
