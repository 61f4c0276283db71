import { ALIASES } from '../web/router/aliases.ts';
import { notBuiltPages } from '../web/router/not-built.ts';

const own = notBuiltPages(() => Promise.resolve({ default: () => null })).map(({ path }): string => path);

/** Addresses that say that their page is not built yet, with their aliases. */
export const NOT_BUILT: readonly string[] = [
  ...own,
  ...ALIASES.filter(({ sameAs }) => own.includes(sameAs)).map(({ path }) => path),
];
