import { type FormEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import {
  hasWords,
  isFormatted,
  plainToRichText,
  richTextToPlain,
  withoutBlankEnds,
} from '../../kernel/rich-text-render.ts';
import type { RichText } from '../../kernel/rich-text-types.ts';
import { messageFor } from '../../web/api/error.ts';
import { dropDraft, loadDraft, saveDraft } from '../../web/form/draft.ts';
import { useUnsavedGuard } from '../../web/form/unsaved.ts';
import { Button } from '../../web/ui/button.tsx';
import { FieldError } from '../../web/ui/field.tsx';
import { RichTextField } from '../../web/rich-text/rich-text-field.tsx';
import { useFindPeople } from './collaboration/use-find-people.ts';
import { LONGEST_NOTE } from '../contract/record-calls.ts';
import { draftedText } from './note-draft.tsx';
import { draftedReaders, type Readers } from './note-readers.tsx';

const ReadersField = lazy(() => import('./readers-field.tsx'));

/** The text for the API: plain if nothing is formatted. */
export type Written = { text: string } | { body: RichText };

const EMPTY = plainToRichText('');
const docOf = ({ text, body }: { text: string; body: RichText | null }): RichText => body ?? plainToRichText(text);
const keyOf = (doc: RichText): string => JSON.stringify(withoutBlankEnds(doc));

interface NoteEditorProps {
  label: string;
  /** A short hint below the editor. */
  hint?: string;
  /** Name under which what is typed survives a reload. */
  draftName: string;
  initial?: { text: string; body: RichText | null };
  /** Version of what is edited: what is kept for the next visit is based on it. */
  version?: number;
  action: string;
  /** Characters that it may have. */
  longest?: number;
  autoFocus?: boolean;
  /** Initial readers; absent if they cannot be chosen. */
  readers?: Readers;
  /** Rejects when it could not be saved; what was typed then stays. */
  onSave: (written: Written, readers: Readers) => Promise<unknown>;
  /** Absent for the editor that is always there. */
  onCancel?: () => void;
}

/** Where a note is written. What is typed is kept by the tab until it is saved or given up. */
export function NoteEditor({
  label,
  draftName,
  hint,
  initial,
  version,
  action,
  longest = LONGEST_NOTE,
  autoFocus,
  readers: present,
  onSave,
  onCancel,
}: NoteEditorProps) {
  const id = useId();
  const [start] = useState(() => (initial ? docOf(initial) : EMPTY));
  const [doc, setDoc] = useState(() => draftedText(draftName) ?? start);
  const findPeople = useFindPeople();
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState(false);
  const [readers, setReaders] = useState(() => draftedReaders(loadDraft(draftName)?.['readers'], present ?? null));
  const latest = useRef(doc);
  latest.current = doc;
  const dirty = keyOf(doc) !== keyOf(start) || (onCancel !== undefined && String(readers) !== String(present ?? null));
  // A new note keeps its draft for the next visit, so leaving loses nothing; an edited one is asked about.
  useUnsavedGuard(dirty && onCancel !== undefined);

  useEffect(() => {
    if (dirty) saveDraft(draftName, { body: doc, readers, version });
    else dropDraft(draftName);
  }, [dirty, doc, draftName, readers, version]);

  const save = async () => {
    if (saving) return;
    if (!hasWords(doc.content)) return setProblem('Enter some text.');
    const text = richTextToPlain(doc).trim();
    if (text.length > longest) return setProblem(`Enter up to ${longest.toLocaleString('en-US')} characters.`);
    setSaving(true);
    setProblem(undefined);
    try {
      await onSave(isFormatted(doc) ? { body: withoutBlankEnds(doc) } : { text }, readers);
      // Text typed while saving becomes the next draft.
      if (onCancel || latest.current === doc) {
        setReaders(present ?? null);
        dropDraft(draftName);
        if (!onCancel) setDoc(EMPTY);
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
    setDoc(start);
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
      <RichTextField
        label={label}
        placeholder={label}
        rows={hasWords(doc.content) || onCancel ? 4 : 2}
        longest={longest}
        autoFocus={autoFocus === true}
        invalid={problem !== undefined}
        describedBy={problem ? `${id}-error` : undefined}
        value={doc}
        onChange={setDoc}
        findPeople={findPeople}
        onSubmit={() => void save()}
        onEscape={() => {
          if (onCancel && !dirty) giveUp();
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
