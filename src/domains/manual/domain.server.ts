/** The manual and the search in it. */
import { defineServerDomain } from '../../server/domain.ts';
import * as contract from './contract.ts';
import { manualRoutes } from './server/routes.ts';

export const manualDomain = defineServerDomain({ name: 'manual', contract, routes: manualRoutes });
