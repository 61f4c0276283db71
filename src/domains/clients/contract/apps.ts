/** Which apps of the product a client has. */
import * as z from 'zod';
import { endpoint, IdParams, Instant } from '../../../kernel/endpoint.ts';

const AppRef = z.object({ id: z.string(), name: z.string() });

export const ClientApp = z.object({
  id: z.string(),
  name: z.string(),
  wing: z.string(),
  description: z.string(),
  on: z.boolean(),
  /** Permissions that the app gives to the client's people and API keys. */
  allows: z.array(z.string()),
  needs: z.array(AppRef.extend({ why: z.string() })),
  neededBy: z.array(AppRef),
});
export type ClientApp = z.infer<typeof ClientApp>;

export const ClientApps = z.object({
  /** Of the client, to be sent back with a change. */
  version: z.number().int(),
  apps: z.array(ClientApp),
  /** The latest changes, newest first; ten at most. */
  changes: z.array(z.object({ at: Instant, by: z.string(), on: z.array(z.string()), off: z.array(z.string()) })),
});
export type ClientApps = z.infer<typeof ClientApps>;

const admin = { tag: 'Clients', access: 'admin' } as const;

export const clientApps = {
  get: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/clients/{id}/apps',
    summary: 'List a client’s apps',
    params: IdParams,
    response: ClientApps,
    errors: ['not_found'],
  }),
  set: endpoint({
    ...admin,
    method: 'PUT',
    path: '/api/clients/{id}/apps',
    summary: "Turn a client's apps on or off",
    params: IdParams,
    response: ClientApps,
    errors: ['validation', 'not_found', 'stale', 'conflict'],
    description:
      'Send all apps to turn off; the others are on. Calls of an app that is off return `forbidden`, and its pages are hidden. Data is kept. Returns a conflict if an app would be on without one that it needs.',
    body: z.strictObject({ version: z.number().int(), off: z.array(z.string().max(60)).max(200) }),
  }),
} as const;
