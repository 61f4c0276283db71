import type { Manifest } from 'vite';
import { expect, it } from 'vitest';
import { partsOfPages, precacheList } from './service-worker.ts';

const chunk = (name: string, more: object = {}) => ({ file: `assets/${name}.js`, ...more });
const manifest = {
  'index.html': chunk('main', {
    isEntry: true,
    css: ['assets/main.css'],
    assets: ['assets/inter.woff2'],
    imports: ['_shared.js'],
    dynamicImports: ['web/palette.tsx', 'crm/list-page.tsx', 'crm/dashboard-page.tsx'],
  }),
  '_shared.js': chunk('shared'),
  '_table.js': chunk('table', { dynamicImports: ['web/menu-layer.tsx'] }),
  'web/palette.tsx': chunk('palette', { imports: ['_shared.js'] }),
  'web/menu-layer.tsx': chunk('menu-layer'),
  'crm/dashboard-page.tsx': chunk('dashboard', {
    imports: ['index.html', '_shared.js'],
    dynamicImports: ['crm/chart.tsx'],
  }),
  'crm/chart.tsx': chunk('chart'),
  'crm/list-page.tsx': chunk('list', {
    imports: ['_table.js', 'index.html'],
    dynamicImports: ['crm/new-dialog.tsx', 'crm/dashboard-page.tsx'],
  }),
  'crm/new-dialog.tsx': chunk('new-dialog', { imports: ['_table.js'], css: ['assets/new-dialog.css'] }),
} as unknown as Manifest;

it('stores the shell, its overlays, and the first pages', () => {
  expect(precacheList(manifest)).toEqual(
    ['dashboard', 'inter.woff2', 'main.css', 'main', 'palette', 'shared']
      .map((name) => `/assets/${name.includes('.') ? name : `${name}.js`}`)
      .sort(),
  );
});

it('knows the dialogs of each page, but not the pages it links to', () => {
  expect(partsOfPages(manifest)).toEqual({
    '/assets/dashboard.js': ['/assets/chart.js'],
    '/assets/list.js': ['/assets/menu-layer.js', '/assets/new-dialog.css', '/assets/new-dialog.js', '/assets/table.js'],
  });
});
