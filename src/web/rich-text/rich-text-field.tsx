import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isFormatted, plainToRichText, richTextToPlain } from '../../kernel/rich-text-render.ts';
import { Button } from '../ui/button.tsx';
import { Textarea } from '../ui/input.tsx';
import type { RichTextEditorProps, RichTextFieldProps } from './rich-text-props.ts';
import { RichTextView } from './rich-text-view.tsx';

let Loaded: ComponentType<RichTextEditorProps> | undefined;
const loadEditor = () =>
  import('./rich-text-editor.tsx').then((module) => {
    Loaded = module.default;
    return Loaded;
  });

/**
 * Where people write longer texts: bold, links, lists, checklists, quotes, code, and mentions, by buttons, shortcuts, or
 * Markdown. It is a plain text field until someone goes to it; then the editor is loaded and takes over what was typed
 * so far, with the caret. Where the editor cannot be loaded, plain text can still be written.
 */
export function RichTextField(props: RichTextFieldProps) {
  const { value, onChange, autoFocus, label, rows = 2, longest } = props;
  const formatted = isFormatted(value);
  const [wanted, setWanted] = useState(autoFocus === true || formatted);
  const [Editor, setEditor] = useState(() => (wanted ? Loaded : undefined));
  const [failed, setFailed] = useState(false);
  const [rich, setRich] = useState(false);
  const plain = useRef<HTMLTextAreaElement>(null);
  /** A word is being composed: the field must not go away under it. */
  const composing = useRef(false);
  const waiting = useRef(false);
  const selection = useRef<RichTextEditorProps['selection']>(autoFocus ? { from: Infinity, to: Infinity } : null);

  useEffect(() => {
    if (!wanted || Editor || failed) return;
    let gone = false;
    loadEditor().then(
      (editor) => {
        if (!gone) setEditor(() => editor);
      },
      () => {
        if (!gone) setFailed(true);
      },
    );
    return () => {
      gone = true;
    };
  }, [Editor, failed, wanted]);

  const giveWay = () => {
    if (composing.current) {
      waiting.current = true;
      return;
    }
    const field = plain.current;
    if (field && document.activeElement === field)
      selection.current = { from: field.selectionStart, to: field.selectionEnd };
    // In one go: a key between the two fields would be lost.
    flushSync(() => setRich(true));
  };

  return (
    <>
      {!rich &&
        (formatted ? (
          <Waiting failed={failed} onRetry={() => setFailed(false)}>
            <RichTextView doc={value} />
          </Waiting>
        ) : (
          <Textarea
            ref={plain}
            aria-label={label}
            placeholder={props.placeholder}
            rows={rows}
            maxLength={longest}
            autoFocus={autoFocus}
            aria-invalid={props.invalid ? true : undefined}
            aria-describedby={props.describedBy}
            value={richTextToPlain(value)}
            onPointerEnter={() => void loadEditor().catch(() => undefined)}
            // A press sets the caret after the focus: the editor takes over behind both.
            onFocus={() => setTimeout(() => setWanted(true))}
            onChange={(event) => onChange(plainToRichText(event.target.value))}
            onCompositionStart={() => {
              composing.current = true;
            }}
            onCompositionEnd={() => {
              composing.current = false;
              if (waiting.current) setTimeout(giveWay);
            }}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return;
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
                event.preventDefault();
                props.onSubmit?.();
              } else if (event.key === 'Escape') props.onEscape?.();
            }}
          />
        ))}
      {Editor && <Editor {...props} shown={rich} selection={selection.current} onReady={() => setTimeout(giveWay)} />}
    </>
  );
}

/** A formatted text while its editor is on the way, in a box of the same size. */
function Waiting({ failed, onRetry, children }: { failed: boolean; onRetry: () => void; children: ReactNode }) {
  return (
    <div aria-busy={!failed} className="rounded-md border border-control bg-canvas">
      <div className="flex min-h-control items-center gap-2 border-b border-line px-2 text-xs text-muted">
        {failed ? (
          <>
            <span role="alert">The editor could not be loaded. Check your connection.</span>
            <Button size="sm" onClick={onRetry}>
              Try again
            </Button>
          </>
        ) : (
          'Loading the editor…'
        )}
      </div>
      <div className="px-2.5 py-1.5 text-[length:var(--control-text)]">{children}</div>
    </div>
  );
}
