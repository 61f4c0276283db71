import { describe, expect, it } from 'vitest';
import { allPages } from './pages.ts';

describe('pages of all domains', () => {
  it('claim each address once', () => {
    const paths = allPages.map((page) => page.path);
    expect(paths.filter((path, i) => paths.indexOf(path) !== i)).toEqual([]);
  });
});
