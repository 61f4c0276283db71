import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvParser, csvRow } from '../../kernel/csv.ts';
import { EncodingDetector, guessDelimiter, parseSample, textDecoder } from '../../kernel/dialect.ts';
import { guessHeader } from '../../domains/crm/engine/imports/header.ts';

/** Parses a text cut into pieces of the given length. */
function parse(text: string, delimiter = ',', step = text.length || 1): string[][] {
  const parser = new CsvParser(delimiter);
  const rows: string[][] = [];
  for (let at = 0; at < text.length; at += step) rows.push(...parser.push(text.slice(at, at + step)));
  return [...rows, ...parser.end()];
}

describe('CSV', () => {
  it.each([
    [
      'plain',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'no line break at the end',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'CRLF and CR',
      'a,b\r\n1,2\r3,4',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['a delimiter in quotes', '"a,b",c\n', [['a,b', 'c']]],
    ['doubled quotes', '"say ""hi""",""\n', [['say "hi"', '']]],
    ['line breaks in quotes', '"1\r\n2",x\n', [['1\r\n2', 'x']]],
    ['empty fields', ',,\n', [['', '', '']]],
    ['blank lines', 'a\n\n\nb\n', [['a'], ['b']]],
    [
      'quotes inside a field',
      '5"" pipe,37\'8"N\nx,y\n',
      [
        ['5"" pipe', '37\'8"N'],
        ['x', 'y'],
      ],
    ],
    [
      'text after a closing quote',
      '"a"b,c\nd,e\n',
      [
        ['ab', 'c'],
        ['d', 'e'],
      ],
    ],
    ['a quote that never closes', '"a,b\nc', [['a,b\nc']]],
    ['accents', 'ä,ʤ\n', [['ä', 'ʤ']]],
  ])('reads %s, however it is cut', (_, text, expected) => {
    for (const step of [1, 2, 3, 1000]) expect(parse(text, ',', step)).toEqual(expected);
  });

  it('reads back what it writes, cut anywhere', () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é', ';') })
      // Such a cell is defused on purpose.
      .filter((text) => !/^[\r\n]/.test(text));
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 9 }),
        (rows, step) => {
          expect(parse(rows.map(csvRow).join(''), ',', step)).toEqual(rows);
        },
      ),
    );
  });

  it('defuses formulas, and leaves phone numbers and negative numbers alone [V6]', () => {
    expect(csvRow(['=1+1', '@x', '-2+3+cmd|x', '+1 (415) 555-0100', '-12.5', '\tx', '＝1+1', '\n=1'])).toBe(
      "'=1+1,'@x,'-2+3+cmd|x,+1 (415) 555-0100,-12.5,'\tx,'＝1+1,\"'\n=1\"\r\n",
    );
  });

  it('gives up on a field that never ends instead of filling the memory', () => {
    const parser = new CsvParser(',');
    expect(() => {
      for (let n = 0; n < 40; n++) parser.push(`"${'x'.repeat(50_000)}`.slice(n === 0 ? 0 : 1));
    }).toThrow('never ends');
  });
});

describe('the dialect', () => {
  const detect = (bytes: Uint8Array) => {
    const detector = new EncodingDetector();
    for (let at = 0; at < bytes.length; at += 3) detector.push(bytes.subarray(at, at + 3));
    return detector.result();
  };

  it.each([
    ['UTF-8', Buffer.from('name\nZoë 🎉'), { encoding: 'utf-8', bom: false }],
    ['UTF-8 with a mark', Buffer.from('\uFEFFname\nZoë'), { encoding: 'utf-8', bom: true }],
    ['Windows-1252', Buffer.from('name\nZo\xeb \x80', 'latin1'), { encoding: 'windows-1252', bom: false }],
    ['UTF-16', Buffer.from('\uFEFFname\nZoë', 'utf16le'), { encoding: 'utf-16le', bom: true }],
    ['UTF-16 without a mark', Buffer.from('name,email,phone\nZoë,', 'utf16le'), { encoding: 'utf-16le', bom: false }],
  ])('tells %s', (_, bytes, expected) => {
    expect(detect(bytes)).toEqual(expected);
    expect(textDecoder(detect(bytes).encoding).decode(bytes)).toMatch(/^name/);
  });

  it.each([[','], [';'], ['\t'], ['|']])('guesses the delimiter %j', (delimiter) => {
    const text = ['name', 'note', 'n'].join(delimiter) + '\n' + ['Ada', '"a, b; c"', '1,5'].join(delimiter) + '\n';
    expect(guessDelimiter(text, true)).toBe(delimiter);
  });

  it('tells a header from data', () => {
    expect(
      guessHeader('contact', [
        ['First name', 'x1'],
        ['Ada', '1'],
      ]),
    ).toBe(true);
    expect(
      guessHeader('contact', [
        ['Ada', 'ada@example.com'],
        ['Bob', 'bob@example.com'],
      ]),
    ).toBe(false);
  });
});

const TORTURE = join(import.meta.dirname, '../../../../shared/data/csv');
const present = existsSync(TORTURE);

describe.skipIf(!present)(`the torture set beside the project${present ? '' : ', which is absent'}`, () => {
  it.each(present ? readdirSync(join(TORTURE, 'csvs')) : [])('%s', (file) => {
    const text = readFileSync(join(TORTURE, 'csvs', file), 'utf8');
    const expected = [
      JSON.parse(readFileSync(join(TORTURE, 'json', file.replace(/csv$/, 'json')), 'utf8')) as
        | Record<string, string>
        | Record<string, string>[],
    ].flat();
    const [header = [], ...rows] = parseSample(text, ',', true);
    const parsed = rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i]])));
    // The set's own expectation names another phone number than its file holds.
    const known = (row: Record<string, string | undefined>) => ({ ...row, 'Contact Phone Number': '' });
    expect(parsed.map(file === 'location_coordinates.csv' ? known : (row) => row)).toEqual(
      expected.map(file === 'location_coordinates.csv' ? known : (row) => row),
    );
  });
});
