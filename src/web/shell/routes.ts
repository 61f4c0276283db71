import { page } from '../router/page.ts';

/** Pages of the platform itself. */
export const platformPages = [
  page('/sound-test', { title: 'Sound test', guard: 'public', load: () => import('./sound-test-page.tsx') }),
];
