/**
 * Markup as a tree. The server writes it as HTML, the editor draws it with React: one renderer, the same look. Text can
 * never become markup, because only names that are written in this folder become elements.
 */

/** Where a text of the page lies in its block, for inline editing: `['items', 2, 'title']`. */
export type EditPath = readonly (string | number)[];

export interface Element {
  tag: string;
  attrs: Readonly<Record<string, string | true>>;
  children: readonly Node[];
  /** Text that the editor lets people change in place. */
  edit?: EditPath;
}

export type Node = string | Element | null | undefined | false | readonly Node[];

type Attrs = Readonly<Record<string, string | number | boolean | undefined | null>>;

/** An element; attributes that are false or absent are left out. */
export function h(tag: string, attrs: Attrs | null, ...children: readonly Node[]): Element {
  const kept: Record<string, string | true> = {};
  for (const [name, value] of Object.entries(attrs ?? {}))
    if (value === true) kept[name] = true;
    else if (value !== undefined && value !== null && value !== false) kept[name] = String(value);
  return { tag, attrs: kept, children };
}

const VOID = new Set(['img', 'input', 'br', 'hr']);
const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign]!);

/** The tree as HTML. */
export function toHtml(node: Node): string {
  if (!node) return '';
  if (typeof node === 'string') return escape(node);
  if (isList(node)) return node.map(toHtml).join('');
  const attrs = Object.entries(node.attrs)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escape(value)}"`))
    .join('');
  if (VOID.has(node.tag)) return `<${node.tag}${attrs}>`;
  return `<${node.tag}${attrs}>${toHtml(node.children)}</${node.tag}>`;
}

export const isList = (node: Node): node is readonly Node[] => Array.isArray(node);
export const isVoid = (tag: string): boolean => VOID.has(tag);
