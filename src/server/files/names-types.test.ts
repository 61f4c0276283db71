import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { cleanFileName, contentDisposition } from './names.ts';
import { formatBytes } from './port.ts';
import { mayShowInline, sniffType } from './types.ts';

describe('file names', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['C:\\Users\\ada\\report.pdf', 'report.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['  .hidden. ', 'hidden'],
    ['line\r\nbreak.csv', 'linebreak.csv'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['photo\u061cgpj.exe', 'photogpj.exe'],
    ['half \ud83d.txt', 'half \ufffd.txt'],
    ['e\u0301t\u00e9.txt', 'été.txt'],
    ['..', 'file'],
    ['', 'file'],
  ])('%j is stored as %j', (given, clean) => {
    expect(cleanFileName(given)).toBe(clean);
  });

  it('are cut to 200 bytes between characters, with their extension', () => {
    const name = cleanFileName(`${'ü'.repeat(300)}.pdf`);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    expect(name).toMatch(/^ü+\.pdf$/);
  });

  it.each([
    ['report.pdf', 'attachment; filename="report.pdf"'],
    ['a"b.pdf', `attachment; filename="a_b.pdf"; filename*=UTF-8''a%22b.pdf`],
    ['naïve €.txt', `attachment; filename="na?ve ?.txt"; filename*=UTF-8''na%C3%AFve%20%E2%82%AC.txt`],
    ["it's (1)*.txt", `attachment; filename="it's (1)*.txt"`],
    ['100%.txt', `attachment; filename="100_.txt"; filename*=UTF-8''100%25.txt`],
  ])('%j is sent as %s', (name, header) => {
    expect(contentDisposition('attachment', name)).toBe(header);
  });

  it('cannot add a header [V32]', () => {
    expect(contentDisposition('inline', 'a\r\nSet-Cookie: x=1')).toBe('inline; filename="aSet-Cookie: x=1"');
  });
});

describe('file types', () => {
  const ascii = (text: string) => Buffer.from(text, 'latin1');

  it.each([
    ['image/png', ascii('\x89PNG\r\n\x1a\nrest')],
    ['image/jpeg', ascii('\xff\xd8\xff\xe0')],
    ['image/gif', ascii('GIF89a')],
    ['image/webp', ascii('RIFF\0\0\0\0WEBPVP8 ')],
    ['audio/wav', ascii('RIFF\0\0\0\0WAVEfmt ')],
    ['image/avif', ascii('\0\0\0\x1cftypavif')],
    ['video/mp4', ascii('\0\0\0\x18ftypisom')],
    ['application/pdf', ascii('%PDF-1.7')],
    ['application/zip', ascii('PK\x03\x04....other.txt')],
    [
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ascii('PK\x03\x04....[Content_Types].xml....xl/workbook.xml'),
    ],
    ['application/gzip', ascii('\x1f\x8b\x08')],
    ['application/x-executable', ascii('MZ\x90\0')],
    ['application/octet-stream', deflateRawSync(Buffer.alloc(1_000, 'abcdefgh\0'))],
  ])('%s is detected from its first bytes, whatever its name', (type, head) => {
    expect(sniffType(head, 'innocent.csv')).toBe(type);
  });

  it.each([
    ['people.csv', 'Name,Email\nÀda,a@example.com\n', 'text/csv'],
    ['PEOPLE.CSV', 'Name;Email', 'text/csv'],
    ['notes', 'plain words', 'text/plain'],
    ['page.html', '<script>alert(1)</script>', 'text/html'],
    ['drawing.svg', '<svg onload="x()"/>', 'image/svg+xml'],
    ['empty.csv', '', 'text/csv'],
  ])('text named %s is %s', (name, content, type) => {
    expect(sniffType(Buffer.from(content), name)).toBe(type);
  });

  it('recognize a UTF-16 spreadsheet export as text', () => {
    expect(sniffType(Buffer.from('\ufeffName\tE-mail', 'utf16le'), 'people.csv')).toBe('text/csv');
  });

  it('never show content inline that could run as us [V16 V31]', () => {
    expect(
      ['text/html', 'image/svg+xml', 'application/xml', 'application/zip', 'application/octet-stream'].filter(
        mayShowInline,
      ),
    ).toEqual([]);
    expect(['image/png', 'application/pdf', 'text/plain'].filter(mayShowInline)).toHaveLength(3);
  });
});

it('writes sizes for people', () => {
  expect([0, 999, 1_000, 1_500_000, 25_000_000, 3_200_000_000].map(formatBytes)).toEqual([
    '0 bytes',
    '999 bytes',
    '1 kB',
    '1.5 MB',
    '25 MB',
    '3.2 GB',
  ]);
});
