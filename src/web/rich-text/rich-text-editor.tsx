import type { Editor } from '@tiptap/core';
import { useId, useRef, useState } from 'react';
import { richTextToPlain } from '../../kernel/rich-text-render.ts';
import { cx } from '../ui/cx.ts';
import { OptionList, optionId } from '../ui/option-list.tsx';
import { Popover } from '../ui/popover.tsx';
import { LinkRow } from './link-row.tsx';
import type { RichTextEditorProps } from './rich-text-props.ts';
import { RICH_TEXT_CLASS } from './styles.ts';
import { Toolbar } from './toolbar.tsx';
import { useEditor } from './use-editor.ts';
import { useMentions } from './use-mentions.ts';

/** The editor of texts with formatting; `RichTextField` loads it and says what its properties mean. */
export default function RichTextEditor(props: RichTextEditorProps) {
  const { label, placeholder, value, shown, longest, invalid, describedBy } = props;
  const id = useId();
  const element = useRef<HTMLDivElement>(null);
  const [, redraw] = useState(0);
  const [linking, setLinking] = useState(false);
  const mentions = useMentions(props.findPeople);
  const list = `${id}-people`;
  const active = mentions.options[mentions.active];

  const onKey = (event: KeyboardEvent, editor: Editor): boolean => {
    if (mentions.onKey(event, editor)) return stop(event);
    const command = event.ctrlKey || event.metaKey;
    if (event.key === 'Enter' && command) {
      props.onSubmit?.();
      return stop(event);
    }
    if (event.key.toLowerCase() === 'k' && command && !event.shiftKey && !event.altKey) {
      setLinking(true);
      return stop(event);
    }
    if (event.key === 'Escape') props.onEscape?.();
    return false;
  };
  const editor = useEditor({
    element,
    props,
    attributes: {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      ...(placeholder && { 'aria-placeholder': placeholder }),
      ...(invalid && { 'aria-invalid': 'true' }),
      ...(describedBy && { 'aria-describedby': describedBy }),
      ...(mentions.open && { 'aria-controls': list, 'aria-autocomplete': 'list' }),
      ...(mentions.open && active && { 'aria-activedescendant': optionId(list, mentions.active) }),
      class: cx(
        RICH_TEXT_CLASS,
        'min-h-16 whitespace-break-spaces max-h-[60vh] overflow-y-auto px-2.5 py-1.5 text-[length:var(--control-text)] outline-none',
      ),
    },
    onKey,
    onUpdate: (of) => {
      mentions.look(of);
      redraw((count) => count + 1);
    },
  });
  const characters = shown ? richTextToPlain(value).length : 0;

  return (
    <div
      hidden={!shown}
      className={cx(
        'rounded-md border border-control bg-canvas focus-within:border-accent',
        invalid && 'border-danger',
      )}
    >
      {editor && <Toolbar editor={editor} controls={id} onLink={() => setLinking(true)} />}
      {editor && linking && (
        <LinkRow
          editor={editor}
          onDone={() => {
            setLinking(false);
            editor.commands.focus();
          }}
        />
      )}
      <Popover
        label="Teammates"
        open={mentions.open}
        onOpenChange={(open) => {
          if (!open) mentions.close();
        }}
        keepFocus
        className="w-72"
        anchor={
          <div className="relative">
            {editor?.isEmpty && editor.state.doc.firstChild?.type.name === 'paragraph' && (
              <span
                aria-hidden="true"
                className="pointer-events-none absolute px-2.5 py-1.5 text-[length:var(--control-text)] text-faint"
              >
                {placeholder}
              </span>
            )}
            <div ref={element} id={id} />
          </div>
        }
      >
        <OptionList
          id={list}
          label="Teammates"
          options={mentions.options}
          active={mentions.active}
          selected={[]}
          loading={mentions.loading}
          onPick={(option) => editor && mentions.pick(option, editor)}
          onActive={mentions.setActive}
        />
      </Popover>
      {characters > longest && (
        <p role="status" className="px-2.5 pb-1.5 text-xs text-danger-ink">
          {(characters - longest).toLocaleString('en-US')} characters too long
        </p>
      )}
    </div>
  );
}

function stop(event: KeyboardEvent): true {
  event.preventDefault();
  event.stopPropagation();
  return true;
}
