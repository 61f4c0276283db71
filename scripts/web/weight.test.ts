import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { endpoint } from '../../src/kernel/endpoint.ts';
import { weigh } from '../weight.ts';
import { lighten } from './light-contracts.ts';

describe('the weight of a build', () => {
  const manifest = {
    'main-web.tsx': { file: 'main.js', isEntry: true, imports: ['_react.js'] },
    'main-shell.tsx': { file: 'shell.js', name: 'shell', imports: ['main-web.tsx'] },
    'domains/x/web/sign-in-page.tsx': { file: 'sign-in.js', name: 'sign-in-page', imports: ['main-web.tsx'] },
    '_react.js': { file: 'react.js', name: 'react' },
    '_table.js': { file: 'table.js', name: 'table', imports: ['_react.js'] },
    'domains/x/web/list-page.tsx': { file: 'list-page.js', name: 'list-page', imports: ['main-web.tsx', '_table.js'] },
    'style.css': { file: 'style.css' },
  };
  const sizes: Record<string, number> = {
    'main.js': 70,
    'shell.js': 20,
    'sign-in.js': 5,
    'react.js': 59,
    'table.js': 81,
    'list-page.js': 10,
    'style.css': 1000,
  };

  it("counts a page's needs once, with the shell, and names the part over its limit", () => {
    const weighed = weigh(manifest, (file) => sizes[file] ?? 0, new Set(['domains/x/web/sign-in-page.tsx']));
    expect(weighed.find(({ what }) => what === 'the shell')).toMatchObject({ size: 149, bar: 150 });
    expect(weighed.find(({ what }) => what.endsWith('sign-in-page.tsx'))).toMatchObject({ size: 134 });
    expect(weighed.find(({ what }) => what.endsWith('list-page.tsx'))).toMatchObject({ size: 240, bar: 250 });
    expect(weighed.filter(({ size, bar }) => size > bar).map(({ what }) => what)).toEqual(['chunk table']);
  });
});

describe('the light copy of a contract', () => {
  it('keeps the parts of an endpoint that a call needs', () => {
    const get = endpoint({
      method: 'GET',
      path: '/api/x/{id}',
      access: 'user',
      tag: 'X',
      summary: 'Get',
      params: z.object({ id: z.uuid() }),
      response: z.object({}),
    });
    expect(lighten({ get })).toEqual({ get: { method: 'GET', path: '/api/x/{id}', access: 'user' } });
  });
  it('keeps plain data, without schemas and functions', () => {
    expect(lighten(['work', 'home'])).toEqual(['work', 'home']);
    expect(lighten({ max: 3, nested: { labels: ['a'] } })).toEqual({ max: 3, nested: { labels: ['a'] } });
    expect(lighten(z.string())).toBeUndefined();
    expect(lighten({ check: () => true })).toBeUndefined();
  });
});
