import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SCANNED_TEXTS, scannedPdf } from '../../testing/scanned-files.ts';
import { pictureSize } from './picture.ts';
import { readPages } from './read-pages.ts';

const bytes = (name: string) => readFileSync(new URL(`../../testing/receipts/${name}`, import.meta.url));
const options = { timeoutMs: 60_000, timeoutPer: 'page' } as const;

describe('reading scanned pages', { timeout: 120_000 }, () => {
  it('reads exactly the pages that are asked for, also in black and white and in strips', async () => {
    const pdf = await scannedPdf([['gray'], ['black-and-white'], ['strip-1', 'strip-2'], []]);
    const seen: [number, string][] = [];
    await readPages(pdf, 'application/pdf', {
      ...options,
      pages: { numbers: [2, 3, 4, 99] },
      onPage: async (page, _at, _of, number) => void seen.push([number, page.text.replace(/\s+/g, ' ').trim()]),
    });
    expect(seen).toEqual([
      [2, SCANNED_TEXTS['black-and-white']],
      [3, `${SCANNED_TEXTS['strip-1']} ${SCANNED_TEXTS['strip-2']}`],
      [4, ''],
    ]);
  });

  it('opens no picture of a PDF that unpacks to more pixels than a scan has', async () => {
    const side = 12_000;
    const packed = deflateSync(Buffer.alloc(side * side), { level: 1 });
    const draw = 'q 600 0 0 600 0 0 cm /I Do Q';
    const pdf = Buffer.concat([
      Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 600]/Resources<</XObject<</I 5 0 R>>>>/Contents 4 0 R>>endobj
4 0 obj<</Length ${draw.length}>>stream
${draw}
endstream
endobj
5 0 obj<</Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode/Length ${packed.length}>>stream
`),
      packed,
      Buffer.from('\nendstream\nendobj\ntrailer<</Root 1 0 R>>\n'),
    ]);
    const recognized: boolean[] = [];
    await readPages(pdf, 'application/pdf', {
      ...options,
      pages: { numbers: [1] },
      onPage: async (page) => void recognized.push(page.isRecognized),
    });
    expect(recognized).toEqual([false]);
  });

  it('ends with the error of whoever keeps the pages', async () => {
    const failing = readPages(bytes('receipt.png'), 'image/png', {
      ...options,
      pages: { numbers: [1] },
      onPage: () => Promise.reject(new Error('the disk is full')),
    });
    await expect(failing).rejects.toThrow('the disk is full');
  });

  it('knows how large a picture is before it is opened', () => {
    expect(pictureSize(bytes('receipt.png'))).toEqual({ width: 330, height: 340 });
    const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108012c019003012200021101031101', 'hex');
    expect(pictureSize(jpeg)).toEqual({ width: 400, height: 300 });
    const webp = Buffer.concat([
      Buffer.from('RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0', 'latin1'),
      Buffer.from('8f01002b0100', 'hex'),
    ]);
    expect(pictureSize(webp)).toEqual({ width: 400, height: 300 });
    expect(pictureSize(Buffer.from('no picture'))).toBeUndefined();
  });
});
