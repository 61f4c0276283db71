/** Requirements for every provider of embeddings. Each adapter's test runs them. */
import { describe, expect, it } from 'vitest';
import type { EmbeddingClient } from './port.ts';

const dot = (one: Float32Array, other: Float32Array) => one.reduce((sum, number, i) => sum + number * other[i]!, 0);

export function embeddingConformance(name: string, client: () => EmbeddingClient): void {
  describe(`${name} as a provider of embeddings`, () => {
    it('gives each text a vector of length 1, and a blank text zeros', async () => {
      const [one, blank] = await client().embed(['How do I return an order?', ' \n']);
      expect([one!.length, blank!.length]).toEqual([client().dimensions, client().dimensions]);
      expect(Math.hypot(...one!)).toBeCloseTo(1, 5);
      expect(blank!.every((number) => number === 0)).toBe(true);
      expect(await client().embed([])).toEqual([]);
    });

    it('keeps the order of many texts, of which one is very long', async () => {
      const texts = Array.from({ length: 70 }, (_, i) => (i === 33 ? 'long '.repeat(10_000) : `Invoice number ${i}`));
      const together = await client().embed(texts);
      expect(together).toHaveLength(70);
      for (const at of [0, 33, 69]) {
        const [alone] = await client().embed([texts[at]!]);
        expect(dot(alone!, together[at]!)).toBeCloseTo(1, 3);
      }
    });

    it('puts a text nearer to one about the same than to one about something else', async () => {
      const [question, same, other] = await client().embed([
        'How do I get a refund for my order?',
        'A refund for your order takes five days.',
        'The weather in the mountains was cold.',
      ]);
      expect(dot(question!, same!)).toBeGreaterThan(dot(question!, other!) + 0.2);
    });

    it('stops when it is told to', async () => {
      await expect(client().embed(['Hello'], AbortSignal.abort())).rejects.toMatchObject({ code: 'unavailable' });
    });
  });
}
