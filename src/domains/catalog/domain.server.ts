/** The catalog of apps, AI features, and connectors. */
import { defineServerDomain } from '../../server/domain.ts';
import * as contract from './contract.ts';
import { catalogRoutes } from './server/routes.ts';

export const catalogDomain = defineServerDomain({ name: 'catalog', contract, routes: () => catalogRoutes });
