/** Keyboard position: a row, and a cell within it, or the row itself (`column` -1). */
export interface GridPosition {
  row: number;
  column: number;
}

export type GridAction =
  | { kind: 'go'; to: GridPosition; extend: boolean }
  | { kind: 'select'; extend: boolean }
  | { kind: 'selectLoaded' | 'clear' | 'edit' | 'enter' | 'preview' };

interface Key {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/**
 * The meaning of a key in a grid, or nothing for other keys.
 * @param size the loaded rows (`first` up to, not including, `end`), the columns, and the number of rows per page key
 */
export function gridKey(
  event: Key,
  at: GridPosition,
  size: { first: number; end: number; columns: number; page: number },
): GridAction | undefined {
  const command = event.ctrlKey || event.metaKey;
  if (event.altKey) return undefined;
  const toRow = (row: number): GridAction => ({
    kind: 'go',
    to: { row: Math.max(size.first, Math.min(size.end - 1, row)), column: at.column },
    extend: event.shiftKey,
  });
  const toColumn = (column: number): GridAction => ({
    kind: 'go',
    to: { row: at.row, column: Math.max(-1, Math.min(size.columns - 1, column)) },
    extend: false,
  });
  if (command) {
    switch (event.key) {
      case 'a':
        return { kind: 'selectLoaded' };
      case 'Home':
        return toRow(size.first);
      case 'End':
        return toRow(size.end - 1);
      default:
        return undefined;
    }
  }
  switch (event.key) {
    case 'ArrowDown':
    case 'j':
    case 'J':
      return toRow(at.row + 1);
    case 'ArrowUp':
    case 'k':
    case 'K':
      return toRow(at.row - 1);
    case 'PageDown':
      return toRow(at.row + size.page);
    case 'PageUp':
      return toRow(at.row - size.page);
    case 'ArrowRight':
      return toColumn(at.column + 1);
    case 'ArrowLeft':
      return toColumn(at.column - 1);
    case 'Home':
      return at.column < 0 ? toRow(size.first) : toColumn(0);
    case 'End':
      return at.column < 0 ? toRow(size.end - 1) : toColumn(size.columns - 1);
    case ' ':
    case 'x':
    case 'X':
      return { kind: 'select', extend: event.shiftKey };
    case 'e':
    case 'F2':
      return { kind: 'edit' };
    case 'p':
    case 'P':
      return { kind: 'preview' };
    case 'Enter':
      return { kind: 'enter' };
    case 'Escape':
      return { kind: 'clear' };
    default:
      return undefined;
  }
}
