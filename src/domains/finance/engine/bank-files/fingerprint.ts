/**
 * A stable name for each movement of a file, so that reading it again, or another file that overlaps with it, finds
 * what is there already. The bank's own id is the name, with day and amount, because some banks give one id to several
 * movements; without an id it is what the movement says. Movements that say the same (two coffees in a day) are told
 * apart by their occurrence within the file, so both are kept, and both are found again.
 */
import { fold } from '../../../../kernel/text.ts';
import type { BankLine } from './statement.ts';

/** The content of the fingerprint, before occurrences are counted. */
function content(line: BankLine): string {
  const amount = line.amount.toFixed();
  if (line.bankId) return `id|${line.bankId}|${line.day}|${amount}`;
  return [
    'row',
    line.day,
    amount,
    line.currency ?? '',
    fold(line.payee ?? ''),
    fold(line.memo ?? ''),
    line.checkNumber ?? '',
  ].join('|');
}

/**
 * The fingerprint of each line, in order. Equal lines with a bank's id are the same movement told twice and get the
 * same fingerprint; equal lines without one are different movements and get a number behind it.
 */
export function fingerprints(lines: readonly BankLine[]): string[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const name = content(line);
    if (line.bankId) return name;
    const occurrence = (seen.get(name) ?? 0) + 1;
    seen.set(name, occurrence);
    return `${name}|${occurrence}`;
  });
}
