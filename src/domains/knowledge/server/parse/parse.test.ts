import { describe, expect, it } from 'vitest';
import { docxFile, pdfFile, pptxFile, xlsxFile } from '../../../../testing/document-files.ts';
import { READABLE, parseDocument } from './parse.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const sections = async (content: Uint8Array, kind: keyof typeof READABLE) =>
  (await parseDocument(content, READABLE[kind]!)).sections.map(({ heading, place, text }) => [heading, place, text]);

describe('reading a document', () => {
  it('keeps the pages of a PDF', async () => {
    const pdf = await parseDocument(await pdfFile(['Leave is granted.', 'Travel is booked.']), READABLE.pdf!);
    expect(pdf.pages).toBe(2);
    expect(pdf.sections.map(({ page, place }) => [page, place])).toEqual([
      [1, 'Page 1'],
      [2, 'Page 2'],
    ]);
    expect(pdf.sections[1]!.text).toContain('Travel is booked.');
  });

  it('keeps headings and tables of Word, by the name of the style in any language', async () => {
    const file = docxFile(['# Holidays', 'Ask first & early.', '| Country | Days |', '| Spain | 30 |']);
    expect(await sections(file, 'docx')).toEqual([['Holidays', '', 'Ask first & early.\nCountry | Days\nSpain | 30']]);
  });

  it('reads Excel as rows with their column names and the range of cells', async () => {
    const file = xlsxFile('Prices', [
      ['Plan', 'Fee'],
      ['Basic', 20],
      ['Pro', 50],
    ]);
    expect(await sections(file, 'xlsx')).toEqual([
      ['Prices', 'Prices!A2:B3', 'Plan: Basic; Fee: 20\nPlan: Pro; Fee: 50'],
    ]);
  });

  it('reads PowerPoint by slide, with speaker notes and without slide numbers', async () => {
    const file = pptxFile([
      { title: 'Goals', lines: ['Grow', 'Stay small'] },
      { title: 'Risks', lines: ['Rain'], notes: 'Mention the tent.' },
    ]);
    expect(await sections(file, 'pptx')).toEqual([
      ['Goals', 'Slide 1', 'Grow\nStay small'],
      ['Risks', 'Slide 2', 'Rain\nNotes: Mention the tent.'],
    ]);
  });

  it('reads a page of HTML without its menu and scripts', async () => {
    const html =
      '<title>Shop</title><nav>Home</nav><h1>Hours</h1><p>Open at <b>nine</b>.</p><script>alert(1)</script><table><tr><th>Day<th>Until<tr><td>Mon<td>6</table><h2>Parking</h2><p hidden>secret</p><p>Behind.</p>';
    const parsed = await parseDocument(bytes(html), 'text/html');
    expect(parsed.title).toBe('Shop');
    expect(parsed.sections.map(({ heading, text }) => [heading, text])).toEqual([
      ['Hours', 'Open at nine.\nDay | Until\nMon | 6'],
      ['Hours › Parking', 'Behind.'],
    ]);
  });

  it('reads Markdown by its headings, but not those in code', async () => {
    const text =
      '---\ndraft: true\n---\n# Guide\nSee [the **list**](https://x.example).\n```\n# no heading\n```\n## Next\nDone.';
    const found = await sections(bytes(text), 'md');
    expect(found.map(([heading]) => heading)).toEqual(['Guide', 'Guide › Next']);
    expect(found[0]![2]).toContain('See the list.');
    expect(found[0]![2]).toContain('# no heading');
  });

  it('reads CSV with either delimiter and quoted cells', async () => {
    const expected = [['', 'Rows 2–3', 'Name: Ada; City: London, UK\nName: Bo']];
    expect(await sections(bytes('Name,City\nAda,"London, UK"\nBo,\n'), 'csv')).toEqual(expected);
    expect(await sections(bytes('Name;City\nAda;London, UK\nBo;\n'), 'csv')).toEqual(expected);
  });

  it('reads an email with its head, and names attachments that were not read', async () => {
    const mail =
      'From: Ada <ada@x.test>\r\nTo: bo@y.test\r\nSubject: =?utf-8?q?Caf=C3=A9?=\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nWe meet at noon.\r\n--b\r\nContent-Type: image/png; name=map.png\r\nContent-Disposition: attachment; filename=map.png\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n--b--\r\n';
    const parsed = await parseDocument(bytes(mail), 'message/rfc822');
    expect(parsed.title).toBe('Café');
    const text = parsed.sections.map((section) => section.text).join('\n');
    expect(text).toContain('From: Ada <ada@x.test>');
    expect(text).toContain('We meet at noon.');
    expect(text).toContain('Attachments, not read: map.png');
  });

  it('reads text in older encodings', async () => {
    const latin = Uint8Array.from([...'Caf'].map((letter) => letter.charCodeAt(0)).concat(0xe9, 0x20, 0x80));
    expect(await sections(latin, 'txt')).toEqual([['', '', 'Café €']]);
  });

  it('refuses what is damaged, in words for a person', async () => {
    for (const kind of ['pdf', 'docx', 'xlsx', 'pptx'] as const)
      await expect(parseDocument(bytes('not a document'), READABLE[kind]!)).rejects.toMatchObject({
        code: 'validation',
        message: expect.stringMatching(/damaged|protected/),
      });
  });
});
