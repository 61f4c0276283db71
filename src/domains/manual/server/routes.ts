import { type BoundRoute, route } from '../../../server/http/route.ts';
import { manual } from '../contract.ts';
import { type Manual, openManual } from './pages.ts';

export function manualRoutes(): BoundRoute[] {
  let opened: Manual | undefined;
  const book = () => (opened ??= openManual());
  return [
    route(manual.pages, () => ({ items: book().pages })),
    route(manual.search, ({ query }) => ({ items: book().search(query.q) })),
  ];
}
