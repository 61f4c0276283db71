/** Blocks as markup. */
import type { Block, BlockOf, BlockType } from '../../contract/document.ts';
import { h, type Node } from '../node.ts';
import { action, CODE_SANDBOX, paragraphs, picture, type RenderContext, textPart } from './context.ts';
import { formCard } from './form.ts';
import { orderCard } from './order.ts';

type Render<T extends BlockType> = (context: RenderContext, block: BlockOf<T>) => Node;

const inside = (...children: Node[]) => h('div', { class: 'in' }, ...children);
const narrow = (...children: Node[]) => h('div', { class: 'in narrow' }, ...children);

/** Heading and sentence above what the block shows. */
function head(context: RenderContext, heading: string, text?: string): Node {
  if (context.mode !== 'edit' && heading === '' && !text) return null;
  return h(
    'div',
    { class: 'head' },
    textPart(context, 'h2', '', heading, ['heading'], 'Heading'),
    text !== undefined && textPart(context, 'p', 'lead', text, ['text'], 'Text'),
  );
}

const columns = (count: number) => `grid cols-${count % 3 === 0 || count > 4 ? 3 : count === 4 ? 4 : 2}`;

const hero: Render<'hero'> = (context, block) => {
  const words = [
    textPart(context, 'p', 'eyebrow', block.eyebrow, ['eyebrow'], 'Line above the heading'),
    textPart(context, 'h1', '', block.heading, ['heading'], 'Heading'),
    textPart(context, 'p', 'lead', block.text, ['text'], 'Text'),
    (block.button !== '' || context.mode === 'edit') &&
      h('p', { class: 'act' }, action(context, block.button, block.to, ['button'])),
  ];
  if (!block.image) return h('div', { class: 'in hero center' }, ...words);
  return h('div', { class: 'in hero split' }, h('div', null, ...words), picture(context, block.image, block.alt, true));
};

const items = <T>(list: readonly T[], show: (one: T, n: number) => Node): Node[] => list.map(show);

const RENDERERS: { [T in BlockType]: Render<T> } = {
  hero,
  text: (context, block) =>
    narrow(
      textPart(context, 'h2', '', block.heading, ['heading'], 'Heading'),
      paragraphs(context, '', block.text, ['text']),
    ),
  features: (context, block) =>
    inside(
      head(context, block.heading, block.text),
      h(
        'ul',
        { class: columns(block.items.length) },
        items(block.items, ({ title, text }, n) =>
          h(
            'li',
            { class: 'card' },
            textPart(context, 'h3', '', title, ['items', n, 'title'], 'Title'),
            textPart(context, 'p', 'soft', text, ['items', n, 'text']),
          ),
        ),
      ),
    ),
  steps: (context, block) =>
    inside(
      head(context, block.heading),
      h(
        'ol',
        { class: `${columns(block.items.length)} numbered` },
        items(block.items, ({ title, text }, n) =>
          h(
            'li',
            null,
            textPart(context, 'h3', '', title, ['items', n, 'title'], 'Title'),
            textPart(context, 'p', 'soft', text, ['items', n, 'text']),
          ),
        ),
      ),
    ),
  quotes: (context, block) =>
    inside(
      head(context, block.heading),
      h(
        'div',
        { class: columns(block.items.length) },
        items(block.items, ({ text, name, role }, n) =>
          h(
            'figure',
            { class: 'card' },
            h('blockquote', null, textPart(context, 'p', '', text, ['items', n, 'text'], 'Quote')),
            h(
              'figcaption',
              { class: 'who' },
              textPart(context, 'strong', '', name, ['items', n, 'name'], 'Name'),
              (role !== '' || context.mode === 'edit') && h('br', null),
              textPart(context, 'span', '', role, ['items', n, 'role'], 'Role'),
            ),
          ),
        ),
      ),
    ),
  stats: (context, block) =>
    inside(
      head(context, block.heading),
      h(
        'dl',
        { class: `stats n${Math.min(4, Math.max(2, block.items.length))}` },
        items(block.items, ({ value, label }, n) =>
          h(
            'div',
            null,
            textPart(context, 'dt', '', value, ['items', n, 'value'], '0'),
            textPart(context, 'dd', '', label, ['items', n, 'label'], 'Label'),
          ),
        ),
      ),
    ),
  pricing: (context, block) =>
    inside(
      head(context, block.heading, block.text),
      h(
        'div',
        { class: columns(block.items.length) },
        items(block.items, (plan, n) =>
          h(
            'div',
            { class: plan.highlighted ? 'card plan best' : 'card plan' },
            textPart(context, 'h3', '', plan.name, ['items', n, 'name'], 'Name'),
            h(
              'p',
              { class: 'price' },
              textPart(context, 'span', '', plan.price, ['items', n, 'price'], 'Price'),
              plan.per !== '' && h('small', null, ` ${plan.per}`),
            ),
            h(
              'ul',
              { class: 'points' },
              ...plan.points
                .split('\n')
                .filter((point) => point.trim() !== '')
                .map((point) => h('li', null, point)),
            ),
            (plan.button !== '' || context.mode === 'edit') &&
              h('p', { class: 'act' }, action(context, plan.button, plan.to, ['items', n, 'button'])),
          ),
        ),
      ),
    ),
  faq: (context, block) =>
    narrow(
      head(context, block.heading),
      items(block.items, ({ title, text }, n) =>
        h(
          'details',
          { open: context.mode === 'edit' },
          h('summary', null, textPart(context, 'span', '', title, ['items', n, 'title'], 'Question')),
          textPart(context, 'p', 'soft', text, ['items', n, 'text'], 'Answer'),
        ),
      ),
    ),
  logos: (context, block) =>
    inside(
      (block.heading !== '' || context.mode === 'edit') &&
        h('p', { class: 'soft center' }, textPart(context, 'span', '', block.heading, ['heading'], 'Heading')),
      h(
        'ul',
        { class: 'logos' },
        items(block.items, ({ title }, n) =>
          h('li', null, textPart(context, 'span', '', title, ['items', n, 'title'], 'Name')),
        ),
      ),
    ),
  cta: (context, block) =>
    h(
      'div',
      { class: 'in narrow center' },
      textPart(context, 'h2', '', block.heading, ['heading'], 'Heading'),
      textPart(context, 'p', 'lead', block.text, ['text']),
      (block.button !== '' || context.mode === 'edit') &&
        h('p', { class: 'act' }, action(context, block.button, block.to, ['button'])),
    ),
  image: (context, block) =>
    inside(
      h(
        'figure',
        null,
        picture(context, block.image, block.alt),
        textPart(context, 'figcaption', '', block.caption, ['caption'], 'Caption'),
      ),
    ),
  countdown: (context, block) => {
    if (block.until === '')
      return context.mode === 'edit' && narrow(h('div', { class: 'empty' }, 'Choose when the offer ends.'));
    const until = new Intl.DateTimeFormat(context.language, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'UTC',
    }).format(new Date(block.until));
    return h(
      'div',
      { class: 'in narrow center' },
      textPart(context, 'p', 'lead', block.heading, ['heading'], 'Heading'),
      h(
        'p',
        { class: 'until' },
        h('time', { datetime: block.until, 'data-until': block.over || true }, `${until} UTC`),
      ),
    );
  },
  form: (context, block) => {
    const words = [
      textPart(context, 'h2', '', block.heading, ['heading'], 'Heading'),
      textPart(context, 'p', 'lead', block.text, ['text']),
    ];
    const points = block.points.split('\n').filter((point) => point.trim() !== '');
    if (points.length === 0) return narrow(h('div', { class: 'head' }, ...words), formCard(context, block));
    return h(
      'div',
      { class: 'in split' },
      h('div', null, ...words, h('ul', { class: 'points' }, ...points.map((point) => h('li', null, point)))),
      formCard(context, block),
    );
  },
  order: (context, block) => narrow(head(context, block.heading, block.text), orderCard(context, block)),
  booking: (context, block) =>
    h(
      'div',
      { class: 'in narrow center' },
      textPart(context, 'h2', '', block.heading, ['heading'], 'Heading'),
      textPart(context, 'p', 'lead', block.text, ['text']),
      block.address === ''
        ? context.mode === 'edit' &&
            h('div', { class: 'empty' }, 'Choose a booking page in the settings of this block.')
        : h(
            'p',
            { class: 'act' },
            action(context, block.button || 'Choose a time', `booking:${block.address}`, ['button']),
          ),
    ),
  divider: (_context, block) => h('div', { class: `gap ${block.size}` }),
  code: (context, block) =>
    inside(
      context.mode === 'live'
        ? h('iframe', {
            class: `code ${block.size}`,
            src: context.frameOf(block.id),
            title: block.title,
            sandbox: CODE_SANDBOX,
            loading: 'lazy',
          })
        : h(
            'div',
            { class: `code empty ${block.size}` },
            `${block.title || 'Custom code'}: runs on the published page.`,
          ),
    ),
};

/** A block with its background. */
export function renderBlock(context: RenderContext, block: Block): Node {
  const render = RENDERERS[block.type] as Render<BlockType>;
  const hidden = block.hide === 'none' ? '' : ` hide-${block.hide}`;
  const content = render(context, block as never);
  if (!content) return null;
  if (block.type === 'divider') return h('div', { class: `${block.look}${hidden}` }, content);
  return h('section', { class: `${block.look}${hidden}` }, content);
}
