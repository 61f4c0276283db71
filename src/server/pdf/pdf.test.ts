import { afterAll, expect, it } from 'vitest';
import { turnsDuring } from '../../testing/event-loop-turns.ts';
import { makePdf, type PdfBlock, stopPdf } from './index.ts';

const at = new Date('2026-01-01T00:00:00Z');
const pages = (file: Buffer): number => file.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;

afterAll(stopPdf);

it('makes a file with its title, and with the same bytes for the same content', async () => {
  const blocks: PdfBlock[] = [
    {
      type: 'parties',
      columns: [
        { label: 'From', lines: ['Zoë & Søns', 'Łódź'] },
        { label: 'To', lines: ['Ελένη'] },
      ],
    },
    { type: 'figures', items: [{ label: 'Due', value: '€1,234.50' }] },
    { type: 'heading', text: 'Lines' },
    { type: 'paragraph', text: '₹ ₺ ₩ £ ¥ ₽ ₫' },
    {
      type: 'table',
      columns: [
        { label: 'What', weight: 3 },
        { label: 'Amount', align: 'right' },
      ],
      rows: [{ cells: ['Work', '1.00'] }, { cells: ['Total', '1.00'], strong: true }],
    },
    {
      type: 'ranges',
      rows: [
        { label: 'Below zero', low: -50, mid: -10, high: 20 },
        { label: 'One point', low: 70, mid: 70, high: 70, pale: true },
      ],
      mark: 30,
    },
  ];
  const make = (): Promise<Buffer> => makePdf({ title: 'Invoice 7', brand: { name: 'Zoë & Søns' }, at }, blocks);
  const file = await make();
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pages(file)).toBe(1);
  expect((await make()).equals(file)).toBe(true);
});

it('lets a table go on over pages, and requests be answered meanwhile', async () => {
  const rows = Array.from({ length: 1_200 }, (_, index) => ({ cells: [`Line ${index}`, String(index)] }));
  const { result, turns } = await turnsDuring(() =>
    makePdf({ title: 'Long', brand: { name: 'A' }, at }, [
      {
        type: 'table',
        columns: [
          { label: 'What', weight: 3 },
          { label: 'Amount', align: 'right' },
        ],
        rows,
      },
    ]),
  );
  expect(pages(result)).toBeGreaterThan(20);
  expect(turns).toBeGreaterThan(100);
});

it('takes an empty document', async () => {
  expect(pages(await makePdf({ title: 'Nothing', brand: { name: '' }, at }, []))).toBe(1);
});
