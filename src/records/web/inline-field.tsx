/** A field of a record that is read most of the time and edited in its place: by its pencil, a double click, or E. */
import Check from 'lucide-react/icons/check';
import Pencil from 'lucide-react/icons/pencil';
import X from 'lucide-react/icons/x';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { FieldError as Problem } from '../../kernel/errors.ts';
import { ApiError, messageFor } from '../../web/api/error.ts';
import { useUnsavedGuard } from '../../web/form/unsaved.ts';
import { toast } from '../../web/shell/toast.ts';
import { cx } from '../../web/ui/cx.ts';
import { FieldError, type FieldControlProps } from '../../web/ui/field.tsx';
import { IconButton } from '../../web/ui/icon-button.tsx';
import { Skeleton } from '../../web/ui/skeleton.tsx';

/** A save that was refused on this side, in words for the person. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Props of an editor. */
export interface Editor<T> {
  /** For the first control: its name, and what is wrong with the value as a whole. */
  control: FieldControlProps;
  draft: T;
  setDraft: (draft: T) => void;
  /** The error for a part of the value, by the end of its path: `1.value`. */
  problemOf: (part: string) => string | undefined;
}

export interface InlineFieldProps<T> {
  /** Name of the field on the server, by which its errors find it. */
  name: string;
  label: string;
  value: T;
  /** The value as it is read; null when it is blank. */
  children: ReactNode;
  renderEditor: (editor: Editor<T>) => ReactNode;
  /** Checks a draft before it is sent. Several problems name their parts. */
  check?: (draft: T) => Problem[];
  /**
   * Rejects with the server's error when it is refused; the draft then stays. The function as it was when editing began
   * is the one that is called: it is bound to the record as the person saw it, so a later change of others is noticed.
   */
  onSave: (draft: T) => Promise<unknown>;
  /** Enter makes a new line; Ctrl/⌘ Enter saves. */
  multiline?: boolean;
  /** The rest of the record is not there yet. */
  pending?: boolean;
  readOnly?: boolean;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

export function InlineField<T>(props: InlineFieldProps<T>) {
  const { label, value, children, onSave, pending, readOnly } = props;
  /** The draft, wrapped because a blank value may be null; null while the field is only shown. */
  const [edited, setEdited] = useState<{ draft: T } | null>(null);
  const [problems, setProblems] = useState<Problem[]>([]);
  const [refocus, setRefocus] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const saveAsOpened = useRef(onSave);
  const here = useRef(false);
  const open = edited !== null;
  // A field that was filled in or emptied here stays in sight.
  const [wasOpen, setWasOpen] = useState(false);
  const controlId = useId();

  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  useEffect(() => {
    if (!refocus || open) return;
    edit.current?.focus();
    setRefocus(false);
  }, [refocus, open]);

  const start = () => {
    saveAsOpened.current = onSave;
    setProblems([]);
    setEdited({ draft: value });
    setWasOpen(true);
  };
  const close = () => {
    setEdited(null);
    setProblems([]);
    setRefocus(true);
  };
  const save = async () => {
    if (!edited || same(edited.draft, value)) return close();
    const { draft } = edited;
    const wrong = props.check?.(draft) ?? [];
    if (wrong.length > 0) return setProblems(wrong);
    close();
    try {
      await saveAsOpened.current(draft);
    } catch (error) {
      const refused = serverProblems(error, props.name);
      // People who have left the page get the message there.
      if (!here.current)
        return void toast({
          type: 'error',
          title: `Couldn’t save ${label}`,
          description: [refused[0]?.message, typeof draft === 'string' && draft && `You entered: ${draft}`]
            .filter(Boolean)
            .join(' '),
        });
      // The value was shown as if saved; now its editor comes back with what was typed and why it was refused. What is
      // typed by now stays.
      setEdited((now) => now ?? { draft });
      setProblems(refused);
    }
  };

  return (
    <div
      data-field={props.name}
      data-blank={!children && !open && !pending && !wasOpen ? '' : undefined}
      className="group/field grid grid-cols-[6.5rem_minmax(0,1fr)] items-start gap-x-2"
    >
      <dt className="py-1.5 text-xs leading-5 text-muted">
        {open ? <label htmlFor={controlId}>{label}</label> : label}
      </dt>
      <dd className="min-w-0">
        {open ? (
          <OpenField
            {...props}
            draft={edited.draft}
            setDraft={(draft) => setEdited({ draft })}
            problems={problems}
            controlId={controlId}
            dirty={!same(edited.draft, value)}
            onCancel={close}
            onSubmit={() => void save()}
          />
        ) : (
          <div className="flex items-start" onDoubleClick={readOnly || pending ? undefined : start}>
            <div className={cx('min-w-0 flex-1 py-1.5 text-sm break-words', children ? 'text-ink' : 'text-faint')}>
              {pending ? <Skeleton className="my-0.5 h-4 w-32" /> : (children ?? <span aria-label="Blank">–</span>)}
            </div>
            {!readOnly && (
              <span
                className="opacity-0 group-hover/field:opacity-100 focus-within:opacity-100 max-lg:opacity-100 pointer-coarse:opacity-100"
                data-noprint
              >
                <IconButton
                  ref={edit}
                  size="sm"
                  label={`Edit ${label}`}
                  icon={<Pencil />}
                  onClick={start}
                  disabled={pending}
                  data-edit
                />
              </span>
            )}
          </div>
        )}
      </dd>
    </div>
  );
}

interface OpenFieldProps<T> extends InlineFieldProps<T> {
  draft: T;
  setDraft: (draft: T) => void;
  problems: Problem[];
  controlId: string;
  dirty: boolean;
  onCancel: () => void;
  onSubmit: () => void;
}

function OpenField<T>({
  name,
  label,
  renderEditor,
  multiline,
  draft,
  setDraft,
  problems,
  controlId,
  dirty,
  onCancel,
  onSubmit,
}: OpenFieldProps<T>) {
  const form = useRef<HTMLFormElement>(null);
  useUnsavedGuard(dirty);
  useEffect(() => {
    // Each refusal brings a new list, and the focus to the first thing that it names.
    const control =
      (problems.length > 0 && form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')) ||
      form.current?.querySelector<HTMLElement>('input, textarea, select');
    control?.focus();
    if (control instanceof HTMLInputElement && control.type !== 'date' && control.type !== 'number') control.select();
  }, [problems]);

  const general =
    problems.find(({ field }) => field === name || field === '') ??
    problems.find(({ field }) => !field.startsWith(`${name}.`));
  const problemOf = (part: string) => problems.find(({ field }) => field === `${name}.${part}`)?.message;
  const errorId = `${controlId}-error`;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onCancel();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSubmit();
    }
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      className="my-0.5"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div
        className="grid gap-1"
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          // Leaving an untouched field closes it; one that was changed stays until it is saved or given up.
          if (!dirty && event.relatedTarget && !form.current?.contains(event.relatedTarget)) onCancel();
        }}
      >
        {renderEditor({
          draft,
          setDraft,
          problemOf,
          control: {
            id: controlId,
            'aria-invalid': general ? true : undefined,
            'aria-describedby': general ? errorId : undefined,
            'aria-required': undefined,
          },
        })}
        {general && <FieldError id={errorId}>{general.message}</FieldError>}
        <div className="flex items-center gap-1">
          <IconButton
            type="submit"
            size="sm"
            label={`Save ${label}`}
            icon={<Check />}
            shortcut={multiline ? 'Ctrl Enter' : 'Enter'}
          />
          <IconButton size="sm" label={`Cancel editing ${label}`} icon={<X />} shortcut="Esc" onClick={onCancel} />
          <span className="text-2xs text-faint pointer-coarse:hidden" aria-hidden="true">
            {multiline ? 'Ctrl Enter saves' : 'Enter saves'}, Esc cancels
          </span>
        </div>
      </div>
    </form>
  );
}

/** The server's words about a field; errors about other fields, or none, stand at this one too. */
function serverProblems(error: unknown, name: string): Problem[] {
  if (error instanceof ApiError && error.fields.length > 0) return error.fields;
  if (error instanceof Refusal) return [{ field: name, message: error.message }];
  return [{ field: name, message: messageFor(error, 'The change could not be saved. Try again.') }];
}
