/**
 * Storage for file contents. Database records hold key, size, and checksum; the store holds bytes and knows nothing of
 * names, types, or owners. Both adapters stream: no file is ever whole in memory.
 */
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '../../kernel/errors.ts';

/** The result of `put`. */
export interface StoredFile {
  /** The store's own name for the file, made from random bits. Typed text is never part of it. */
  key: string;
  /** Bytes. */
  size: number;
  /** SHA-256 of the content, lower-case hex. */
  sha256: string;
}

export interface ListedFile {
  key: string;
  size: number;
  modifiedAt: Date;
}

/**
 * Bytes `start` to `end`, both inclusive and counted from 0, as in an HTTP range. Without `end`, to the end of the
 * file.
 */
export interface ByteRange {
  start: number;
  end?: number;
}

export interface PutOptions {
  /** Folder of related files, for example `imports/<workspace id>`: lower-case letters, digits, `-`, and `/`. */
  prefix: string;
  /** The key beneath `prefix` of a file restored from a backup; all others get a new one. */
  key?: string;
  /** Maximum number of bytes. */
  limit: number;
  signal?: AbortSignal;
}

export interface FileStore {
  /**
   * Stores a stream, under a new key unless one is given. The file appears whole or not at all.
   * @throws AppError `too_large` above the limit, `storage_full` when there is no space
   */
  put(source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredFile>;
  /**
   * Opens a file, or a part of it. The first byte is known to be there when this resolves.
   * @throws AppError `not_found`; `bad_request` when the range starts beyond the end
   */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** Size in bytes; undefined when there is no such file. */
  size(key: string): Promise<number | undefined>;
  /** Deletes a file; deleting a missing one is no error. */
  delete(key: string): Promise<void>;
  /** Every file beneath a prefix, in no particular order. */
  list(prefix: string): AsyncIterable<ListedFile>;
}

const PREFIX = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*$/;
const KEY = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*\/[0-9a-f]{2}\/[0-9a-f]{32}$/;

/**
 * The key for `put`: the given one, or a new one beneath `prefix`, spread over 256 folders so that none grows too long.
 */
export function keyFor({ prefix, key }: Pick<PutOptions, 'prefix' | 'key'>): string {
  requirePrefix(prefix);
  if (key !== undefined) {
    requireKey(key);
    if (!key.startsWith(`${prefix}/`)) throw new Error(`"${key}" is not beneath "${prefix}".`);
    return key;
  }
  const id = randomBytes(16).toString('hex');
  return `${prefix}/${id.slice(0, 2)}/${id}`;
}

/** @throws Error when `prefix` could leave its folder; prefixes come from our code, never from input */
export function requirePrefix(prefix: string): void {
  if (!PREFIX.test(prefix)) throw new Error(`"${prefix}" is not a file prefix.`);
}

/** @throws AppError `not_found` when `key` does not come from `keyFor`; a store resolves no other key */
export function requireKey(key: string): void {
  if (!KEY.test(key)) throw fileNotFound();
}

export function fileNotFound(): AppError {
  return new AppError('not_found', 'The file was not found.');
}

export function fileTooLarge(limit: number): AppError {
  return new AppError('too_large', `The file is larger than ${formatBytes(limit)}.`, { details: { limit } });
}

export function storageFull(cause: unknown): AppError {
  return new AppError('storage_full', 'There is no room left to store the file. Nothing was saved.', { cause });
}

/** Resolves a range against the size, so that both ends are known. */
export function resolveRange(range: ByteRange, size: number): { start: number; end: number } {
  const end = Math.min(range.end ?? size - 1, size - 1);
  if (range.start < 0 || range.start > end) throw rangeOutside();
  return { start: range.start, end };
}

export function rangeOutside(): AppError {
  return new AppError('bad_request', 'The requested part of the file does not exist.');
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** A size for people, in powers of 1,000: `25 MB`. */
export function formatBytes(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  return `${Number((bytes / 1_000 ** step).toFixed(1))} ${UNITS[step]}`;
}
