/** The editor's nodes and formats: those that `kernel/rich-text.ts` takes, and no others. */
import { type Extensions, mergeAttributes, Node } from '@tiptap/core';
import { TaskItem, TaskList } from '@tiptap/extension-list';
import { StarterKit } from '@tiptap/starter-kit';
import { isSafeHref } from '../../kernel/rich-text-links.ts';
import { MENTION_CLASS } from './styles.ts';

const Mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes: () => ({
    id: { parseHTML: (element: HTMLElement) => element.getAttribute('data-mention'), rendered: false },
    label: { parseHTML: (element: HTMLElement) => (element.textContent ?? '').replace(/^@/, ''), rendered: false },
  }),
  parseHTML: () => [{ tag: 'span[data-mention]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, { 'data-mention': String(node.attrs['id']), class: MENTION_CLASS }),
    `@${String(node.attrs['label'])}`,
  ],
  renderText: ({ node }) => `@${String(node.attrs['label'])}`,
});

export const EXTENSIONS: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    underline: false,
    gapcursor: false,
    trailingNode: false,
    link: {
      openOnClick: false,
      markdownLinks: true,
      defaultProtocol: 'https',
      isAllowedUri: (url) => isSafeHref(url) || isSafeHref(`https://${url}`),
    },
  }),
  TaskList,
  TaskItem.configure({ nested: true }),
  Mention,
];
