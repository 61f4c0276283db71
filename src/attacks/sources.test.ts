/** Forbidden patterns in our own sources that no linter rule covers. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = globSync(['src/**/*.{ts,tsx}'], { cwd: ROOT })
  .filter((file) => !/\.test\.tsx?$|^src\/(testing|attacks)\//.test(file))
  .sort()
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

/** Files that contain the pattern. */
const having = (pattern: RegExp) => SOURCES.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

describe('our sources', () => {
  it('start no programs [V4]', () => {
    expect(SOURCES.length).toBeGreaterThan(1_000);
    expect(having(/node:child_process|['"]child_process['"]/)).toEqual([]);
  });

  it('never run text as code, and never write it as markup [V1 V7 V8]', () => {
    expect(
      having(
        /\beval\(|new Function\(|setTimeout\(\s*['"`]|dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write\(|rehype-raw/,
      ),
      // Pasted text is read in a document without a window: nothing in it is run, loaded, or shown.
    ).toEqual(['src/web/rich-text/paste.ts']);
  });

  it("assemble patterns only from constants; people's patterns run on a linear-time engine [V5]", () => {
    expect(having(/new RegExp\(/)).toEqual([
      'src/domains/crm/engine/activities/quick-add.ts',
      'src/domains/knowledge/engine/quantities.ts',
      'src/domains/lead-scraper/engine/emails.ts',
      'src/domains/messaging/engine/mail-report.ts',
      'src/domains/messaging/server/domains.ts',
      'src/domains/social-scanner/engine/intent-rules.ts',
      'src/domains/social-scanner/engine/sentiment-words.ts',
      'src/domains/whiteboard/contract.ts',
      'src/domains/whiteboard/engine/flowchart.ts',
      'src/server/files/s3-xml.ts',
    ]);
  });

  it('listen to no other window; the worker hears its own pages [V25]', () => {
    // The server's own connection to Bluesky is no window.
    expect(having(/addEventListener\('message'/)).toEqual([
      'src/domains/social-scanner/server/bluesky.ts',
      'src/web/worker/sw.ts',
    ]);
    expect(having(/window\.onmessage|\.postMessage\([^)]*'\*'/)).toEqual([]);
  });

  it('send constant SQL, with values as parameters [V3]', () => {
    // An interpolated part of a query is a name or a fragment made here, never part of a request, which has these
    // names.
    expect(having(/(?:query|execute)(?:<[^(]*>)?\(\s*`[^`]*\$\{(?:request|body|params|input|req)\.[\w.]+\}/)).toEqual(
      [],
    );
  });

  it('name each package of the product with its license [V46]', () => {
    const notice = readFileSync(join(ROOT, 'NOTICE.md'), 'utf8');
    expect(Object.keys(packageJson.dependencies).filter((name) => !notice.includes(name))).toEqual([]);
  });
});
