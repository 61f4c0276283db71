import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { pagePreloads } from './page-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'pages-'));
mkdirSync(join(folder, '.vite'));
writeFileSync(
  join(folder, '.vite/pages.json'),
  JSON.stringify({
    all: 'assets/page-files-1a.js',
    otherwise: ['shell.js'],
    pages: [
      { path: '/contacts/{id}', shell: true, files: ['shell.js', 'record.js'] },
      { path: '/contacts/import', shell: true, files: ['shell.js', 'import.js'] },
      { path: '/login', shell: false, files: ['login.js'] },
      { path: '/invitation', shell: false, files: ['invitation.js'] },
      { path: '/', shell: true, files: ['shell.js', 'dashboard.js'] },
    ],
    next: [
      ['shell.js', 'dashboard.js', 'assets/contacts-1a.js'],
      ['shell.js', 'record.js', 'assets/contacts-1a.js'],
    ],
  }),
);
afterAll(() => rmSync(folder, { recursive: true }));

describe('the files that the page names for an address', () => {
  const filesFor = (path: string) =>
    [...pagePreloads(folder)(path).tags.matchAll(/href="\/(.*?)"/g)].map(([, file]) => file);

  it.each([
    ['/contacts/42', ['shell.js', 'record.js']],
    ['/contacts/import', ['shell.js', 'import.js']],
    ['/login', ['login.js']],
    ['/login/', ['login.js']],
    ['/', ['shell.js', 'dashboard.js']],
    ['/nowhere/at/all', ['shell.js']],
  ])('are those of its page: %s', (path, files) => {
    expect(filesFor(path)).toEqual(files);
  });

  it.each([
    ['/contacts/42', 'dashboard contacts-1a|'],
    ['/', 'contacts-1a|record'],
    ['/login', 'shell dashboard contacts-1a|record'],
    ['/invitation', undefined],
  ])('include those of likely next pages, each once, where people continue: %s', (path, files) => {
    expect(/name="next-files" content="(.*?)"/.exec(pagePreloads(folder)(path).tags)?.[1]).toBe(files);
  });

  it.each([
    ['/contacts/42', '/assets/page-files-1a.js'],
    ['/nowhere', '/assets/page-files-1a.js'],
    ['/invitation', undefined],
  ])('name the list of all pages’ files where people continue: %s', (path, file) => {
    expect(/name="page-files" content="(.*?)"/.exec(pagePreloads(folder)(path).tags)?.[1]).toBe(file);
  });

  it.each([
    ['/contacts/42', true],
    ['/login', false],
    ['/nowhere', true],
  ])('say whether it has the shell: %s', (path, shell) => {
    expect(pagePreloads(folder)(path).shell).toBe(shell);
  });

  it('are none where the application was not built', () => {
    expect(pagePreloads(join(folder, 'absent'))('/login')).toEqual({ tags: '', shell: false });
  });
});
