/** An order form. It works without a script; the server checks and adds up everything again. */
import { moneyText } from '../../../../kernel/money/money-text.ts';
import type { BlockOf, Product } from '../../contract/document.ts';
import { PERSON_FIELDS } from '../order-person.ts';
import { h, type Node } from '../node.ts';
import { type RenderContext, textPart } from './context.ts';
import { consentPart, shownProblem, TRAP } from './form.ts';

type OrderBlock = BlockOf<'order'>;

const PERSON: Readonly<Record<(typeof PERSON_FIELDS)[number], { label: string; complete: string; type: string }>> = {
  firstName: { label: 'First name', complete: 'given-name', type: 'text' },
  lastName: { label: 'Last name', complete: 'family-name', type: 'text' },
  email: { label: 'Email', complete: 'email', type: 'email' },
};

/** What was entered under a name, and what is wrong with it. */
function entered({ attempt }: RenderContext, block: OrderBlock, name: string) {
  const own = attempt?.block === block.id ? attempt : undefined;
  return { own, value: own?.values[name] ?? '', problem: own?.problems[name] };
}

const marks = (id: string, problem: string | undefined) => ({
  'aria-invalid': problem && 'true',
  'aria-describedby': problem ? `${id}-problem` : undefined,
});

function productText(context: RenderContext, block: OrderBlock, product: Product, n: number): Node {
  return [
    textPart(context, 'strong', '', product.name, ['items', n, 'name'], 'Product'),
    h('span', { class: 'cost' }, moneyText(product.price || '0', block.currency, context.language)),
    textPart(context, 'small', 'soft', product.text, ['items', n, 'text'], 'Description'),
  ];
}

interface Row {
  product: Product;
  n: number;
}

function productRow(context: RenderContext, block: OrderBlock, { product, n }: Row, products: readonly Row[]): Node {
  const id = `${block.id}-${product.id}`;
  const name = product.bump ? `bump-${product.id}` : 'product';
  const { own, value } = entered(context, block, name);
  const text = productText(context, block, product, n);
  if (products.length === 1 && !product.bump) return h('div', { class: 'product' }, h('div', { class: 'what' }, text));
  return h(
    'div',
    { class: product.bump ? 'product extra' : 'product' },
    h('input', {
      type: product.bump ? 'checkbox' : 'radio',
      id,
      name,
      value: product.bump ? 'yes' : product.id,
      checked: product.bump ? value === 'yes' : own ? value === product.id : n === products[0]?.n,
      required: !product.bump,
    }),
    h('label', { class: 'what', for: id }, text),
  );
}

function quantityField(context: RenderContext, block: OrderBlock, most: number): Node {
  const id = `${block.id}-quantity`;
  const { own, value, problem } = entered(context, block, 'quantity');
  return h(
    'div',
    { class: 'field' },
    h('label', { for: id }, 'Quantity'),
    h('input', {
      class: 'input few',
      id,
      name: 'quantity',
      type: 'number',
      inputmode: 'numeric',
      min: 1,
      max: most,
      required: true,
      value: own ? value : '1',
      ...marks(id, problem),
    }),
    shownProblem(id, problem),
  );
}

function personField(context: RenderContext, block: OrderBlock, name: (typeof PERSON_FIELDS)[number]): Node {
  const { label, complete, type } = PERSON[name];
  const id = `${block.id}-${name}`;
  const { own, value, problem } = entered(context, block, name);
  return h(
    'div',
    { class: 'field' },
    h('label', { for: id }, `${label} *`),
    h('input', {
      class: 'input',
      id,
      name,
      type,
      autocomplete: complete,
      required: true,
      maxlength: 200,
      value: own ? value : (context.known[name] ?? ''),
      ...marks(id, problem),
    }),
    shownProblem(id, problem),
  );
}

/** The order form itself, in its card. */
export function orderCard(context: RenderContext, block: OrderBlock): Node {
  const isLive = context.mode === 'live';
  const { own, problem } = entered(context, block, 'product');
  const indexed: Row[] = block.items.map((product, n) => ({ product, n }));
  const products = indexed.filter(({ product }) => !product.bump);
  const extras = indexed.filter(({ product }) => product.bump);
  const rows = (list: readonly Row[]) => list.map((row) => productRow(context, block, row, products));
  const most = Math.max(1, ...products.map(({ product }) => product.most));
  return h(
    isLive ? 'form' : 'div',
    {
      class: 'formcard',
      id: `form-${block.id}`,
      ...(isLive && { method: 'post', action: `#form-${block.id}`, 'data-once': true, 'data-work': context.work }),
    },
    own?.said && h('p', { class: 'notice', role: 'alert' }, own.said),
    products.length === 0 &&
      context.mode === 'edit' &&
      h('div', { class: 'empty' }, 'Add a product in the settings of this block.'),
    products.length > 1
      ? h(
          'fieldset',
          { class: 'field' },
          h('legend', null, 'Product'),
          rows(products),
          shownProblem(`${block.id}-product`, problem),
        )
      : rows(products),
    most > 1 && quantityField(context, block, most),
    extras.length > 0 && h('fieldset', { class: 'field' }, h('legend', null, 'Add to your order'), rows(extras)),
    PERSON_FIELDS.map((name) => personField(context, block, name)),
    isLive && TRAP,
    consentPart(context, block),
    isLive && [
      h('input', { type: 'hidden', name: 'block', value: block.id }),
      ...context.hidden.map(([name, value]) => h('input', { type: 'hidden', name, value })),
    ],
    context.mode === 'edit'
      ? textPart(context, 'span', 'button', block.button, ['button'], 'Button')
      : h('button', { class: 'button', type: isLive ? 'submit' : 'button' }, block.button || 'Buy now'),
  );
}
