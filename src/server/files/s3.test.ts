import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestS3, type TestS3 } from '../../testing/s3-server.ts';
import { bytes, codeOf, fileStoreConformance } from './conformance.ts';
import { S3Store } from './s3.ts';

const MB = 1024 * 1024;
let server: TestS3;
let store: S3Store;

beforeAll(async () => {
  server = await startTestS3();
  store = new S3Store(server);
});
afterAll(() => server.close());

fileStoreConformance('S3', () => store);

it('refuses a wrong secret, and reports that the store failed', async () => {
  const stranger = new S3Store({ ...server, secretAccessKey: 'wrong' });
  await expect(stranger.put(bytes(10), { prefix: 'tests', limit: 10 })).rejects.toThrow(
    'The file store did not work: SignatureDoesNotMatch',
  );
  expect(await codeOf(stranger.put(bytes(10), { prefix: 'tests', limit: 10 }))).toBe('unavailable');
});

it('aborts a large upload that fails half-way, so that no part is left behind', async () => {
  server.failNext((method, url) => method === 'PUT' && url.searchParams.get('partNumber') === '2', 403, 'AccessDenied');
  expect(await codeOf(store.put(bytes(20 * MB), { prefix: 'tests/halfway', limit: 100 * MB }))).toBe('unavailable');
  expect(server.openUploads.size).toBe(0);
});

it('treats an error inside a 200 as an error', async () => {
  server.failNext((method, url) => method === 'POST' && url.searchParams.has('uploadId'), 200, 'InternalError');
  expect(await codeOf(store.put(bytes(20 * MB), { prefix: 'tests/late', limit: 100 * MB }))).toBe('unavailable');
});

it('retries when the service is busy', async () => {
  server.failNext((method) => method === 'PUT', 503, 'SlowDown');
  const stored = await store.put(bytes(100), { prefix: 'tests/busy', limit: 100 });
  expect(server.objects.get(stored.key)).toHaveLength(100);
});

it('reports a full store', async () => {
  server.failNext((method) => method === 'PUT', 403, 'QuotaExceeded');
  expect(await codeOf(store.put(bytes(100), { prefix: 'tests', limit: 100 }))).toBe('storage_full');
});

it('reports an unreachable service', async () => {
  const nowhere = new S3Store({ ...server, endpoint: 'http://127.0.0.1:1' });
  expect(await codeOf(nowhere.size('tests/ab/0123456789abcdef0123456789abcdef'))).toBe('unavailable');
});

it('reads at most one part ahead', async () => {
  const arrived = () =>
    [...server.openUploads.values()]
      .flatMap((parts) => [...parts.values()])
      .reduce((sum, part) => sum + part.length, 0);
  const lead: number[] = [];
  async function* watched() {
    for (let sent = 0; sent < 64 * MB; sent += MB) {
      lead.push(sent - arrived());
      yield Buffer.alloc(MB);
    }
  }
  await store.put(watched(), { prefix: 'tests/stream', limit: 100 * MB });
  expect(Math.max(...lead)).toBeLessThanOrEqual(9 * MB);
});
