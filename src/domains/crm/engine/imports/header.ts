/** Whether the first row of a table names the columns. */
import type { ImportKind } from '../../contract/import-targets.ts';
import { parseEmail } from '../../../../records/engine/email.ts';
import { headerTarget } from './mapping.ts';

const DATA_LIKE = /^[+-]?[\d\s().,/:-]*\d[\d\s().,/:TZ+-]*$/;

/** Whether the first row names the columns: known names, or at least nothing that looks like data. */
export function guessHeader(kind: ImportKind, rows: readonly string[][]): boolean {
  const first = rows[0];
  if (!first) return false;
  const cells = first.map((cell) => cell.trim()).filter(Boolean);
  if (
    cells.length === 0 ||
    cells.some((cell) => parseEmail(cell) !== undefined || DATA_LIKE.test(cell) || cell.length > 100)
  )
    return false;
  if (cells.some((cell) => headerTarget(kind, cell) !== undefined)) return true;
  return new Set(cells).size === cells.length && rows.length > 1 && cells.length === first.length;
}
