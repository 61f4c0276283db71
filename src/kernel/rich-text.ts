/**
 * Longer texts with formatting, as they are stored and sent: a small part of ProseMirror's JSON. Whatever is not in this
 * file is refused, so that everything stored can be shown, edited, searched, and mailed. Pure, for both sides.
 */
import { isSafeHref } from './rich-text-links.ts';
import type { RichMark, RichNode, RichText } from './rich-text-types.ts';
import { storable } from './text.ts';

/** Nodes that one text may have. */
export const MAX_NODES = 20_000;
/** Levels of lists and quotes inside each other, and so the depth of every recursion over a checked text. */
export const MAX_DEPTH = 24;
const MAX_LABEL = 200;

type Group = 'block' | 'inline' | 'item' | 'task' | 'code';
interface NodeRule {
  group: Group;
  /** Group of what it holds; absent for what holds nothing. */
  holds?: Group;
  /** Must hold something. */
  filled?: true;
  /** Must begin with a paragraph, as the editor's list items do. */
  paragraphFirst?: true;
  attrs?: Readonly<Record<string, (value: unknown) => string | undefined>>;
  /** Attributes that must be there. */
  needs?: readonly string[];
}

const whole = (least: number, most: number) => (value: unknown) =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most
    ? undefined
    : `Enter a whole number from ${least} to ${most}.`;
const flag = (value: unknown) => (typeof value === 'boolean' ? undefined : 'Choose true or false.');
const matching = (pattern: RegExp, message: string) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value) ? undefined : message;

const NODES: Readonly<Record<string, NodeRule>> = {
  paragraph: { group: 'block', holds: 'inline' },
  heading: { group: 'block', holds: 'inline', attrs: { level: whole(2, 3) }, needs: ['level'] },
  bulletList: { group: 'block', holds: 'item', filled: true },
  orderedList: { group: 'block', holds: 'item', filled: true, attrs: { start: whole(0, 999_999) } },
  taskList: { group: 'block', holds: 'task', filled: true },
  listItem: { group: 'item', holds: 'block', filled: true, paragraphFirst: true },
  taskItem: { group: 'task', holds: 'block', filled: true, paragraphFirst: true, attrs: { checked: flag } },
  blockquote: { group: 'block', holds: 'block', filled: true },
  codeBlock: {
    group: 'block',
    holds: 'code',
    attrs: { language: matching(/^[\w+#.-]{1,40}$/, 'Enter the name of a language.') },
  },
  horizontalRule: { group: 'block' },
  hardBreak: { group: 'inline' },
  mention: {
    group: 'inline',
    attrs: {
      id: matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'This is not an id.'),
      label: (value) =>
        typeof value === 'string' && value.length <= MAX_LABEL && storable(value).trim() !== ''
          ? undefined
          : `Enter up to ${MAX_LABEL} characters.`,
    },
    needs: ['id', 'label'],
  },
};
const MARKS = new Set(['bold', 'italic', 'strike', 'code', 'link']);

type Path = (string | number)[];

class Refusal extends Error {
  readonly path: Path;
  constructor(path: Path, message: string) {
    super(message);
    this.path = path;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function refuseUnknownKeys(value: Record<string, unknown>, known: readonly string[], path: Path): void {
  for (const key of Object.keys(value))
    if (!known.includes(key)) throw new Refusal([...path, key.slice(0, 60)], 'Remove this: it is not supported here.');
}

function checkedAttrs(value: unknown, rules: NodeRule['attrs'], needs: readonly string[], path: Path) {
  if (value !== undefined && !isObject(value)) throw new Refusal(path, 'Enter an object with fields.');
  const given = value ?? {};
  refuseUnknownKeys(given, Object.keys(rules ?? {}), path);
  const kept: Record<string, unknown> = {};
  for (const [name, rule] of Object.entries(rules ?? {})) {
    const one = given[name];
    if (one === undefined || one === null) {
      if (needs.includes(name)) throw new Refusal([...path, name], 'Fill this in.');
      continue;
    }
    const problem = rule(one);
    if (problem) throw new Refusal([...path, name], problem);
    kept[name] = typeof one === 'string' ? storable(one) : one;
  }
  return kept;
}

function checkedMark(value: unknown, path: Path): RichMark {
  if (!isObject(value)) throw new Refusal(path, 'Enter an object with fields.');
  refuseUnknownKeys(value, ['type', 'attrs'], path);
  const { type } = value;
  if (typeof type !== 'string' || !MARKS.has(type))
    throw new Refusal([...path, 'type'], `Choose one of ${[...MARKS].join(', ')}.`);
  if (type !== 'link') {
    checkedAttrs(value['attrs'], undefined, [], [...path, 'attrs']);
    return { type: type as RichMark['type'] };
  }
  const href = matching(/./s, 'Fill this in.');
  const kept = checkedAttrs(value['attrs'], { href }, ['href'], [...path, 'attrs']);
  const address = String(kept['href']).trim();
  if (!isSafeHref(address))
    throw new Refusal(
      [...path, 'attrs', 'href'],
      'Use a link that begins with https://, http://, mailto:, or tel:, without spaces.',
    );
  return { type, attrs: { href: address } };
}

function checkedMarks(value: unknown, path: Path): RichMark[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new Refusal(path, 'Enter a list.');
  if (value.length > MARKS.size) throw new Refusal(path, `At most ${MARKS.size} entries can be taken.`);
  const marks = value.map((mark: unknown, nth) => checkedMark(mark, [...path, nth]));
  if (new Set(marks.map(({ type }) => type)).size < marks.length) throw new Refusal(path, 'Use each format once.');
  // Code excludes every other format, as in the editor.
  return marks.find(({ type }) => type === 'code') ? [{ type: 'code' }] : marks;
}

/** Checks one text; one instance for each, because it counts. */
class Check {
  #nodes = 0;

  #count(depth: number, path: Path): void {
    if (++this.#nodes > MAX_NODES) throw new Refusal(path, `Use at most ${MAX_NODES} paragraphs and formats.`);
    if (depth > MAX_DEPTH) throw new Refusal(path, `Nest lists and quotes at most ${MAX_DEPTH} levels deep.`);
  }

  /** The children of a node, only of the given group. */
  children(value: unknown, group: Group, depth: number, path: Path): RichNode[] {
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw new Refusal(path, 'Enter a list.');
    const nodes: RichNode[] = [];
    for (const [nth, child] of value.entries()) {
      const node = this.#node(child, group, depth, [...path, nth]);
      if (node) nodes.push(node);
    }
    return nodes;
  }

  #node(value: unknown, group: Group, depth: number, path: Path): RichNode | undefined {
    this.#count(depth, path);
    if (!isObject(value)) throw new Refusal(path, 'Enter an object with fields.');
    const { type } = value;
    if (type === 'text' && (group === 'inline' || group === 'code')) return this.#text(value, group, path);
    const rule = typeof type === 'string' && Object.hasOwn(NODES, type) ? NODES[type] : undefined;
    if (typeof type !== 'string' || rule?.group !== group)
      throw new Refusal([...path, 'type'], `Choose one of ${allowedIn(group).join(', ')}.`);
    refuseUnknownKeys(value, ['type', 'attrs', 'content', ...(group === 'inline' ? ['marks'] : [])], path);
    const attrs = checkedAttrs(value['attrs'], rule.attrs, rule.needs ?? [], [...path, 'attrs']);
    const marks = checkedMarks(value['marks'], [...path, 'marks']);
    const inside = [...path, 'content'];
    if (!rule.holds && value['content'] !== undefined) throw new Refusal(inside, 'Nothing can be inside of this.');
    const content = rule.holds ? this.children(value['content'], rule.holds, depth + 1, inside) : [];
    if (rule.filled && content.length === 0) throw new Refusal(inside, 'Fill this in.');
    if (rule.paragraphFirst && content[0]?.type !== 'paragraph')
      throw new Refusal([...inside, 0, 'type'], 'Begin a list item with a paragraph.');
    return {
      type,
      ...(Object.keys(attrs).length > 0 && { attrs }),
      ...(content.length > 0 && { content }),
      ...(marks.length > 0 && { marks }),
    };
  }

  #text(value: Record<string, unknown>, group: Group, path: Path): RichNode | undefined {
    refuseUnknownKeys(value, ['type', 'text', 'marks'], path);
    if (typeof value['text'] !== 'string') throw new Refusal([...path, 'text'], 'Enter text.');
    if (value['text'].includes('\0'))
      throw new Refusal([...path, 'text'], 'This contains a character that can’t be stored.');
    const marks = checkedMarks(value['marks'], [...path, 'marks']);
    if (group === 'code' && marks.length > 0) throw new Refusal([...path, 'marks'], 'Code has no formats.');
    const text = storable(value['text']);
    // An empty text node, which the editor refuses, says nothing.
    return text === '' ? undefined : { type: 'text', text, ...(marks.length > 0 && { marks }) };
  }
}

const allowedIn = (group: Group): string[] => [
  ...(group === 'inline' || group === 'code' ? ['text'] : []),
  ...Object.keys(NODES).filter((type) => NODES[type]!.group === group),
];

/**
 * A text as it may be stored: only known nodes, formats, and attributes, with safe links.
 * @returns the text, or where and why it is refused
 */
export function checkRichText(value: unknown): { doc: RichText } | { path: Path; message: string } {
  try {
    if (!isObject(value) || value['type'] !== 'doc') throw new Refusal(['type'], 'Choose doc.');
    refuseUnknownKeys(value, ['type', 'content'], []);
    const content = new Check().children(value['content'], 'block', 1, ['content']);
    return { doc: { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] } };
  } catch (error) {
    if (error instanceof Refusal) return { path: error.path, message: error.message };
    throw error;
  }
}

/**
 * The editor's document without editor-only attributes and unsafe links.
 * @param node from the editor, so of bounded depth
 */
export function withoutEditorAttributes(node: RichNode): RichNode {
  const known = NODES[node.type]?.attrs ?? {};
  const attrs = Object.fromEntries(
    Object.entries(node.attrs ?? {}).filter(([name, value]) => name in known && value !== null),
  );
  return {
    type: node.type,
    ...(Object.keys(attrs).length > 0 && { attrs }),
    ...(node.content && { content: node.content.map(withoutEditorAttributes) }),
    ...(node.text !== undefined && { text: node.text }),
    ...(node.marks && {
      marks: node.marks
        .filter(({ type, attrs: of }) => type !== 'link' || isSafeHref(of?.href ?? ''))
        .map(({ type, attrs: of }) => (type === 'link' ? { type, attrs: { href: of?.href ?? '' } } : { type })),
    }),
  };
}

/** The text with each node replaced by what `change` makes of it, children first. */
export function mapNodes(doc: RichText, change: (node: RichNode) => RichNode): RichText {
  const visit = (node: RichNode): RichNode =>
    change(node.content ? { ...node, content: node.content.map(visit) } : node);
  return { type: 'doc', content: doc.content.map(visit) };
}

/** Every node of a text, in order. */
export function* nodesOf(nodes: readonly RichNode[]): Generator<RichNode> {
  for (const node of nodes) {
    yield node;
    yield* nodesOf(node.content ?? []);
  }
}

/** The text with one entry of its checklists ticked, or no longer. @param nth in reading order, from 0 */
export function withTaskChecked(doc: RichText, nth: number, checked: boolean): RichText {
  let seen = 0;
  const visit = (node: RichNode): RichNode => {
    const hit = node.type === 'taskItem' && seen++ === nth;
    const content = node.content?.map(visit);
    return { ...node, ...(hit && { attrs: { ...node.attrs, checked } }), ...(content && { content }) };
  };
  return { type: 'doc', content: doc.content.map(visit) };
}
