import { describe, expect, it } from 'vitest';
import { anchorOf } from '../engine/passages.ts';
import { openManual, parsePage, readPages } from './pages.ts';

const pages = [
  parsePage(
    '10-importing-contacts.md',
    '# Importing contacts\n\nUpload a CSV file.\n\n## Duplicates\n\nRows are matched by email.\n\n## Undo an import\n\nEvery import can be [reverted](/contacts/import).',
  ),
  parsePage(
    '20-signing-in.md',
    '# Signing in\n\nUse your email address.\n\n### Two-factor\n\nAn authenticator app shows a code.',
  ),
];

describe('the manual', () => {
  it('takes slug and title from the file', () => {
    expect(pages[0]).toMatchObject({ slug: 'importing-contacts', title: 'Importing contacts' });
    expect(pages[0]!.text.startsWith('Upload')).toBe(true);
  });

  it('finds the section that answers, not only the page', () => {
    expect(openManual(pages).search('revert an import', 12)[0]).toMatchObject({
      slug: 'importing-contacts',
      heading: 'Undo an import',
      anchor: 'undo-an-import',
      quote: 'Every import can be reverted.',
    });
  });

  it('forgives a typo', () => {
    expect(openManual(pages).search('authentcator', 12)[0]).toMatchObject({ heading: 'Two-factor' });
  });

  it('answers nothing for what it does not know', () => {
    expect(openManual(pages).search('zeppelin', 12)).toEqual([]);
    expect(openManual(pages).answer('how do I import a zeppelin from Greenland')).toEqual([]);
  });

  it('makes anchors of headings in any script of accents', () => {
    expect(anchorOf('Éloïse’s  "Week"')).toBe('eloise-s-week');
  });

  it('ships with pages, each with a title of its own', () => {
    const shipped = readPages();
    expect(shipped.length).toBeGreaterThan(0);
    expect(new Set(shipped.map((page) => page.title)).size).toBe(shipped.length);
  });
});
