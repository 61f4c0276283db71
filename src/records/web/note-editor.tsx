import { type FormEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { messageFor } from '../../web/api/error.ts';
import { dropDraft, loadDraft, saveDraft } from '../../web/form/draft.ts';
import { useUnsavedGuard } from '../../web/form/unsaved.ts';
import { Button } from '../../web/ui/button.tsx';
import { FieldError } from '../../web/ui/field.tsx';
import { MentionField } from './collaboration/mention-field.tsx';
import { draftedReaders, type Readers } from './note-readers.tsx';

const ReadersField = lazy(() => import('./readers-field.tsx'));

const LONGEST_NOTE = 20_000;

interface NoteEditorProps {
  label: string;
  /** What else can be done here, in a few words. */
  hint?: string;
  /** Name under which what is typed survives a reload. */
  draftName: string;
  initial?: string;
  /** Version of what is edited: what is kept for the next visit is based on it. */
  version?: number;
  action: string;
  /** Characters that it may have. */
  longest?: number;
  autoFocus?: boolean;
  /** Who may read it to begin with; absent where that is not to be chosen. */
  readers?: Readers;
  /**
   * Rejects when it could not be saved; what was typed then stays. `mentions`: ids of those who were chosen by name.
   */
  onSave: (text: string, mentions: string[], readers: Readers) => Promise<unknown>;
  /** Absent for the editor that is always there. */
  onCancel?: () => void;
}

/** Where a note is written. What is typed is kept by the tab until it is saved or given up. */
export function NoteEditor({
  label,
  draftName,
  hint,
  initial = '',
  version,
  action,
  longest = LONGEST_NOTE,
  autoFocus,
  readers: present,
  onSave,
  onCancel,
}: NoteEditorProps) {
  const id = useId();
  const [text, setText] = useState(() => {
    const kept = loadDraft(draftName)?.['text'];
    return typeof kept === 'string' ? kept : initial;
  });
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState(false);
  const [mentions, setMentions] = useState<string[]>([]);
  const [readers, setReaders] = useState(() => draftedReaders(loadDraft(draftName)?.['readers'], present ?? null));
  const latest = useRef(text);
  latest.current = text;
  const dirty =
    text.trim() !== initial.trim() || (onCancel !== undefined && String(readers) !== String(present ?? null));
  // A new note keeps its draft for the next visit, so leaving loses nothing; an edited one is asked about.
  useUnsavedGuard(dirty && onCancel !== undefined);

  useEffect(() => {
    if (dirty) saveDraft(draftName, { text, readers, version });
    else dropDraft(draftName);
  }, [draftName, dirty, readers, text, version]);

  const save = async () => {
    if (saving) return;
    if (!text.trim()) return setProblem('Enter some text.');
    setSaving(true);
    setProblem(undefined);
    try {
      await onSave(text.trim(), mentions, readers);
      setMentions([]);
      // What was typed while it was saved is the next one.
      if (onCancel || latest.current === text) {
        setReaders(present ?? null);
        dropDraft(draftName);
        setText(initial && onCancel ? text : '');
      }
      onCancel?.();
    } catch (error) {
      setProblem(messageFor(error, 'The note could not be saved. Your text is kept here until you save it.'));
    } finally {
      setSaving(false);
    }
  };
  const giveUp = () => {
    dropDraft(draftName);
    setText(initial);
    setReaders(present ?? null);
    setProblem(undefined);
    onCancel?.();
  };
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
      className="grid gap-1.5"
      data-noprint
    >
      <MentionField
        aria-label={label}
        placeholder={label}
        rows={text || onCancel ? 4 : 2}
        maxLength={longest}
        autoFocus={autoFocus}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-error` : undefined}
        value={text}
        onChange={setText}
        onMention={(person) => setMentions((before) => [...before, person])}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void save();
          } else if (event.key === 'Escape' && onCancel && !dirty) giveUp();
        }}
      />
      {problem && <FieldError id={`${id}-error`}>{problem}</FieldError>}
      <div className="flex min-h-control-sm flex-wrap items-center gap-1.5">
        <Button type="submit" size="sm" variant="primary" loading={saving}>
          {action}
        </Button>
        {(onCancel || dirty) && (
          <Button size="sm" variant="ghost" onClick={giveUp}>
            {onCancel ? 'Cancel' : 'Discard'}
          </Button>
        )}
        {present !== undefined && (dirty || onCancel || readers !== null) && (
          <Suspense fallback={<span className="h-control w-32" />}>
            <ReadersField value={readers} onChange={setReaders} />
          </Suspense>
        )}
        <span className="text-2xs text-faint pointer-coarse:hidden">Ctrl Enter saves{hint && ` · ${hint}`}</span>
      </div>
    </form>
  );
}
