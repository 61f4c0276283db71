import { type KeyHint, useKeyHints } from '../shell/key-hints.ts';

const group = 'In the list';
const MOVE: readonly KeyHint[] = [
  { keys: 'ArrowUp ArrowDown', label: 'Move by rows, also by K and J', group },
  { keys: 'ArrowLeft ArrowRight', label: 'Move by cells', group },
  { keys: 'Enter', label: 'Open the row, or change the cell', group },
];
const EDIT: readonly KeyHint[] = [{ keys: 'E', label: 'Change the cell, also by F2', group }];
const PREVIEW: readonly KeyHint[] = [{ keys: 'P', label: 'Preview the row beside the list', group }];
const MARK: readonly KeyHint[] = [
  { keys: 'X', label: 'Mark the row; with Shift all in between', group },
  { keys: 'Mod+A', label: 'Mark all rows that are loaded', group },
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
