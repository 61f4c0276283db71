/** The mapping as a person edits it, and what the server is told of it. */
import type { FieldError } from '../../../../kernel/errors.ts';
import type { ColumnMapping, RecordImport, ImportMapping, ImportOptions } from '../../contract/imports.ts';
import { type ImportKind, isRepeated } from '../../contract/import-targets.ts';
import type { EnteredFieldKind } from '../../../../records/contract/views.ts';

/** Where one column goes: a field, a field that the import adds, or nowhere. */
export interface ColumnDraft {
  target: string | null;
  newField: { label: string; kind: EnteredFieldKind } | null;
}

export interface MappingDraft {
  columns: readonly ColumnDraft[];
  options: ImportOptions;
  hasHeader: boolean;
}

/** The import's settings so far; columns without a choice are left out. */
export function draftOf({
  columns,
  mapping,
  options,
  dialect,
}: Pick<RecordImport, 'columns' | 'mapping' | 'options' | 'dialect'>): MappingDraft {
  const byIndex = new Map(mapping.map((column) => [column.index, column]));
  return {
    columns: columns.map(({ index }): ColumnDraft => {
      const own = byIndex.get(index);
      return { target: own?.target ?? null, newField: own?.newField ?? null };
    }),
    options,
    hasHeader: dialect.hasHeader,
  };
}

/** The draft with every column as it was recognized. */
export function withGuesses(draft: MappingDraft, columns: RecordImport['columns']): MappingDraft {
  return { ...draft, columns: columns.map(({ guess }): ColumnDraft => ({ target: guess.target, newField: null })) };
}

export function toMapping({ columns, options, hasHeader }: MappingDraft): ImportMapping {
  return {
    columns: columns.map(({ target, newField }, index): ColumnMapping =>
      newField ? { index, target: null, newField } : { index, target },
    ),
    options,
    hasHeader,
  };
}

/**
 * A column's error before the server checks it: two columns for one field, a new field without a name, or a custom
 * field deleted since.
 * @param own keys of existing custom fields; absent while loading
 */
export function columnProblem(
  kind: ImportKind,
  columns: readonly ColumnDraft[],
  index: number,
  own?: ReadonlySet<string>,
): string | undefined {
  const column = columns[index];
  if (column?.newField && !column.newField.label.trim()) return 'Enter a name for the new field.';
  const target = column?.target;
  if (target && !column.newField && own && isGone(target, own))
    return 'This field was deleted. Choose another field, or clear it to skip the column.';
  if (!target || column.newField || isRepeated(kind, target)) return undefined;
  return columns.some((other, at) => at !== index && !other.newField && other.target === target)
    ? 'Another column also fills this field. Choose one of them.'
    : undefined;
}

const OWN = 'custom:';
const isGone = (target: string, own: ReadonlySet<string>) =>
  target.startsWith(OWN) && !own.has(target.slice(OWN.length));

/** The server's words about one column. */
export function serverColumnProblem(errors: readonly FieldError[], index: number): string | undefined {
  return errors.find(({ field }) => field.startsWith(`columns.${index}.`))?.message;
}
