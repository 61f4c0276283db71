import { useRef, useState } from 'react';
import { withTaskChecked } from '../../../kernel/rich-text.ts';
import type { RichText } from '../../../kernel/rich-text-types.ts';
import { RichTextView } from '../../../web/rich-text/rich-text-view.tsx';
import { cx } from '../../../web/ui/cx.ts';
import type { Person } from '../../engine/mentions.ts';
import { MentionPieces, MentionText } from './mention-text.tsx';

interface SaidTextProps {
  said: { text: string; body: RichText | null; mentions: readonly Person[]; version?: number };
  className?: string;
  /**
   * Saves the text after an entry of its checklist was ticked; gives the version that it has now. Says itself what went
   * wrong, and rejects then. Absent: the checklist is not to be changed here.
   */
  onChange?: (body: RichText, version: number) => Promise<{ version: number }>;
}

/** A note or comment, formatted or plain. */
export function NoteText({ said, className, onChange }: SaidTextProps) {
  const checklist = useChecklist(said, onChange);
  if (!said.body)
    return (
      <MentionText
        text={said.text}
        mentions={said.mentions}
        className={cx('break-words whitespace-pre-wrap', className)}
      />
    );
  return (
    <RichTextView
      doc={checklist.shown ?? said.body}
      className={className}
      renderText={(text) => <MentionPieces text={text} mentions={said.mentions} />}
      {...(onChange && { onCheck: checklist.check })}
    />
  );
}

/** Ticks show at once and are saved one after another, each on the version that the one before made. */
function useChecklist({ body, version = 0 }: SaidTextProps['said'], save: SaidTextProps['onChange']) {
  const [shown, setShown] = useState<RichText>();
  const last = useRef<{ doc: RichText; version: number }>(undefined);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const waiting = useRef(0);
  const check = (nth: number, checked: boolean) => {
    if (!body || !save) return;
    last.current ??= { doc: body, version };
    const doc = withTaskChecked(last.current.doc, nth, checked);
    last.current.doc = doc;
    setShown(doc);
    waiting.current++;
    queue.current = queue.current.then(async () => {
      try {
        if (last.current) last.current.version = (await save(doc, last.current.version)).version;
      } catch {
        // The entry is shown as it was; those that wait behind it are based on what was not saved.
        last.current = undefined;
      }
      if (--waiting.current > 0 && last.current) return;
      last.current = undefined;
      setShown(undefined);
    });
  };
  return { shown, check };
}
