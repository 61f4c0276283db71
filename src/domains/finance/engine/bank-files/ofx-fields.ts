/** Fields of OFX elements. */
import type { Decimal } from '../../../../kernel/money/index.ts';
import { type DecimalMark, parseAmount } from './amount.ts';
import { given } from './optional-field.ts';
import { decodeEntities, type MarkupNode, textAt } from './markup.ts';

/** Text of an OFX element. Banks escape twice (`&amp;lt;`): the reader has undone one, this undoes the other. */
export function ofxText(node: MarkupNode | undefined, path: string): string | undefined {
  const text = textAt(node, path);
  return text && (decodeEntities(text).trim() || undefined);
}

/** @param mark of all amounts of the file, where they prove one */
export function amountAt(node: MarkupNode | undefined, path: string, mark?: DecimalMark): Decimal | undefined {
  const text = textAt(node, path);
  return text === undefined ? undefined : parseAmount(text, given('mark', mark));
}
