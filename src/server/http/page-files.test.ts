import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { pagePreloads } from './page-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'pages-'));
mkdirSync(join(folder, '.vite'));
writeFileSync(join(folder, '.vite/pages.json'), JSON.stringify({
  otherwise: ['shell.js'],
  pages: [
    { path: '/contacts/{id}', files: ['shell.js', 'record.js'] },
    { path: '/contacts/import', files: ['shell.js', 'import.js'] },
    { path: '/login', files: ['login.js'] },
    { path: '/', files: ['shell.js', 'dashboard.js'] },
  ],
}));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the files that the page names for an address', () => {
  const filesFor = (path: string) => [...pagePreloads(folder)(path).matchAll(/href="\/(.*?)"/g)].map(([, file]) => file);

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

  it('are none where the application was not built', () => {
    expect(pagePreloads(join(folder, 'absent'))('/login')).toBe('');
  });
});
