/** Requirements for every file store. Each adapter's test runs them. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../kernel/errors.ts';
import type { FileStore } from './port.ts';

const MB = 1024 * 1024;

/** A reproducible stream of `size` bytes in chunks of odd length. */
export async function* bytes(size: number, chunkSize = 65_537): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; at += chunkSize) {
    const chunk = Buffer.alloc(Math.min(chunkSize, size - at));
    for (let i = 0; i < chunk.length; i += 4_096) chunk.writeUInt8((at + i) % 251, i);
    yield chunk;
  }
}

export async function digest(source: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of source) hash.update(chunk);
  return hash.digest('hex');
}

async function read(stream: Readable): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString();
}

async function* textStream(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

async function* failing(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(6 * MB);
  yield Buffer.alloc(6 * MB);
  throw new Error('the connection broke');
}

export async function codeOf(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'no error',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
}

async function keys(store: FileStore, prefix: string): Promise<string[]> {
  return (await Array.fromAsync(store.list(prefix))).map((file) => file.key);
}

export function fileStoreConformance(name: string, store: () => FileStore): void {
  describe(`${name} file store`, () => {
    const options = { prefix: 'tests/one', limit: 100 * MB };

    it.each([
      ['empty', 0],
      ['small', 10],
      ['of several chunks', 200_000],
      ['of exactly two upload parts', 16 * MB],
      ['large', 19 * MB + 7],
    ])('gives back a file that is %s', async (_, size) => {
      const stored = await store().put(bytes(size), options);
      const expected = await digest(bytes(size));
      expect(stored).toMatchObject({ size, sha256: expected });
      expect(await store().size(stored.key)).toBe(size);
      expect(await digest(await store().get(stored.key))).toBe(expected);
    });

    it('gives back parts of a file', async () => {
      const { key } = await store().put(textStream('0123456789'), options);
      expect(await read(await store().get(key, { start: 2, end: 4 }))).toBe('234');
      expect(await read(await store().get(key, { start: 7 }))).toBe('789');
      expect(await read(await store().get(key, { start: 8, end: 400 }))).toBe('89');
      expect(await codeOf(store().get(key, { start: 10 }))).toBe('bad_request');
    });

    it('gives each file a key of its own, however alike', async () => {
      const first = await store().put(textStream('same'), options);
      const second = await store().put(textStream('same'), options);
      expect(first.key).not.toBe(second.key);
      await store().delete(first.key);
      expect(await read(await store().get(second.key))).toBe('same');
    });

    it('knows nothing of a file that is not there', async () => {
      const { key } = await store().put(textStream('gone soon'), options);
      await store().delete(key);
      await store().delete(key);
      expect(await store().size(key)).toBeUndefined();
      expect(await codeOf(store().get(key))).toBe('not_found');
      expect(await codeOf(store().get(key, { start: 0, end: 1 }))).toBe('not_found');
    });

    it('refuses a file above the limit and keeps nothing of it', async () => {
      const prefix = 'tests/limit';
      expect(await codeOf(store().put(bytes(1_001), { prefix, limit: 1_000 }))).toBe('too_large');
      expect(await codeOf(store().put(bytes(30 * MB), { prefix, limit: 20 * MB }))).toBe('too_large');
      expect(await keys(store(), prefix)).toEqual([]);
      expect(await store().put(bytes(1_000), { prefix, limit: 1_000 })).toMatchObject({ size: 1_000 });
    });

    it('keeps nothing of an upload that breaks or is cancelled', async () => {
      const prefix = 'tests/broken';
      expect(await codeOf(store().put(failing(), { prefix, limit: 100 * MB }))).toContain('the connection broke');
      const cancelled = store().put(bytes(MB), {
        prefix,
        limit: 100 * MB,
        signal: AbortSignal.abort(new Error('cancelled')),
      });
      expect(await codeOf(cancelled)).toContain('cancelled');
      expect(await keys(store(), prefix)).toEqual([]);
    });

    it('lists what lies beneath a prefix, and nothing else', async () => {
      const stored = await Promise.all(
        Array.from({ length: 8 }, (_, i) => store().put(textStream(`file ${i}`), { prefix: 'lists/a', limit: 100 })),
      );
      const other = await store().put(textStream('other'), { prefix: 'lists/ab', limit: 100 });
      expect((await keys(store(), 'lists/a')).sort()).toEqual(stored.map((file) => file.key).sort());
      expect((await keys(store(), 'lists')).sort()).toEqual([...stored, other].map((file) => file.key).sort());
      expect(await keys(store(), 'nothing-here')).toEqual([]);
      const [listed] = await Array.fromAsync(store().list('lists/ab'));
      expect(listed).toMatchObject({ key: other.key, size: 5 });
      expect(Math.abs(listed!.modifiedAt.getTime() - Date.now())).toBeLessThan(60_000);
    });

    it.each([
      '../../etc/passwd',
      '/etc/passwd',
      'tests/one/../x',
      'tests/one/ab/..',
      'tests',
      '',
      'tests/one/ab/0123456789abcdef0123456789abcdef/x',
      'tests\\one',
    ])('never resolves %j', async (key) => {
      expect(await codeOf(store().get(key))).toBe('not_found');
      expect(await codeOf(store().size(key))).toBe('not_found');
      expect(await codeOf(store().delete(key))).toBe('not_found');
    });

    it.each(['..', '../up', 'a/../b', '/a', 'a/', 'A', '.partial', ''])('takes no prefix like %j', async (prefix) => {
      expect(await codeOf(store().put(bytes(1), { prefix, limit: 10 }))).toContain('not a file prefix');
      expect(() => store().list(prefix)).toThrow('not a file prefix');
    });
  });
}
