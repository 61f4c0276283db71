/**
 * Places in a list that people arrange by hand: texts that order byte by byte, such that between any two there is
 * always room for another. Moving one record therefore writes one row, however long the list is.
 *
 * A place is a whole number, whose first letter says how many digits it has (`a0`, `a1`, … `az`, `b00`; `Zz` lies
 * before `a0`), and a fraction without trailing zeros. Adding at either end counts the whole number on, so that a list
 * which only grows at its ends keeps short places; only repeated halving of one gap makes them longer.
 */

/** In the order of their bytes. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FIRST = 'a0';
const VALID = /^(?:[A-Z]|[a-z])[0-9A-Za-z]*$/;

/** Places longer than this should be given out again: they are still right, only wasteful. */
export const LONG_RANK = 40;

/** How many characters a whole number has, its letter included: `a` 2, `b` 3 … `z` 27; `Z` 2, `Y` 3 … `A` 27. */
function wholeLength(head: string): number {
  return head >= 'a' ? head.charCodeAt(0) - 95 : 92 - head.charCodeAt(0);
}

function split(rank: string): [whole: string, fraction: string] {
  const length = wholeLength(rank[0] ?? '');
  if (!VALID.test(rank) || rank.length < length) throw new RangeError(`"${rank}" is no place in a list`);
  return [rank.slice(0, length), rank.slice(length)];
}

/** The whole number `step` (1 or −1) further; undefined beyond the last one. */
function next(whole: string, step: 1 | -1): string | undefined {
  const [head = '', ...digits] = whole;
  const [wraps, becomes] = step === 1 ? ['z', '0'] : ['0', 'z'];
  for (let i = digits.length - 1; i >= 0; i--) {
    if (digits[i] !== wraps) {
      digits[i] = DIGITS[DIGITS.indexOf(digits[i]!) + step]!;
      return head + digits.join('');
    }
    digits[i] = becomes;
  }
  if (head === (step === 1 ? 'z' : 'A')) return undefined;
  // Over zero in either direction the letters change case.
  const letter =
    step === 1 && head === 'Z'
      ? 'a'
      : step === -1 && head === 'a'
        ? 'Z'
        : String.fromCharCode(head.charCodeAt(0) + step);
  return letter + becomes.repeat(wholeLength(letter) - 1);
}

/** A fraction between two others, as short as can be; `above` undefined means 1. */
function fractionBetween(below: string, above: string | undefined): string {
  let shared = '';
  for (let i = 0; ; i++) {
    const low = i < below.length ? DIGITS.indexOf(below[i]!) : 0;
    // Once the result lies under `above` by an earlier digit, the rest of `above` no longer bounds it.
    const high = above === undefined ? DIGITS.length : i < above.length ? DIGITS.indexOf(above[i]!) : 0;
    if (low === high) shared += DIGITS[low];
    else if (high - low > 1) return shared + DIGITS[Math.round((low + high) / 2)];
    else {
      shared += DIGITS[low];
      above = undefined;
    }
  }
}

/**
 * A place between two others; null stands for the end of the list on that side.
 * @throws RangeError when `before` does not lie before `after`, or either is no place.
 */
export function rankBetween(before: string | null, after: string | null): string {
  if (before !== null && after !== null && before >= after)
    throw new RangeError(`"${before}" does not lie before "${after}"`);
  if (before === null && after === null) return FIRST;
  if (before === null) {
    const [whole, fraction] = split(after!);
    if (fraction) return whole;
    return next(whole, -1) ?? whole.slice(0, -1) + DIGITS[0] + fractionBetween('', undefined);
  }
  const [whole, fraction] = split(before);
  if (after === null) return next(whole, 1) ?? whole + fractionBetween(fraction, undefined);
  const [wholeAfter, fractionAfter] = split(after);
  if (whole === wholeAfter) return whole + fractionBetween(fraction, fractionAfter);
  const between = next(whole, 1);
  return between !== undefined && between < after ? between : whole + fractionBetween(fraction, undefined);
}

/** `count` places in order between two others: for many records at once. */
export function ranksBetween(before: string | null, after: string | null, count: number): string[] {
  if (count <= 0) return [];
  if (after === null) {
    const ranks: string[] = [];
    for (let last = before; ranks.length < count; ranks.push(last)) last = rankBetween(last, null);
    return ranks;
  }
  // Halving keeps the places short: the longest has about log62(count) digits more.
  const middle = Math.floor(count / 2);
  const rank = rankBetween(before, after);
  return [...ranksBetween(before, rank, middle), rank, ...ranksBetween(rank, after, count - middle - 1)];
}
