/** Fields of OFX elements. */
import type { Decimal } from '../../../../kernel/money/index.ts';
import { parseAmount } from './amount.ts';
import { decodeEntities, type MarkupNode, textAt } from './markup.ts';

/** Text of an OFX element. Banks escape twice (`&amp;lt;`): the reader has undone one, this undoes the other. */
export function ofxText(node: MarkupNode | undefined, path: string): string | undefined {
  const text = textAt(node, path);
  return text && (decodeEntities(text).trim() || undefined);
}

export function amountAt(node: MarkupNode | undefined, path: string): Decimal | undefined {
  const text = textAt(node, path);
  return text === undefined ? undefined : parseAmount(text);
}
