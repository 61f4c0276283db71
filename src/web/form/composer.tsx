import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import { IconButton } from '../ui/icon-button.tsx';
import { dropDraft, loadDraft, saveDraft } from './draft.ts';
import { controlClass } from '../ui/input.tsx';
import { cx } from '../ui/cx.ts';

interface ComposerProps {
  label: string;
  placeholder: string;
  /** Name under which what is typed survives a reload. */
  draft: string;
  max: number;
  /** Sends; throw to keep the text in the field. */
  onSend: (text: string) => Promise<unknown>;
  /** Gets the focus when the panel opens. */
  first?: boolean;
  /** Text to put in at the cursor's end; a new object puts it in again. */
  insert?: { text: string } | undefined;
  /** Beside the field: prepared answers. */
  tools?: ReactNode;
  failure?: string | undefined;
  /** Below the field, about what is typed. */
  measure?: (text: string) => ReactNode;
}

const TALLEST = 160;

/** Makes the field as tall as its text, up to a limit. */
function fitHeight(field: HTMLTextAreaElement | null, text: string): void {
  if (!field || field.dataset.fitted === text) return;
  field.dataset.fitted = text;
  field.style.height = 'auto';
  field.style.height = `${Math.min(field.scrollHeight + 2, TALLEST)}px`;
}

/** The field at the bottom. Enter sends, Shift+Enter begins a line; what is typed is not lost by a reload. */
export function Composer({
  label,
  placeholder,
  draft,
  max,
  onSend,
  first = false,
  insert,
  tools,
  failure,
  measure,
}: ComposerProps) {
  const [text, setText] = useState(() => {
    const kept = loadDraft(draft)?.['text'];
    return typeof kept === 'string' ? kept : '';
  });
  const [sending, setSending] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const errorId = useId();
  const write = (next: string) => {
    setText(next);
    if (next) saveDraft(draft, { text: next });
    else dropDraft(draft);
  };
  const adopt = useRef(write);
  adopt.current = (addition) => write(text ? `${text.trimEnd()}\n\n${addition}` : addition);
  useEffect(() => {
    if (!insert) return;
    adopt.current(insert.text);
    field.current?.focus();
  }, [insert]);
  useEffect(() => fitHeight(field.current, text));
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!text.trim() || sending) return;
    setSending(true);
    try {
      await onSend(text.trim());
      write('');
    } catch {
      // The words stay in the field; whoever sends says what went wrong.
    }
    setSending(false);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  return (
    <form
      onSubmit={(event) => void send(event)}
      className="border-t border-line p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]"
    >
      {failure && (
        <p id={errorId} role="alert" className="px-1 pb-1.5 text-sm text-danger-ink">
          {failure}
        </p>
      )}
      <div className="flex items-end gap-1">
        {tools}
        <textarea
          ref={field}
          rows={1}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
          maxLength={max}
          aria-label={label}
          aria-describedby={failure ? errorId : undefined}
          placeholder={placeholder}
          data-first={first ? '' : undefined}
          className={cx(controlClass, 'min-h-control flex-1 resize-none overflow-y-auto py-1.5')}
        />
        <IconButton
          label="Send"
          icon={<SendHorizontal />}
          type="submit"
          disabled={!text.trim()}
          aria-busy={sending || undefined}
        />
      </div>
      {measure?.(text)}
    </form>
  );
}
