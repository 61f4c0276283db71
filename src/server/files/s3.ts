/**
 * Files in an S3 bucket, Amazon's or a compatible one. Requests address the bucket by path
 * (`<endpoint>/<bucket>/<key>`), which every vendor understands, and are signed with Signature Version 4.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { AppError } from '../../kernel/errors.ts';
import {
  fileNotFound,
  fileTooLarge,
  keyFor,
  rangeOutside,
  requireKey,
  requirePrefix,
  storageFull,
  type ByteRange,
  type FileStore,
  type ListedFile,
  type PutOptions,
  type StoredFile,
} from './port.ts';
import { blocks, text } from './s3-xml.ts';

export interface S3Options {
  /** Address of the service without the bucket: `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
  /** Bytes per part of a large upload; S3 requires at least 5 MiB. One part at a time is in memory. */
  partSize?: number;
  /** Milliseconds to wait for the start of an answer. */
  timeoutMs?: number;
}

const MIN_PART_SIZE = 5 * 1024 * 1024;
const DEFAULT_PART_SIZE = 8 * 1024 * 1024;
const MAX_PARTS = 10_000;
const DEFAULT_TIMEOUT_MS = 60_000;
/** Retries after 5xx and 429. */
const RETRIES = 3;

interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  key?: string;
  query?: Record<string, string>;
  body?: Uint8Array;
  headers?: Record<string, string>;
  /** Statuses below 300 are always accepted. */
  accept?: readonly number[];
}

export class S3Store implements FileStore {
  readonly #client: AwsClient;
  readonly #base: string;
  readonly #partSize: number;
  readonly #timeoutMs: number;

  constructor(options: S3Options) {
    const { accessKeyId, secretAccessKey, sessionToken, region } = options;
    this.#client = new AwsClient({
      accessKeyId,
      secretAccessKey,
      sessionToken,
      region,
      service: 's3',
      retries: RETRIES,
    });
    this.#base = `${options.endpoint.replace(/\/+$/, '')}/${encodeURIComponent(options.bucket)}`;
    this.#partSize = Math.max(options.partSize ?? DEFAULT_PART_SIZE, MIN_PART_SIZE);
    this.#timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  }

  async put(source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredFile> {
    const key = keyFor(options);
    const hash = createHash('sha256');
    const partSize = Math.max(this.#partSize, Math.ceil(options.limit / MAX_PARTS));
    let upload: { id: string; etags: string[] } | undefined;
    let size = 0;
    try {
      for await (const { bytes, last } of parts(source, partSize)) {
        options.signal?.throwIfAborted();
        size += bytes.byteLength;
        if (size > options.limit) throw fileTooLarge(options.limit);
        hash.update(bytes);
        if (last && !upload) {
          await this.#request({ method: 'PUT', key, body: bytes });
        } else {
          upload ??= { id: await this.#startUpload(key), etags: [] };
          upload.etags.push(await this.#uploadPart(key, upload.id, upload.etags.length + 1, bytes));
        }
      }
      if (upload) await this.#completeUpload(key, upload.id, upload.etags);
    } catch (error) {
      // Parts of an incomplete upload are stored, and charged, until it is aborted.
      if (upload) await this.#request({ method: 'DELETE', key, query: { uploadId: upload.id } }).catch(() => undefined);
      throw error;
    }
    return { key, size, sha256: hash.digest('hex') };
  }

  async #startUpload(key: string): Promise<string> {
    const answer = await this.#request({ method: 'POST', key, query: { uploads: '' } });
    const id = text(await answer.text(), 'UploadId');
    if (!id) throw unavailable('it started an upload without naming it');
    return id;
  }

  async #uploadPart(key: string, uploadId: string, number: number, body: Uint8Array): Promise<string> {
    const answer = await this.#request({ method: 'PUT', key, query: { partNumber: String(number), uploadId }, body });
    await answer.arrayBuffer();
    const etag = answer.headers.get('etag');
    if (!etag) throw unavailable('it accepted a part without naming it');
    return etag;
  }

  async #completeUpload(key: string, uploadId: string, etags: string[]): Promise<void> {
    const list = etags.map((etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${etag}</ETag></Part>`).join('');
    const body = Buffer.from(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`);
    const answer = await (await this.#request({ method: 'POST', key, query: { uploadId }, body })).text();
    // S3 may answer 200 and only then report a failure.
    const code = text(answer, 'Code');
    if (code) throw unavailable(code);
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    requireKey(key);
    const headers = range ? { range: `bytes=${range.start}-${range.end ?? ''}` } : undefined;
    const answer = await this.#request({ method: 'GET', key, headers, accept: [404, 416] });
    if (answer.status >= 400) {
      await answer.body?.cancel();
      throw answer.status === 404 ? fileNotFound() : rangeOutside();
    }
    return answer.body ? Readable.fromWeb(answer.body as ReadableStream<Uint8Array>) : Readable.from([]);
  }

  async size(key: string): Promise<number | undefined> {
    requireKey(key);
    const answer = await this.#request({ method: 'HEAD', key, accept: [404] });
    return answer.status === 404 ? undefined : Number(answer.headers.get('content-length'));
  }

  async delete(key: string): Promise<void> {
    requireKey(key);
    const answer = await this.#request({ method: 'DELETE', key, accept: [404] });
    await answer.body?.cancel();
  }

  list(prefix: string): AsyncIterable<ListedFile> {
    requirePrefix(prefix);
    return this.#list(prefix);
  }

  async *#list(prefix: string): AsyncGenerator<ListedFile> {
    let after: string | undefined;
    do {
      const query = { 'list-type': '2', prefix: `${prefix}/`, ...(after && { 'continuation-token': after }) };
      const xml = await (await this.#request({ method: 'GET', query })).text();
      for (const entry of blocks(xml, 'Contents')) {
        yield {
          key: text(entry, 'Key') ?? '',
          size: Number(text(entry, 'Size')),
          modifiedAt: new Date(text(entry, 'LastModified') ?? 0),
        };
      }
      after = text(xml, 'IsTruncated') === 'true' ? text(xml, 'NextContinuationToken') : undefined;
    } while (after);
  }

  async #request({ method, key, query = {}, body, headers, accept = [] }: S3Request): Promise<Response> {
    const url = new URL(key === undefined ? this.#base : `${this.#base}/${key}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const sha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    // The timeout ends with the first byte of the answer, because the reader decides how long a download takes.
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(new Error(`no answer within ${this.#timeoutMs} ms`)), this.#timeoutMs);
    const answer = await this.#client
      .fetch(url, {
        method,
        body: body as Uint8Array<ArrayBuffer> | undefined,
        headers: { ...headers, 'x-amz-content-sha256': sha256 },
        signal: timeout.signal,
      })
      .catch((cause: unknown) => {
        throw unavailable('it could not be reached', timeout.signal.aborted ? timeout.signal.reason : cause);
      })
      .finally(() => clearTimeout(timer));
    if (answer.ok || accept.includes(answer.status)) return answer;
    throw await failure(answer);
  }
}

function unavailable(why: string, cause?: unknown): AppError {
  return new AppError('unavailable', `The file store did not work: ${why}. Nothing was saved; try again in a moment.`, {
    cause,
  });
}

async function failure(answer: Response): Promise<AppError> {
  const body = await answer.text().catch(() => '');
  const code = text(body, 'Code') ?? `status ${answer.status}`;
  const cause = new Error(`S3 answered ${answer.status} ${code}: ${text(body, 'Message') ?? body.slice(0, 200)}`);
  return answer.status === 507 || code === 'QuotaExceeded' ? storageFull(cause) : unavailable(code, cause);
}

/**
 * Cuts a stream into pieces of exactly `size` bytes; the last may be shorter, and an empty stream has one empty piece.
 */
async function* parts(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ bytes: Uint8Array; last: boolean }> {
  let pending: Uint8Array[] = [];
  let length = 0;
  for await (let chunk of source) {
    while (length + chunk.byteLength > size) {
      const room = size - length;
      yield { bytes: Buffer.concat([...pending, chunk.subarray(0, room)]), last: false };
      chunk = chunk.subarray(room);
      pending = [];
      length = 0;
    }
    pending.push(chunk);
    length += chunk.byteLength;
  }
  yield { bytes: Buffer.concat(pending), last: true };
}
