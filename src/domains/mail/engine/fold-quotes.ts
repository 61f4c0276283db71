/** Parts of a plain text: what was written, and what is quoted below it or between. */
export interface TextPart {
  isQuote: boolean;
  text: string;
}

const WROTE =
  /^(?:On .{5,200} wrote:|Am .{5,200} schrieb .{0,100}:|Le .{5,200} a écrit ?:|-{5,} ?(?:Original Message|Forwarded message|Ursprüngliche Nachricht) ?-{5,})\s*$/i;

/** Cuts a text into written and quoted parts, in their order. */
export function foldQuotes(text: string): TextPart[] {
  const parts: { isQuote: boolean; lines: string[] }[] = [];
  const add = (isQuote: boolean, line: string) => {
    const last = parts.at(-1);
    if (last?.isQuote === isQuote) last.lines.push(line);
    else parts.push({ isQuote, lines: [line] });
  };
  const lines = text.split('\n');
  const below = lines.findIndex((line) => /^-{5,} ?(?:Original|Ursprüngliche)/i.test(line));
  for (const [n, line] of lines.entries()) {
    const isBlankInQuote = line.trim() === '' && parts.at(-1)?.isQuote === true && (lines[n + 1] ?? '').startsWith('>');
    add(line.startsWith('>') || isBlankInQuote || WROTE.test(line) || (below !== -1 && n >= below), line);
  }
  return parts
    .map(({ isQuote, lines: own }) => ({ isQuote, text: own.join('\n').replace(/^\n+|\s+$/g, '') }))
    .filter((part) => part.text !== '');
}

/** What the author wrote, without what the email quotes. */
export const ownText = (text: string): string =>
  foldQuotes(text.slice(0, 20_000))
    .filter(({ isQuote }) => !isQuote)
    .map(({ text: part }) => part)
    .join('\n')
    .slice(0, 6_000);
