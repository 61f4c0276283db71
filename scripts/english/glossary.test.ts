import { describe, expect, it } from 'vitest';
import { glossary, glossaryViolations } from './glossary.ts';
import { interfaceTexts, textsOf } from './interface-texts.ts';

/** Sources whose texts still wait for a rewrite. Remove a line once its folder passes; never add one. */
const NOT_REWRITTEN: readonly string[] = [];

/** Texts that hold a phrase for a reason: what other programs write, and names of codes. */
const INTENDED: readonly [file: string, part: string][] = [
  ['src/domains/crm/engine/imports/mapping.ts', 'organisation name'],
  ['src/domains/crm/engine/icalendar.ts', 'CANCELLED'],
  ['src/domains/manual/engine/tokenize.ts', 'somebody'],
  // Words that people write in public posts.
  ['src/domains/social-scanner/engine/intent-rules.ts', 'somebody'],
  ['src/domains/social-scanner/engine/sentiment-words.ts', 'cancelled'],
];

/** Names that contain a phrase. */
const NAMES: readonly [name: RegExp, phrase: string][] = [[/\bhacker news\b/i, 'news']];

const texts = interfaceTexts();
const violations = glossaryViolations(texts);

const isExpected = ({ file, text, wrong }: { file: string; text: string; wrong: string }) =>
  NOT_REWRITTEN.some((folder) => file.startsWith(folder)) ||
  INTENDED.some(([place, phrase]) => file === place && text.includes(phrase)) ||
  NAMES.some(([name, phrase]) => wrong === phrase && name.test(text));

describe('the glossary', () => {
  it('is kept by every text of the interface', () => {
    const found = violations.filter((violation) => !isExpected(violation));
    expect(
      found.map(({ file, line, wrong, term, text }) => `${file}:${line} “${wrong}” for “${term}”: ${text}`),
    ).toEqual([]);
  });

  it('finds a wrong phrase in JSX, strings, and templates', () => {
    const source = 'export const Page = () => <p title="A colleague">Mend it {`and ${count} %`}</p>;';
    expect(glossaryViolations(textsOf('page.tsx', source)).map(({ wrong }) => wrong)).toEqual([
      'colleague',
      'mend',
      'a space before %',
    ]);
  });

  it('reads the whole table and the whole product', () => {
    expect(glossary().length).toBeGreaterThan(15);
    expect(texts.length).toBeGreaterThan(5_000);
  });

  it('lists only folders that still have something to rewrite', () => {
    expect(NOT_REWRITTEN.filter((folder) => !violations.some(({ file }) => file.startsWith(folder)))).toEqual([]);
  });
});
