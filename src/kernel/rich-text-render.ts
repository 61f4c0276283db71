/** Texts with formatting as plain text and as HTML. Pure; the texts are checked, so their depth is bounded. */
import type { RichMark, RichNode, RichText } from './rich-text-types.ts';
import { trimmed } from './text.ts';

const linkOf = (node: RichNode | undefined): string | undefined =>
  node?.marks?.find(({ type }) => type === 'link')?.attrs?.href;

/** Text of a line; the address of a link follows its words where they do not say it. */
function inlinePlain(nodes: readonly RichNode[] = []): string {
  let line = '';
  let linked = '';
  for (const [nth, node] of nodes.entries()) {
    const piece = node.type === 'hardBreak' ? '\n' : node.type === 'mention' ? `@${labelOf(node)}` : (node.text ?? '');
    line += piece;
    const href = linkOf(node);
    linked = href === undefined ? '' : linked + piece;
    if (href !== undefined && linkOf(nodes[nth + 1]) !== href) {
      if (href.replace(/^(mailto|tel):/i, '') !== linked.trim()) line += ` (${href})`;
      linked = '';
    }
  }
  return line;
}

const labelOf = ({ attrs }: RichNode): string => (typeof attrs?.['label'] === 'string' ? attrs['label'] : '');

/** A block's lines, the first one behind a mark such as `- `, the others below it. */
function marked(mark: string, text: string): string {
  return mark + text.replaceAll('\n', `\n${' '.repeat(mark.length)}`);
}

function listPlain(list: RichNode): string {
  const first = Number(list.attrs?.['start'] ?? 1);
  return (list.content ?? [])
    .map((item, nth) => {
      const mark =
        list.type === 'orderedList'
          ? `${first + nth}. `
          : list.type === 'taskList'
            ? `[${item.attrs?.['checked'] === true ? 'x' : ' '}] `
            : '- ';
      return marked(mark, blocksPlain(item.content));
    })
    .join('\n');
}

function blockPlain(node: RichNode): string {
  switch (node.type) {
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return listPlain(node);
    case 'blockquote':
      return `> ${blocksPlain(node.content).replaceAll('\n', '\n> ')}`;
    case 'horizontalRule':
      return '---';
    default:
      return inlinePlain(node.content);
  }
}

const blocksPlain = (nodes: readonly RichNode[] = []): string => nodes.map(blockPlain).join('\n');

/** The text without formatting, one line for each paragraph: what is searched, notified, mailed, and exported. */
export const richTextToPlain = (doc: RichText): string => blocksPlain(doc.content);

/** A plain text as paragraphs, one for each line: `richTextToPlain` gives it back. */
export function plainToRichText(text: string): RichText {
  return {
    type: 'doc',
    content: text
      .replace(/\r\n?/g, '\n')
      .split('\n')
      .map((line) => ({ type: 'paragraph', ...(line !== '' && { content: [{ type: 'text', text: line }] }) })),
  };
}

/** Whether a text has anything that plain text has not. */
export function isFormatted({ content }: RichText): boolean {
  return content.some(
    ({ type, content: inside }) =>
      type !== 'paragraph' || inside?.some((node) => node.type !== 'text' || node.marks !== undefined),
  );
}

/** Whether someone could read anything in it: an empty list has no words. */
export function hasWords(nodes: readonly RichNode[]): boolean {
  return nodes.some(
    ({ type, text, content }) => type === 'mention' || trimmed(text ?? '') !== '' || (content && hasWords(content)),
  );
}

/** The text without the empty lines before and behind it. */
export function withoutBlankEnds({ content }: RichText): RichText {
  const isBlank = (node: RichNode) => node.type === 'paragraph' && !hasWords(node.content ?? []);
  const from = content.findIndex((node) => !isBlank(node));
  return {
    type: 'doc',
    content: from < 0 ? [] : content.slice(from, content.findLastIndex((node) => !isBlank(node)) + 1),
  };
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);

const TAGS: Record<Exclude<RichMark['type'], 'link'>, string> = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  code: 'code',
};

function inlineHtml(node: RichNode): string {
  const inner =
    node.type === 'hardBreak'
      ? '<br>'
      : node.type === 'mention'
        ? `<span>@${escaped(labelOf(node))}</span>`
        : escaped(node.text ?? '');
  return (node.marks ?? []).reduce(
    (html, { type, attrs }) =>
      type === 'link'
        ? `<a href="${escaped(attrs?.href ?? '')}" rel="noopener nofollow">${html}</a>`
        : `<${TAGS[type]}>${html}</${TAGS[type]}>`,
    inner,
  );
}

const blocksHtml = (nodes: readonly RichNode[] = []): string => nodes.map(blockHtml).join('');
const linesHtml = (nodes: readonly RichNode[] = []): string => nodes.map(inlineHtml).join('');

function blockHtml(node: RichNode): string {
  switch (node.type) {
    case 'heading': {
      const tag = node.attrs?.['level'] === 3 ? 'h3' : 'h2';
      return `<${tag}>${linesHtml(node.content)}</${tag}>`;
    }
    case 'bulletList':
    case 'taskList':
      return `<ul>${blocksHtml(node.content)}</ul>`;
    case 'orderedList': {
      const start = Number(node.attrs?.['start'] ?? 1);
      return `<ol${start === 1 ? '' : ` start="${start}"`}>${blocksHtml(node.content)}</ol>`;
    }
    case 'listItem':
      return `<li>${blocksHtml(node.content)}</li>`;
    case 'taskItem':
      return `<li>${node.attrs?.['checked'] === true ? '☑' : '☐'} ${blocksHtml(node.content)}</li>`;
    case 'blockquote':
      return `<blockquote>${blocksHtml(node.content)}</blockquote>`;
    case 'codeBlock':
      return `<pre><code>${linesHtml(node.content)}</code></pre>`;
    case 'horizontalRule':
      return '<hr>';
    default:
      return `<p>${linesHtml(node.content)}</p>`;
  }
}

/** The text as HTML for pages and letters: everything that someone typed is escaped. */
export const richTextToHtml = (doc: RichText): string => blocksHtml(doc.content);
