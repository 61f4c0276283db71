import type { Editor } from '@tiptap/core';
import { useRef, useState } from 'react';
import type { Option } from '../ui/use-options.ts';
import { mentionAt, type Person } from './mention-at.ts';

/** The @ and what is typed behind it, as the editor counts places. */
interface Typed {
  from: number;
  to: number;
  query: string;
}

function typedIn(editor: Editor): Typed | undefined {
  const { selection } = editor.state;
  const { $from } = selection;
  if (!selection.empty || !editor.isFocused || $from.parent.type.spec.code || editor.isActive('code')) return undefined;
  // Nodes that are not text, such as mentions, count as one character, as in the editor.
  const line = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc');
  const found = mentionAt(line, line.length);
  return found && { from: $from.start() + found.from, to: $from.pos, query: found.query };
}

/** The people who are offered after an @: arrows choose, Enter or Tab takes, Escape lets it be. */
export function useMentions(findPeople: ((query: string) => Promise<readonly Person[]>) | undefined) {
  const [typed, setTyped] = useState<Typed>();
  const [people, setPeople] = useState<readonly Person[]>();
  const [active, setActive] = useState(0);
  const asked = useRef<string>(undefined);
  /** An @ that was dismissed stays so until the caret leaves it. */
  const dismissed = useRef<number>(undefined);

  const options = (people ?? []).map(({ id, name, detail }): Option => ({
    value: id,
    label: name,
    ...(detail !== undefined && { detail }),
  }));
  // A name that no one has is no mention: the list is out of the way.
  const open = typed !== undefined && (people === undefined || options.length > 0);

  const close = () => {
    dismissed.current = typed?.from;
    asked.current = undefined;
    setTyped(undefined);
  };
  const look = (editor: Editor) => {
    if (!findPeople) return;
    const next = typedIn(editor);
    if (next?.from !== dismissed.current) dismissed.current = undefined;
    const shown = dismissed.current === undefined ? next : undefined;
    setTyped(shown);
    if (shown?.query === asked.current) return;
    asked.current = shown?.query;
    setActive(0);
    if (!shown) return setPeople(undefined);
    findPeople(shown.query).then(
      (found) => {
        if (asked.current === shown.query) setPeople(found);
      },
      () => {
        if (asked.current === shown.query) setPeople([]);
      },
    );
  };
  const pick = (option: Option, editor: Editor) => {
    if (!typed) return;
    editor
      .chain()
      .focus()
      .insertContentAt({ from: typed.from, to: typed.to }, [
        { type: 'mention', attrs: { id: option.value, label: option.label } },
        { type: 'text', text: ' ' },
      ])
      .run();
    setTyped(undefined);
  };
  const onKey = (event: KeyboardEvent, editor: Editor): boolean => {
    if (!open || event.ctrlKey || event.metaKey || event.altKey) return false;
    const option = options[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      setActive((active + (event.key === 'ArrowDown' ? 1 : -1) + options.length) % Math.max(1, options.length));
    else if (option && (event.key === 'Enter' || event.key === 'Tab')) pick(option, editor);
    else if (event.key === 'Escape') close();
    else return false;
    return true;
  };
  return { open, options, active, setActive, loading: people === undefined, look, close, pick, onKey };
}
