/** The API's own description. */
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { openApi } from './openapi.ts';
import { type BoundRoute, route } from './route.ts';
import { nameSchemas } from './schema-names.ts';

export const reference = {
  openapi: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    tag: 'Reference',
    access: 'public',
    summary: 'This description, as OpenAPI 3.1',
    response: z.record(z.string(), z.unknown()),
  }),
} as const;

/**
 * The route that describes `routes` and itself.
 * @param contracts exports of each domain's contract, which name the schemas
 */
export function referenceRoutes(
  routes: readonly BoundRoute[],
  version: string,
  contracts: Parameters<typeof nameSchemas>[0],
): BoundRoute[] {
  let document: Record<string, unknown> | undefined;
  const describe = () => {
    nameSchemas(contracts);
    return openApi(
      [...routes, own].map((bound) => bound.endpoint),
      version,
    );
  };
  const own: BoundRoute = route(reference.openapi, () => (document ??= describe()));
  return [own];
}
