import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readReceipt } from '../../../engine/expenses/receipt-text.ts';
import { readDocument } from './read.ts';

const bytes = (name: string) => readFileSync(new URL(`../../../../../testing/receipts/${name}`, import.meta.url));
/** Makes every way out of the thread, and of the threads that it starts, an error. */
const WITHOUT_NETWORK = [
  '--import',
  `data:text/javascript,${encodeURIComponent(`import net from 'node:net'; import dns from 'node:dns';
  const refuse = () => { throw new Error('the network was asked for'); };
  net.Socket.prototype.connect = refuse; dns.lookup = refuse; globalThis.fetch = refuse;`)}`,
];

describe('reading a receipt', { timeout: 120_000 }, () => {
  it('needs no network: of a picture, and of a scan in a PDF', async () => {
    for (const [name, type] of [
      ['receipt.png', 'image/png'],
      ['scan.pdf', 'application/pdf'],
    ] as const) {
      const shares: number[] = [];
      const [page] = await readDocument(bytes(name), type, {
        execArgv: WITHOUT_NETWORK,
        onShare: (share) => shares.push(share),
      });
      expect(page!.certainty).toBeGreaterThan(0.7);
      expect(readReceipt(page!.text, { today: '2026-11-20', currency: 'USD' })).toMatchObject({
        merchant: { value: 'Harbor Hardware' },
        total: { value: '34.08' },
      });
      expect(shares.length).toBeGreaterThan(1);
    }
  });

  it('takes a PDF’s own text, page by page, and goes on where it was', async () => {
    const seen: number[] = [];
    const pages = await readDocument(bytes('text-layer.pdf'), 'application/pdf', {
      onPage: async (_, at, of) => void seen.push(at, of),
    });
    expect([pages.length, pages[0]!.certainty, seen]).toEqual([1, 1, [0, 1]]);
    expect(await readDocument(bytes('text-layer.pdf'), 'application/pdf', { done: 1 })).toEqual([]);
  });

  it('ends when it is told to, when it takes too long, and at what is damaged', async () => {
    const stop = new AbortController();
    const stopped = readDocument(bytes('receipt.png'), 'image/png', { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(stopped).rejects.toThrow('enough');
    await expect(readDocument(bytes('receipt.png'), 'image/png', { timeoutMs: 1 })).rejects.toThrow('too long');
    await expect(readDocument(Buffer.from('%PDF-1.7 nothing of the kind'), 'application/pdf')).rejects.toThrow(
      'could not be read',
    );
  });
});
