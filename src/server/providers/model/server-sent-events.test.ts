import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEvents, type SentEvent } from './server-sent-events.ts';

async function* pieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (let nth = 0; start < bytes.length; nth += 1) {
    const size = sizes[nth % sizes.length]!;
    yield bytes.subarray(start, start + size);
    start += size;
  }
}

async function read(text: string, sizes: readonly number[] = [7]): Promise<SentEvent[]> {
  const list: SentEvent[] = [];
  for await (const event of readEvents(pieces(new TextEncoder().encode(text), sizes))) list.push(event);
  return list;
}

describe('a stream of events', () => {
  it('joins lines of data, and leaves out comments', async () => {
    expect(await read(': hello\nevent: note\ndata: one\ndata:two\nid: 4\n\ndata: last')).toEqual([
      { name: 'note', data: 'one\ntwo' },
      { name: '', data: 'last' },
    ]);
  });

  it('reads the same however it is cut and whichever line breaks it has', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/[\r\n]/.test(text)),
          { maxLength: 8 },
        ),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        async (texts, end, sizes) => {
          const sent = texts.map((text) => `data: ${text}${end}${end}`).join('');
          expect((await read(sent, sizes)).map(({ data }) => data)).toEqual(texts);
        },
      ),
    );
  });
});
