/** Context of a step's renderer, and the texts that people edit in place. */
import type { FormPage } from '../form-pages.ts';
import { type EditPath, type Element, h, type Node } from '../node.ts';

/** Entered values of a form and their errors. */
export interface Attempt {
  /** Id of the form's block. */
  block: string;
  values: Readonly<Record<string, string>>;
  /** By field id, and `consent`. */
  problems: Readonly<Record<string, string>>;
  /** Of the entry as a whole. */
  said: string;
}

export interface RenderContext {
  /** `edit`: texts can be changed in place, nothing leads anywhere. */
  mode: 'live' | 'preview' | 'edit';
  /** Address of a button's target. */
  hrefOf: (target: string) => string;
  /** Address of the frame of a code block. */
  frameOf: (block: string) => string;
  /** The page that is shown of a form with several. */
  pageOf?: (block: string) => FormPage | undefined;
  /** Fields that every form on the page carries unseen. */
  hidden: readonly (readonly [name: string, value: string])[];
  /** Zero bits that a form under attack asks for. */
  work: string;
  attempt: Attempt | undefined;
  /** Known answers, by kind of field: what the visitor entered on an earlier step. */
  known: Readonly<Record<string, string>>;
  language: string;
}

/** A text of the block under a path. Blank ones are left out, except where they are edited. */
export function textPart(
  { mode }: RenderContext,
  tag: string,
  className: string,
  value: string,
  edit: EditPath,
  placeholder = 'Text',
): Element | null {
  if (value === '' && mode !== 'edit') return null;
  const element = h(tag, { class: className || undefined, 'data-empty': mode === 'edit' && placeholder }, value);
  return mode === 'edit' ? { ...element, edit } : element;
}

/** Text with `**bold**` and line breaks. */
function inline(text: string): Node[] {
  return text
    .split('\n')
    .map((line, n) => [
      n > 0 && h('br', null),
      ...line.split(/\*\*([^*\n]{1,500})\*\*/).map((part, at) => (at % 2 === 1 ? h('strong', null, part) : part)),
    ]);
}

/** Paragraphs, and lists of lines that start with a hyphen. */
export function paragraphs(context: RenderContext, className: string, text: string, edit: EditPath): Node {
  // While it is edited the text is one plain part, as it is typed.
  if (context.mode === 'edit') return textPart(context, 'div', `${className} typed`, text, edit);
  if (text.trim() === '') return null;
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((part) => {
      const lines = part.split('\n');
      return lines.every((one) => one.startsWith('- '))
        ? h('ul', { class: 'points' }, ...lines.map((one) => h('li', null, inline(one.slice(2)))))
        : h('p', { class: className || undefined }, inline(part));
    });
}

/** A button that leads somewhere; none without a label. */
export function action(context: RenderContext, label: string, to: string, edit: EditPath, className = 'button'): Node {
  if (label === '' && context.mode !== 'edit') return null;
  if (context.mode === 'edit') return textPart(context, 'span', className, label, edit, 'Button');
  return h('a', { class: className, href: context.hrefOf(to) }, label);
}

/** Permissions of the custom code's frame; its document's policy is the same. */
export const CODE_SANDBOX = 'allow-scripts allow-forms allow-popups';

/** Where images of pages are, followed by their id. */
export const IMAGE_PATH = '/p/f-image/';
/** @param key of an image, as blocks name it */
export const imageAddress = (key: string): string => `${IMAGE_PATH}${key.slice(0, 36)}`;

/** An image of the workspace, or the place for one while the page is edited. */
export function picture({ mode }: RenderContext, key: string, alt: string, eager = false): Node {
  const [, id, width, height] = /^(.{36})-(\d+)x(\d+)$/.exec(key) ?? [];
  if (id === undefined)
    return mode === 'edit' && h('div', { class: 'empty' }, 'Choose an image in the settings of this block.');
  return h('img', {
    src: imageAddress(key),
    alt,
    width,
    height,
    loading: eager ? undefined : 'lazy',
    decoding: 'async',
  });
}
