/** Pages and calls for administrators of the installation. */
import { defineServerDomain } from '../../server/domain.ts';
import * as contract from './contract.ts';
import { adminRoutes } from './server/routes.ts';

export const adminDomain = defineServerDomain({ name: 'admin', contract, routes: adminRoutes });
