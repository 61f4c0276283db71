/**
 * Pasted or dropped content: HTML is reduced to the nodes and formats of the editor's schema, and plain text becomes
 * one paragraph per line.
 */
import { DOMParser, Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { plainToRichText } from '../../kernel/rich-text-render.ts';

interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML: (text: string) => string }): { createHTML(text: string): string };
}
let policy: ReturnType<PolicyFactory['createPolicy']> | undefined;

/**
 * HTML as elements of a document without a window: nothing in it is run, loaded, or shown. The policy for it never
 * leaves this function.
 */
function inertBody(html: string): HTMLElement {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  policy ??= factory?.createPolicy('paste', { createHTML: (text) => text });
  const { body } = document.implementation.createHTMLDocument('');
  // Inline styles are read as text below; as styles the page's policy would report them.
  const quiet = html.replace(/\sstyle=/gi, ' data-style=');
  body.innerHTML = policy?.createHTML(quiet) ?? quiet;
  return body;
}

const styleOf = (element: Element): string =>
  (element.getAttribute('data-style') ?? '').toLowerCase().replace(/\s/g, '');

function rename(element: Element, tag: string): HTMLElement {
  const other = element.ownerDocument.createElement(tag);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
}

/** Formats that Google Docs and others write as styles, as the elements that mean the same. */
function stylesToElements(body: HTMLElement): void {
  for (const element of body.querySelectorAll('[data-style]')) {
    const style = styleOf(element);
    const wrap = (tag: string) => {
      const inner = element.ownerDocument.createElement(tag);
      inner.append(...element.childNodes);
      element.append(inner);
    };
    // Google Docs puts everything into a <b> that is not bold.
    if (element.localName === 'b' && style.includes('font-weight:normal')) rename(element, 'span');
    else if (element.localName === 'span') {
      if (/font-weight:(bold|[6-9]00)/.test(style)) wrap('strong');
      if (style.includes('font-style:italic')) wrap('em');
      if (/text-decoration[a-z-]*:[^;]*line-through/.test(style)) wrap('s');
    }
  }
}

/** Word writes the entries of a list as paragraphs with a bullet or a number typed before them. */
function wordLists(body: HTMLElement): void {
  let list: HTMLElement | undefined;
  let last: Element | undefined;
  for (const paragraph of body.querySelectorAll('p[data-style*="mso-list:"], p[class*="MsoListParagraph"]')) {
    const mark = /^[\s\u00a0]*(?:[·•o§▪–-]|(\d{1,3}|[a-z])[.)])[\s\u00a0]+/i.exec(paragraph.textContent ?? '');
    const tag = mark?.[1] ? 'ol' : 'ul';
    if (!list || list.localName !== tag || paragraph.previousElementSibling !== last) {
      list = paragraph.ownerDocument.createElement(tag);
      paragraph.before(list);
    }
    for (const ignored of paragraph.querySelectorAll('[data-style*="mso-list:ignore" i]')) ignored.remove();
    const item = paragraph.ownerDocument.createElement('li');
    const text = paragraph.ownerDocument.createElement('p');
    text.append(...paragraph.childNodes);
    const first = text.firstChild;
    if (first?.nodeType === 3)
      first.textContent = (first.textContent ?? '').replace(/^[\s\u00a0]*[·•§▪][\s\u00a0]+/, '');
    item.append(text);
    list.append(item);
    paragraph.remove();
    last = list;
  }
}

/** Headings of other levels become the two that there are; rows of tables become lines. */
function otherBlocks(body: HTMLElement): void {
  for (const heading of body.querySelectorAll('h1')) rename(heading, 'h2');
  for (const heading of body.querySelectorAll('h4, h5, h6')) rename(heading, 'h3');
  for (const hidden of body.querySelectorAll('style, script, title, meta, template, noscript, object, svg'))
    hidden.remove();
  for (const row of body.querySelectorAll('tr')) {
    const line = row.ownerDocument.createElement('p');
    for (const [nth, cell] of [...row.children].entries()) {
      if (nth > 0) line.append(' \u00a0 ');
      line.append((cell.textContent ?? '').trim());
    }
    row.replaceWith(line);
  }
}

/** HTML from elsewhere as a piece of the editor's text. */
function sliceOfHtml(schema: Schema, html: string): Slice {
  const body = inertBody(html);
  stylesToElements(body);
  wordLists(body);
  otherBlocks(body);
  return DOMParser.fromSchema(schema).parseSlice(body);
}

/** Plain text as a piece of the editor's text. */
export function sliceOfText(schema: Schema, text: string): Slice {
  const nodes = plainToRichText(text).content.map((node): Node => schema.nodeFromJSON(node));
  return Slice.maxOpen(Fragment.from(nodes));
}

/** Puts in what comes with HTML, at the selection or where it was dropped. @returns whether it did */
function insertHtml(view: EditorView, data: DataTransfer | null, at?: number): boolean {
  const html = data?.getData('text/html');
  if (!html || view.state.selection.$from.parent.type.spec.code) return false;
  const slice = sliceOfHtml(view.state.schema, html);
  if (slice.size === 0) return false;
  const { tr } = view.state;
  if (at === undefined) tr.replaceSelection(slice);
  else tr.replaceRange(at, at, slice);
  view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
  return true;
}

/**
 * ProseMirror's own reading of HTML asks for the page's default policy, which gives it nothing: this comes before it.
 */
export const pasteHandlers = {
  paste(view: EditorView, event: ClipboardEvent): boolean {
    if (!view.editable || !insertHtml(view, event.clipboardData)) return false;
    event.preventDefault();
    return true;
  },
  drop(view: EditorView, event: DragEvent): boolean {
    const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
    // The editor itself moves content dragged within it.
    if (view.dragging || !at || !insertHtml(view, event.dataTransfer, at.pos)) return false;
    event.preventDefault();
    return true;
  },
};
