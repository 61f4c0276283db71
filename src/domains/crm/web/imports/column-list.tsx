import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FieldError as Problem } from '../../../../kernel/errors.ts';
import { read } from '../../../../web/api/request.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import { FieldError } from '../../../../web/ui/field.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import type { ImportKind } from '../../contract/import-targets.ts';
import { KINDS } from '../../../../records/contract/kinds.ts';
import type { ImportColumn } from '../../contract/imports.ts';
import { CUSTOM_FIELD_KINDS, EnteredFieldKind, customFields } from '../../../../records/contract/views.ts';
import { guessText, KIND_LABELS, targetOptions } from './import-labels.ts';
import { type ColumnDraft, columnProblem, serverColumnProblem } from './mapping-draft.ts';

interface ColumnListProps {
  kind: ImportKind;
  columns: readonly ImportColumn[];
  drafts: readonly ColumnDraft[];
  /** Keys of the fields of one's own that there are. */
  own: ReadonlySet<string> | undefined;
  problems: readonly Problem[];
  onChange: (drafts: ColumnDraft[]) => void;
}

const SAMPLES = 3;

/** Each column of the file with what is in it, and the field that it fills. */
export function ColumnList({ kind, columns, drafts, own, problems, onChange }: ColumnListProps) {
  const { data } = useQuery(read(customFields.list, { query: { object: kind } }));
  const options = useMemo(() => targetOptions(kind, data?.items ?? []), [data, kind]);
  const deleted = useMemo(
    () => new Map(data?.removed.map(({ key, label }) => [`custom:${key}`, `${label} (deleted)`])),
    [data],
  );
  const set = (index: number, draft: ColumnDraft) => onChange(drafts.map((one, at) => (at === index ? draft : one)));
  return (
    <div className="rounded-lg border border-line">
      <div
        className="hidden grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,1fr)] gap-4 border-b border-line bg-sunken px-3 py-2 text-xs font-medium text-muted md:grid"
        aria-hidden="true"
      >
        <span>Column in file</span>
        <span>Sample values</span>
        <span>Field</span>
      </div>
      <ul className="divide-y divide-line">
        {columns.map((column, index) => {
          const draft = drafts[index] ?? { target: null, newField: null };
          const problem = columnProblem(kind, drafts, index, own) ?? serverColumnProblem(problems, index);
          const guessed =
            !draft.newField && draft.target !== null && draft.target === column.guess.target
              ? guessText(column.guess.by)
              : undefined;
          const out = draft.target === null && !draft.newField;
          return (
            <li
              key={column.index}
              className="grid gap-x-4 gap-y-1.5 px-3 py-2.5 text-sm md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,1fr)]"
            >
              <div className="min-w-0">
                <p className={cx('font-medium break-words', out && 'text-muted')}>{column.name}</p>
                <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
                  <span>{Math.round(column.filled * 100)}% filled</span>
                  {guessed && <Badge tone="accent">{guessed}</Badge>}
                  {out && <Badge>Skipped</Badge>}
                </p>
              </div>
              <ul className="min-w-0 text-xs text-muted" aria-label={`Sample values of ${column.name}`}>
                {column.samples.slice(0, SAMPLES).map((sample, at) => (
                  <li key={at} className="truncate" title={sample}>
                    {sample}
                  </li>
                ))}
                {column.samples.length === 0 && <li>No values</li>}
              </ul>
              <TargetPicker
                kind={kind}
                column={column}
                draft={draft}
                options={options}
                deleted={deleted}
                problem={problem}
                onChange={(next) => set(index, next)}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface TargetPickerProps {
  kind: ImportKind;
  column: ImportColumn;
  draft: ColumnDraft;
  options: ReturnType<typeof targetOptions>;
  /** Labels of deleted fields. */
  deleted: ReadonlyMap<string, string>;
  problem: string | undefined;
  onChange: (draft: ColumnDraft) => void;
}

const NEW = 'new';

/** The field that a column fills: one that exists, or a new one with its name and kind. */
function TargetPicker({ kind, column, draft, options, deleted, problem, onChange }: TargetPickerProps) {
  const { newField } = draft;
  const errorId = `column-${column.index}-error`;
  const aria = {
    'aria-invalid': problem ? (true as const) : undefined,
    'aria-describedby': problem ? errorId : undefined,
  };
  const label = `Field for ${column.name}`;
  const all = useMemo(
    () => [
      ...options,
      {
        value: NEW,
        label: `New field “${column.guess.label}”`,
        detail: `Added to your ${KINDS[kind].many} as ${KIND_LABELS[column.guess.kind].toLowerCase()}`,
      },
    ],
    [options, column, kind],
  );
  const value = newField
    ? { value: NEW, label: 'New field' }
    : (options.find((option) => option.value === draft.target) ??
      (draft.target === null ? null : { value: draft.target, label: deleted.get(draft.target) ?? 'A deleted field' }));
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <Combobox
        {...aria}
        label={label}
        source={all}
        value={value}
        placeholder="Skipped"
        allowNew={(text) => `New field “${text}”`}
        onChange={(option) => {
          if (!option) onChange({ target: null, newField: null });
          else if (option.value === NEW)
            onChange({ target: null, newField: { label: column.guess.label, kind: column.guess.kind } });
          else if (option.value === '')
            onChange({ target: null, newField: { label: option.label, kind: column.guess.kind } });
          else onChange({ target: option.value, newField: null });
        }}
      />
      {newField && (
        <div className="grid grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)] gap-1.5">
          <Input
            {...aria}
            aria-label={`Name of the new field for ${column.name}`}
            maxLength={80}
            value={newField.label}
            onChange={(event) => onChange({ target: null, newField: { ...newField, label: event.target.value } })}
          />
          <Select
            aria-label={`Type of the new field for ${column.name}`}
            value={newField.kind}
            options={CUSTOM_FIELD_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))}
            onChange={(event) =>
              onChange({ target: null, newField: { ...newField, kind: EnteredFieldKind.parse(event.target.value) } })
            }
          />
        </div>
      )}
      {problem && <FieldError id={errorId}>{problem}</FieldError>}
    </div>
  );
}
