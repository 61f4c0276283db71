/** The catalog: apps, AI features, connectors, and ways in for other systems. */
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { CATALOG } from './paths.ts';

const Ref = z.object({ id: z.string(), name: z.string() });

export const CatalogNeed = z.object({
  kind: z.enum(['app', 'connection', 'credits']),
  label: z.string(),
  why: z.string(),
  required: z.boolean(),
  /** `built in`: the product serves it itself, with less than a connected service. */
  state: z.enum(['met', 'built in', 'missing', 'info']),
});
export type CatalogNeed = z.infer<typeof CatalogNeed>;

export const CatalogItem = z.object({
  id: z.string(),
  /** `app`: can be installed and removed · `feature`: always there · `connector`: a service outside. */
  kind: z.enum(['app', 'feature', 'connector']),
  name: z.string(),
  summary: z.string(),
  category: z.string(),
  ai: z.boolean(),
  /** Whether the workspace has it: of a connector, whether it is connected. */
  installed: z.boolean(),
  /** Where it is used; null where the caller cannot open it. */
  page: z.string().nullable(),
  needs: z.array(CatalogNeed),
  /** Permissions. */
  allows: z.array(z.string()),
  /** Apps that cannot work without it. */
  neededBy: z.array(Ref),
  health: z
    .object({ status: z.enum(['active', 'inactive', 'pending', 'warning', 'error']), detail: z.string() })
    .nullable(),
  /** Use in the present month; blank where it is not counted. */
  use: z.string(),
});
export type CatalogItem = z.infer<typeof CatalogItem>;

export const Catalog = z.object({
  /** Of the workspace, to be sent back with a change. */
  version: z.number().int(),
  items: z.array(CatalogItem),
  /** Whether the caller may install and remove apps. */
  mayInstall: z.boolean(),
});
export type Catalog = z.infer<typeof Catalog>;

export const catalog = {
  get: endpoint({
    tag: 'Catalog',
    access: 'user',
    method: 'GET',
    path: CATALOG,
    summary: 'Apps, AI features, and connectors with their state in the workspace',
    response: Catalog,
  }),
  install: endpoint({
    tag: 'Catalog',
    access: 'admin',
    method: 'PUT',
    path: `${CATALOG}/apps/{app}`,
    summary: 'Install an app in the workspace, or remove it',
    description:
      'Apps that it needs are installed with it, and those that need it are removed with it. Nothing that was entered is deleted.',
    params: z.object({ app: z.string().max(60) }),
    body: z.strictObject({ installed: z.boolean(), version: z.number().int() }),
    response: Catalog,
    errors: ['validation', 'not_found', 'stale', 'conflict'],
  }),
} as const;
