import { expect, it } from 'vitest';
import { MAX_SCANNED_PAGES, scanNotice } from './scanned-pages.ts';

it('says which pages are beyond the limit of OCR', () => {
  const pages = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
  expect(scanNotice(pages(MAX_SCANNED_PAGES))).toBe('');
  expect(scanNotice(pages(MAX_SCANNED_PAGES + 1))).toMatch(/^Page 201 was not read: OCR reads at most 200 pages/);
  expect(scanNotice(pages(MAX_SCANNED_PAGES + 40))).toMatch(/^40 pages, from page 201 on, were not read/);
});
