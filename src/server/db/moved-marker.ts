/** The mark of an embedded database whose data moved to PostgreSQL, so that no one keeps working in the old copy. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { splitHosts } from './connection-hosts.ts';

const MARKER = 'moved-to-postgresql.json';

interface Move {
  /** The target, without the password. */
  target: string;
  /** ISO instant. */
  at: string;
}

/** Marks the data folder's embedded database as moved to `databaseUrl`. */
export function markMoved(folder: string, databaseUrl: string): void {
  const target = new URL(splitHosts(databaseUrl)[0]!);
  target.password = '';
  const move: Move = { target: target.href, at: new Date().toISOString() };
  const file = openSync(join(folder, MARKER), 'w', 0o600);
  try {
    writeSync(file, `${JSON.stringify(move)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** @throws Error with instructions when the folder's embedded database was moved */
export function assertNotMoved(folder: string): void {
  const path = join(folder, MARKER);
  if (!existsSync(path)) return;
  const { target, at } = JSON.parse(readFileSync(path, 'utf8')) as Move;
  throw new Error(
    `The embedded database in ${folder} was moved to ${target} on ${at.slice(0, 10)}. Set DATABASE_URL to work on there, ` +
      `or remove ${path} to work on with the old copy.`,
  );
}
