import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { operations } from '../../contract.ts';
import { operationsOf } from './operations.ts';
import { dismissAnomaly, setVendor } from './vendors.ts';

export const operationsRoutes: readonly BoundRoute[] = [
  route(operations.get, ({ query }) => operationsOf(query)),
  route(operations.setVendor, ({ body }) => setVendor(body)),
  route(operations.dismiss, ({ body }) => dismissAnomaly(body)),
];
