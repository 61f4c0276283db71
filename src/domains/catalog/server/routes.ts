import { type BoundRoute, route } from '../../../server/http/route.ts';
import { switchApp } from '../../clients/index.ts';
import { catalog } from '../contract.ts';
import { readCatalog } from './read-catalog.ts';

export const catalogRoutes: BoundRoute[] = [
  route(catalog.get, ({ caller }) => readCatalog(caller)),
  route(catalog.install, async ({ caller, params, body }) => {
    await switchApp(caller, params.app, body);
    return readCatalog(caller);
  }),
];
