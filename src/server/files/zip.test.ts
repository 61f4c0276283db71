import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unzip } from '../../testing/unzip.ts';
import { zip } from './zip.ts';

async function archiveOf(files: readonly (readonly [string, Uint8Array])[]): Promise<Buffer> {
  async function* entries() {
    // Content arrives in pieces of any size.
    for (const [name, content] of files)
      yield {
        name,
        size: content.byteLength,
        content: (async function* () {
          yield content.subarray(0, 3);
          yield content.subarray(3);
        })(),
      };
  }
  const pieces: Buffer[] = [];
  for await (const piece of zip(entries())) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('a ZIP archive', () => {
  it('holds what was put in, whatever it is called and holds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(
          fc.tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), fc.uint8Array({ maxLength: 300 })),
          { selector: ([name]) => name, maxLength: 5 },
        ),
        async (files) => {
          const read = unzip(await archiveOf(files));
          expect([...read].map(([name, content]) => [name, [...content]])).toEqual(
            files.map(([name, content]) => [name, [...content]]),
          );
        },
      ),
      { numRuns: 30 },
    );
  });

  it.skipIf(!existsSync('/usr/bin/python3'))('is read by others (needs python3)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'zip-'));
    try {
      writeFileSync(
        join(folder, 'a.zip'),
        await archiveOf([
          ['tables/größe.csv', Buffer.from('a,b\r\n1,2\r\n'.repeat(5_000))],
          ['leer.txt', new Uint8Array()],
        ]),
      );
      const said = execFileSync(
        '/usr/bin/python3',
        [
          '-c',
          'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), [(i.filename, i.file_size) for i in z.infolist()])',
          join(folder, 'a.zip'),
        ],
        { encoding: 'utf8' },
      );
      expect(said.trim()).toBe(`None [('tables/größe.csv', 50000), ('leer.txt', 0)]`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('passes on what went wrong with an entry', async () => {
    async function* entries() {
      yield {
        name: 'a',
        size: 1,
        content: (async function* () {
          yield Buffer.from('x');
          throw new Error('The disk is gone');
        })(),
      };
    }
    await expect(
      (async () => {
        for await (const piece of zip(entries())) void piece;
      })(),
    ).rejects.toThrow('The disk is gone');
  });
});
