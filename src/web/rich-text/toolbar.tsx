import type { Editor } from '@tiptap/core';
import Bold from 'lucide-react/icons/bold';
import Code from 'lucide-react/icons/code';
import Heading2 from 'lucide-react/icons/heading-2';
import Heading3 from 'lucide-react/icons/heading-3';
import Italic from 'lucide-react/icons/italic';
import Link from 'lucide-react/icons/link';
import List from 'lucide-react/icons/list';
import ListChecks from 'lucide-react/icons/list-checks';
import ListOrdered from 'lucide-react/icons/list-ordered';
import Strikethrough from 'lucide-react/icons/strikethrough';
import TextQuote from 'lucide-react/icons/text-quote';
import type { LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { IconButton } from '../ui/icon-button.tsx';

interface Tool {
  label: string;
  icon: LucideIcon;
  shortcut?: string;
  isOn: (editor: Editor) => boolean;
  act: (editor: Editor, onLink: () => void) => unknown;
}

const TOOLS: readonly Tool[] = [
  {
    label: 'Bold',
    icon: Bold,
    shortcut: 'Ctrl B',
    isOn: (editor) => editor.isActive('bold'),
    act: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: 'Italic',
    icon: Italic,
    shortcut: 'Ctrl I',
    isOn: (editor) => editor.isActive('italic'),
    act: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: 'Strikethrough',
    icon: Strikethrough,
    shortcut: 'Ctrl Shift S',
    isOn: (editor) => editor.isActive('strike'),
    act: (editor) => editor.chain().focus().toggleStrike().run(),
  },
  {
    label: 'Code',
    icon: Code,
    shortcut: 'Ctrl E',
    isOn: (editor) => editor.isActive('code') || editor.isActive('codeBlock'),
    act: (editor) => editor.chain().focus().toggleCode().run(),
  },
  {
    label: 'Link',
    icon: Link,
    shortcut: 'Ctrl K',
    isOn: (editor) => editor.isActive('link'),
    act: (_, onLink) => onLink(),
  },
  {
    label: 'Heading',
    icon: Heading2,
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
    act: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    label: 'Small heading',
    icon: Heading3,
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
    act: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    label: 'Bulleted list',
    icon: List,
    shortcut: 'Ctrl Shift 8',
    isOn: (editor) => editor.isActive('bulletList'),
    act: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Numbered list',
    icon: ListOrdered,
    shortcut: 'Ctrl Shift 7',
    isOn: (editor) => editor.isActive('orderedList'),
    act: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: 'Checklist',
    icon: ListChecks,
    shortcut: 'Ctrl Shift 9',
    isOn: (editor) => editor.isActive('taskList'),
    act: (editor) => editor.chain().focus().toggleTaskList().run(),
  },
  {
    label: 'Quote',
    icon: TextQuote,
    shortcut: 'Ctrl Shift B',
    isOn: (editor) => editor.isActive('blockquote'),
    act: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
];

/** Buttons for formats. One stop of the Tab key; arrow keys, Home, and End move between the buttons. */
export function Toolbar({ editor, controls, onLink }: { editor: Editor; controls: string; onLink: () => void }) {
  const bar = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);
  const onKeyDown = (event: KeyboardEvent) => {
    const last = TOOLS.length - 1;
    const next = {
      ArrowRight: stop === last ? 0 : stop + 1,
      ArrowLeft: stop === 0 ? last : stop - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setStop(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
      onKeyDown={onKeyDown}
      // A press would take the focus, and the selection with it, from the text.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      className="flex overflow-x-auto border-b border-line p-0.5"
    >
      {TOOLS.map(({ label, icon: Icon, shortcut, isOn, act }, nth) => (
        <IconButton
          key={label}
          size="sm"
          label={label}
          icon={<Icon />}
          {...(shortcut && { shortcut })}
          pressed={isOn(editor)}
          tabIndex={nth === stop ? 0 : -1}
          onFocus={() => setStop(nth)}
          onClick={() => act(editor, onLink)}
        />
      ))}
    </div>
  );
}
