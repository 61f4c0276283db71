/** The glossary of `docs/style.md`: terms, and the phrases that stand for none of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { interfaceTexts, type InterfaceText } from './interface-texts.ts';

export interface GlossaryRow {
  term: string;
  /** Phrases not to write, lower case. */
  wrong: string[];
}

export interface Violation extends InterfaceText {
  wrong: string;
  term: string;
}

/** Rows of the glossary's table. */
export function glossary(): GlossaryRow[] {
  const page = readFileSync(join(import.meta.dirname, '../../docs/style.md'), 'utf8');
  return page
    .slice(page.indexOf('## Glossary'))
    .split('\n')
    .filter((line) => /^\| (?!write|---)/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, term, , wrong]) => ({
      term: term ?? '',
      wrong: [...(wrong ?? '').matchAll(/`([^`]+)`/g)].map(([, phrase]) => phrase!.toLowerCase()),
    }));
}

/** Uses of the glossary's wrong phrases, as whole words, in any case, and of a space before a percent sign. */
export function glossaryViolations(texts: readonly InterfaceText[] = interfaceTexts()): Violation[] {
  const phrases = glossary().flatMap(({ term, wrong }) =>
    wrong.map((phrase) => ({ term, wrong: phrase, pattern: new RegExp(`(?<![\\w/.-])${phrase}(?![\\w/-])`, 'i') })),
  );
  const percent = { term: '37.8%', wrong: 'a space before %', pattern: /[\d…] %(?![\w(])/ };
  return texts.flatMap((text) =>
    [...phrases, percent]
      .filter(({ pattern }) => pattern.test(text.text))
      .map(({ term, wrong }) => ({ ...text, term, wrong })),
  );
}
