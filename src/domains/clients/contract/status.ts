/** How the services of a client are, and how they have been. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';

export const ServiceStatus = z.enum(['active', 'inactive', 'pending', 'warning', 'error']);
export type ServiceStatus = z.infer<typeof ServiceStatus>;

const ServiceState = z.object({
  id: z.string(),
  name: z.string(),
  status: ServiceStatus,
  /** Why, in a sentence. */ detail: z.string(),
  /** Since when it is so. */ since: Instant,
});
export type ServiceState = z.infer<typeof ServiceState>;

export const Incident = z.object({
  id: Id,
  service: z.string(),
  status: ServiceStatus,
  detail: z.string(),
  startedAt: Instant,
  endedAt: Instant.nullable(),
});
export type Incident = z.infer<typeof Incident>;

const admin = { tag: 'Client status', access: 'admin' } as const;

export const clientStatus = {
  get: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/clients/{id}/status',
    summary: 'Get the service status of a client',
    params: IdParams,
    errors: ['not_found'],
    response: z.object({
      client: z.object({ id: Id, name: z.string() }),
      services: z.array(ServiceState),
      checkedAt: Instant,
    }),
  }),
  incidents: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/clients/{id}/incidents',
    summary: "List incidents of a client's services, newest first",
    description: 'Kept for 1 year.',
    params: IdParams,
    query: z.object({
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    response: pageOf(Incident),
    errors: ['not_found', 'bad_request', 'validation'],
  }),
} as const;
