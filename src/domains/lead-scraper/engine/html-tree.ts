/**
 * A page as a tree with limits. The parser only streams, so a hostile page costs no more than its size: reading stops at
 * the first limit, and what was read until then counts.
 */
import { Parser } from 'htmlparser2';

const MAX_ELEMENTS = 60_000;
/** The parser looks for the start of an element among the open ones, so their number is limited, too. */
const MAX_DEPTH = 400;
const MAX_TEXT = 3_000_000;

export interface HtmlElement {
  tag: string;
  attributes: Readonly<Record<string, string>>;
  parent: HtmlElement | undefined;
  /** Elements and texts in order. */
  children: (HtmlElement | string)[];
  /** Position among the children of its parent. */
  index: number;
}

export interface HtmlTree {
  root: HtmlElement;
  /** All elements in the order of the page. */
  elements: HtmlElement[];
  /** A limit ended the reading early. */
  isCut: boolean;
}

class LimitReached extends Error {}

/** Reads a page; never throws for what is in it. */
export function parseHtml(html: string): HtmlTree {
  const root: HtmlElement = { tag: '', attributes: {}, parent: undefined, children: [], index: 0 };
  const elements: HtmlElement[] = [];
  let open = root;
  let depth = 0;
  let text = 0;
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (elements.length >= MAX_ELEMENTS || depth >= MAX_DEPTH) throw new LimitReached();
      const element: HtmlElement = { tag, attributes, parent: open, children: [], index: open.children.length };
      elements.push(element);
      open.children.push(element);
      open = element;
      depth += 1;
    },
    onclosetag() {
      if (!open.parent) return;
      open = open.parent;
      depth -= 1;
    },
    ontext(piece) {
      text += piece.length;
      if (text > MAX_TEXT) throw new LimitReached();
      const last = open.children.length - 1;
      if (typeof open.children[last] === 'string') open.children[last] += piece;
      else open.children.push(piece);
    },
  });
  try {
    parser.write(html);
    parser.end();
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    return { root, elements, isCut: true };
  }
  return { root, elements, isCut: false };
}

const SILENT = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head', 'iframe', 'object']);
const BLOCKS = new Set(
  'address article aside blockquote br dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p section table tbody td th tr ul'.split(
    ' ',
  ),
);

export interface TextOptions {
  /** Characters after which reading ends. */
  max?: number;
  /** Elements whose text is left out. */
  skip?: (element: HtmlElement) => boolean;
}

/** Visible text of an element: one line per block, without scripts and hidden parts. */
export function textOf(element: HtmlElement, { max = 200_000, skip }: TextOptions = {}): string {
  const pieces: string[] = [];
  let length = 0;
  const stack: (HtmlElement | string)[] = [element];
  while (stack.length > 0 && length < max) {
    const node = stack.pop()!;
    if (typeof node === 'string') {
      pieces.push(node);
      length += node.length;
    } else if (node === element || !(isSilent(node) || skip?.(node))) {
      if (BLOCKS.has(node.tag)) {
        pieces.push('\n');
        stack.push('\n');
      }
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!);
    }
  }
  return tidy(pieces.join('').slice(0, max));
}

function isSilent({ tag, attributes }: HtmlElement): boolean {
  return SILENT.has(tag) || 'hidden' in attributes || /display\s*:\s*none/i.test(attributes.style ?? '');
}

/** Whether an element or one around it is not shown. */
export function isHidden(element: HtmlElement): boolean {
  for (let at: HtmlElement | undefined = element; at; at = at.parent) if (isSilent(at)) return true;
  return false;
}

/** Spaces collapsed within lines, blank lines removed. */
function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/[\s\u00a0\u200b]+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
}

/** All elements below one, in the order of the page. */
export function* below(element: HtmlElement): Generator<HtmlElement> {
  const stack = [...element.children].reverse();
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (typeof node === 'string') continue;
    yield node;
    for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!);
  }
}

export function classesOf({ attributes }: HtmlElement): string[] {
  return (attributes.class ?? '').split(/\s+/).filter(Boolean);
}

const MAX_SELECTOR_STEPS = 5;

/** A CSS selector that leads to the element: up to the nearest id, or some steps. */
export function selectorOf(element: HtmlElement): string {
  const steps: string[] = [];
  for (let at: HtmlElement | undefined = element; at?.parent && steps.length < MAX_SELECTOR_STEPS; at = at.parent) {
    const { id } = at.attributes;
    if (id && /^[A-Za-z][\w-]{0,60}$/.test(id)) {
      steps.unshift(`#${id}`);
      break;
    }
    steps.unshift(`${at.tag}${placeOf(at)}`);
  }
  return steps.join(' > ').slice(0, 300);
}

const MAX_SIBLINGS = 300;

function placeOf({ tag, index, parent }: HtmlElement): string {
  const siblings = parent!.children;
  if (siblings.length > MAX_SIBLINGS) return '';
  const isAlike = (child: HtmlElement | string) => typeof child !== 'string' && child.tag === tag;
  return siblings.filter(isAlike).length > 1
    ? `:nth-of-type(${siblings.slice(0, index + 1).filter(isAlike).length})`
    : '';
}
