import { Editor, type JSONContent } from '@tiptap/core';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { withoutEditorAttributes } from '../../kernel/rich-text.ts';
import type { RichNode, RichText } from '../../kernel/rich-text-types.ts';
import { EXTENSIONS } from './extensions.ts';
import { pasteHandlers, sliceOfText } from './paste.ts';
import type { RichTextEditorProps } from './rich-text-props.ts';

/** The editor's text as it is stored. */
function docOf(editor: Editor): RichText {
  const { content } = editor.getJSON();
  return { type: 'doc', content: content.map((node) => withoutEditorAttributes(node as RichNode)) };
}

/**
 * Where a place of a plain text lies among paragraphs: each line break is an end and a beginning. Infinity is the end of
 * any text.
 */
function placeOf(editor: Editor, offset: number): number {
  const { doc } = editor.state;
  if (offset === Infinity) return doc.content.size;
  const text = doc.textBetween(0, doc.content.size, '\n');
  const before = text.slice(0, offset);
  return Math.min(1 + before.length + (before.split('\n').length - 1), doc.content.size - 1);
}

interface Options {
  element: RefObject<HTMLElement | null>;
  props: RichTextEditorProps;
  attributes: Record<string, string>;
  /** Keys before the editor has them. @returns whether that was all */
  onKey: (event: KeyboardEvent, editor: Editor) => boolean;
  /** Something changed: the text, the selection, or the focus. */
  onUpdate: (editor: Editor) => void;
}

/** One editor of tiptap, without its React part: it lives as long as the element, and its text follows `props.value`. */
export function useEditor({ element, props, attributes, onKey, onUpdate }: Options): Editor | undefined {
  const [editor, setEditor] = useState<Editor>();
  const { shown, value, selection } = props;
  /** The last text that came from here. */
  const said = useRef<RichText>(undefined);
  const latest = useRef({ props, attributes, onKey, onUpdate });
  latest.current = { props, attributes, onKey, onUpdate };

  useEffect(() => {
    const made = new Editor({
      element: element.current,
      extensions: EXTENSIONS,
      // The page's policy refuses style elements without a nonce, and sets no HTML: JSON only.
      injectCSS: false,
      content: latest.current.props.value as JSONContent,
      editorProps: {
        attributes: () => latest.current.attributes,
        handleDOMEvents: pasteHandlers,
        clipboardTextParser: (text, context) => sliceOfText(context.doc.type.schema, text),
        handleKeyDown: (_, event) => !event.isComposing && latest.current.onKey(event, made),
      },
      onUpdate: () => {
        const doc = docOf(made);
        said.current = doc;
        latest.current.props.onChange(doc);
      },
      onTransaction: () => latest.current.onUpdate(made),
      onBlur: () => latest.current.onUpdate(made),
    });
    said.current = latest.current.props.value;
    setEditor(made);
    return () => {
      made.destroy();
      setEditor(undefined);
    };
  }, [element]);

  useLayoutEffect(() => {
    if (!editor || value === said.current) return;
    said.current = value;
    editor.commands.setContent(value as JSONContent, { emitUpdate: false });
  }, [editor, value]);

  useEffect(() => {
    if (editor) latest.current.props.onReady();
  }, [editor]);

  const taken = useRef(false);
  useLayoutEffect(() => {
    if (!editor || !shown || taken.current) return;
    taken.current = true;
    if (!selection) return;
    const [from, to] = [placeOf(editor, selection.from), placeOf(editor, selection.to)];
    editor.commands.setTextSelection({ from, to });
    editor.view.focus();
  }, [editor, selection, shown]);

  const described = JSON.stringify(attributes);
  useEffect(() => {
    // The text field's attributes are read again.
    if (described) editor?.view.setProps({});
  }, [editor, described]);

  return editor;
}
