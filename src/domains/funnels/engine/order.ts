/** What visitors order: the products of an order form, what was chosen of them, and what it costs. */
import { decimal, isCurrency, minorUnits, parseDecimal, sum, ZERO } from '../../../kernel/money/index.ts';
import type { BlockOf, Product } from '../contract/document.ts';
import { PERSON_FIELDS } from './order-person.ts';

/** One line of an order, frozen when it was sent. Money is decimal text in the order's currency. */
export interface OrderItem {
  id: string;
  name: string;
  quantity: number;
  price: string;
  amount: string;
  isBump: boolean;
}

export interface CheckedOrder {
  items: OrderItem[];
  total: string;
  /** By the names of a lead's fields. */
  data: Record<string, string>;
  /** What is wrong, by field. */
  problems: Record<string, string>;
}

/** Gateways take no more in one payment. */
const MAX_PRICE = '999999';
const MAX_TOTAL = '99999999';

/** What keeps an order form from being published. */
export function productProblems({ items, currency }: BlockOf<'order'>): string[] {
  const problems: string[] = [];
  if (!items.some(({ bump }) => !bump)) problems.push('The order form has no product.');
  if (!isCurrency(currency)) problems.push(`There is no currency “${currency}”.`);
  for (const [n, { name, price }] of items.entries()) {
    const shown = name.trim() === '' ? `Product ${n + 1}` : `“${name}”`;
    if (name.trim() === '') problems.push(`${shown} of the order form has no name.`);
    const value = parseDecimal(price.trim());
    if (!value || value.lte(ZERO)) problems.push(`${shown} has no price. Enter an amount such as 49.00.`);
    else if (isCurrency(currency) && value.decimalPlaces() > minorUnits(currency))
      problems.push(`The price of ${shown} has more decimals than ${currency} has.`);
    else if (value.gt(MAX_PRICE)) problems.push(`The price of ${shown} is above ${MAX_PRICE}.`);
  }
  return problems;
}

const MOST_TEXT = 200;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const line = ({ id, name, price, bump }: Product, quantity: number, currency: string): OrderItem => {
  const units = minorUnits(currency);
  const each = decimal(price.trim());
  return {
    id,
    name,
    quantity,
    price: each.toFixed(units),
    amount: each.times(String(quantity)).toFixed(units),
    isBump: bump,
  };
};

/**
 * Reads what a visitor chose.
 * @param fields `product` and `quantity` of the main product, `bump-ID` of extras, the person, and `consent`
 */
export function checkOrder(block: BlockOf<'order'>, fields: Readonly<Record<string, string>>): CheckedOrder {
  const problems: Record<string, string> = {};
  const products = block.items.filter(({ bump }) => !bump);
  const chosen = products.length === 1 ? products[0] : products.find(({ id }) => id === fields['product']);
  if (!chosen) problems['product'] = 'Choose a product.';
  const items: OrderItem[] = [];
  if (chosen) {
    const quantity = chosen.most === 1 ? 1 : Number((fields['quantity'] ?? '').trim() || '1');
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > chosen.most)
      problems['quantity'] = `Enter a quantity from 1 to ${chosen.most}.`;
    else items.push(line(chosen, quantity, block.currency));
  }
  for (const extra of block.items)
    if (extra.bump && fields[`bump-${extra.id}`] === 'yes') items.push(line(extra, 1, block.currency));
  const data: Record<string, string> = {};
  for (const name of PERSON_FIELDS) {
    const value = (fields[name] ?? '').replaceAll('\0', '').trim().slice(0, MOST_TEXT);
    if (value !== '') data[name] = value;
  }
  if (!data['firstName']) problems['firstName'] = 'First name is required.';
  if (!data['lastName']) problems['lastName'] = 'Last name is required.';
  if (!data['email']) problems['email'] = 'Email is required.';
  else if (!EMAIL.test(data['email'])) problems['email'] = 'Enter an email address such as ada@example.com.';
  if (block.consent !== '' && fields['consent'] !== 'yes') problems['consent'] = 'Check the box to go on.';
  const total = sum(items.map(({ amount }) => decimal(amount)));
  if (total.gt(MAX_TOTAL)) problems['quantity'] = 'This order is too large to pay in one payment.';
  return { items, total: total.toFixed(minorUnits(block.currency)), data, problems };
}

/** `2 × Course, Workbook`: what the buyer reads on the payment page. */
export const itemsText = (items: readonly Pick<OrderItem, 'name' | 'quantity'>[]): string =>
  items.map(({ name, quantity }) => (quantity === 1 ? name : `${quantity} × ${name}`)).join(', ');
