/** The business that owns the installation: what its own workspace counts in. */
import * as z from 'zod';
import { endpoint } from '../../../kernel/endpoint.ts';
import { TEAM } from '../paths.ts';
import { BusinessFacts } from './onboarding.ts';

export const OwnBusiness = BusinessFacts.extend({ version: z.number().int() });
export type OwnBusiness = z.infer<typeof OwnBusiness>;

const admin = { tag: 'Registration', access: 'admin', path: TEAM.ownBusiness } as const;

export const ownBusiness = {
  get: endpoint({
    ...admin,
    method: 'GET',
    summary: 'Get the business that owns the installation',
    response: OwnBusiness,
  }),
  save: endpoint({
    ...admin,
    method: 'PUT',
    summary: 'Update the business that owns the installation',
    description: "Existing amounts keep their currency. Totals use the workspace's currency.",
    body: OwnBusiness,
    response: OwnBusiness,
    errors: ['validation', 'stale'],
  }),
} as const;
