import { useCallback, useEffect, useRef, useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { dropDraft, loadDraft, saveDraft } from '../../../web/form/draft.ts';
import { type MailDraft, mailDrafts, type MailPerson } from '../contract.ts';

export interface DraftValues {
  to: MailPerson[];
  cc: MailPerson[];
  bcc: MailPerson[];
  subject: string;
  text: string;
}

const PAUSE = 800;
const AGAIN = 5_000;
const valuesOf = ({ to, cc, bcc, subject, text }: MailDraft): DraftValues => ({ to, cc, bcc, subject, text });

/**
 * A draft while it is written: saved after a pause, and kept in this browser until then, so that neither a reload nor a
 * lost connection loses a word.
 */
export function useDraft(draft: MailDraft) {
  const { id } = draft;
  const name = `mail.${id}`;
  const [values, setValues] = useState<DraftValues>(() => ({
    ...valuesOf(draft),
    ...(loadDraft(name) as Partial<DraftValues> | null),
  }));
  const [failure, setFailure] = useState('');
  const [isSaved, setSaved] = useState(true);
  const version = useRef(draft.version);
  const unsaved = useRef<DraftValues>(undefined);
  const saving = useRef<Promise<boolean>>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const again = useRef<() => unknown>(() => undefined);
  const save = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    await saving.current;
    const sent = unsaved.current;
    if (!sent) return true;
    const attempt = call(mailDrafts.update, { params: { id }, body: { version: version.current, ...sent } })
      .then((saved) => {
        version.current = saved.version;
        if (unsaved.current === sent) {
          unsaved.current = undefined;
          dropDraft(name);
          setSaved(true);
        }
        setFailure('');
        return true;
      })
      .catch((error: unknown) => {
        setFailure(messageFor(error, 'The draft is not saved yet.'));
        timer.current = setTimeout(() => void again.current(), AGAIN);
        return false;
      });
    saving.current = attempt;
    return attempt;
  }, [id, name]);

  useEffect(() => {
    again.current = save;
  }, [save]);

  const change = useCallback(
    (next: Partial<DraftValues>) => {
      setValues((current) => {
        const changed = { ...current, ...next };
        unsaved.current = changed;
        saveDraft(name, changed);
        return changed;
      });
      setSaved(false);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), PAUSE);
    },
    [name, save],
  );
  useEffect(
    () => () => {
      if (unsaved.current) void save();
      clearTimeout(timer.current);
    },
    [save],
  );
  return { values, change, save, failure, isSaved, version };
}
