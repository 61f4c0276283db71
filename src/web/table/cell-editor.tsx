import type { KeyboardEvent } from 'react';
import { useRef, useState } from 'react';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import type { CellEdit } from './columns.ts';

interface CellEditorProps<Row> {
  edit: CellEdit<Row>;
  label: string;
  initial: string;
  /**
   * Ends the edit with the new value, or undefined when canceled; `step` 1 or -1 moves to the next or previous editable
   * cell.
   */
  onDone: (value: string | undefined, step: number) => void;
}

/** The field in a cell: Enter or leaving saves, Tab saves and moves on, Escape restores the old value. */
export function CellEditor<Row>({ edit, label, initial, onDone }: CellEditorProps<Row>) {
  const [value, setValue] = useState(initial);
  const [touched, setTouched] = useState(false);
  const problem = touched ? edit.validate?.(value) : undefined;
  /** Closing removes the focus, which must not save a second time. */
  const done = useRef(false);

  const finish = (result: string | undefined, step: number) => {
    if (done.current) return;
    if (result !== undefined && edit.validate?.(result)) {
      setTouched(true);
      return;
    }
    done.current = true;
    onDone(result, step);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') finish(undefined, 0);
    else if (event.key === 'Enter') finish(value, 0);
    else if (event.key === 'Tab') {
      event.preventDefault();
      finish(value, event.shiftKey ? -1 : 1);
    }
  };
  const onBlur = () => finish(edit.validate?.(value) ? undefined : value, 0);

  if (edit.options) {
    return (
      <Select
        autoFocus
        aria-label={label}
        className="w-full"
        placeholder="—"
        options={edit.options}
        value={value}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        onChange={(event) => setValue(event.target.value)}
      />
    );
  }
  return (
    <div className="relative w-full">
      <Input
        autoFocus
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        type={edit.inputType ?? 'text'}
        value={value}
        onChange={(event) => setValue(event.target.value)}
        onFocus={(event) => {
          if (edit.inputType !== 'number') event.target.select();
        }}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      />
      {problem && (
        <p
          role="alert"
          className="absolute top-full left-0 z-5 mt-1 w-max max-w-72 rounded-md bg-danger-soft px-2 py-1 text-xs text-danger-ink shadow-pop"
        >
          {problem}
        </p>
      )}
    </div>
  );
}
