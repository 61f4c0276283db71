/** Credits of a workspace: what is left, what used them, who may spend how much. Amounts are decimal text in credits. */

/** What every workspace starts with. */
export const START_CREDITS = '1000';

/** What a credit is worth, in US dollars. */
export const CREDIT_PRICE = '0.01';

/** As people read it: at least two digits after the point, up to four where they are there. `1,204.50`. */
export function formatCredits(amount: string): string {
  const [whole = '0', part = ''] = amount.split('.');
  const digits = part.replace(/0+$/, '').padEnd(2, '0');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${digits}`;
}
