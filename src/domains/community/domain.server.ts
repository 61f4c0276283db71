/** Members of the network. */
import { defineServerDomain } from '../../server/domain.ts';
import * as contract from './contract.ts';
import { communityRoutes } from './server/routes.ts';

export const communityDomain = defineServerDomain({ name: 'community', contract, routes: () => communityRoutes });
