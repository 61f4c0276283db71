/** The API from its own description, walked a few calls at a time. */
import type { TestClient } from '../testing/client.ts';
import type { Schema } from '../testing/schema-values.ts';

export interface Operation {
  method: string;
  path: string;
  parameters: { name: string; in: 'path' | 'query' | 'header'; schema: Schema; required?: boolean }[];
  body: Schema | undefined;
  isPublic: boolean;
  /** The scope for API keys. */
  scope: string | undefined;
}

interface Description {
  components: { schemas: Record<string, Schema> };
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: Operation['parameters'];
        requestBody?: { content: Record<string, { schema: Schema }> };
        security?: unknown[];
        'x-scope'?: string;
      }
    >
  >;
}

/** Maximum depth for following references: a workflow's branches hold workflows. */
const DEEPEST = 12;

/** The schema with its references replaced. */
function written(value: unknown, schemas: Record<string, Schema>, depth = 0): unknown {
  if (Array.isArray(value)) return value.map((one) => written(one, schemas, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string')
    return depth > DEEPEST
      ? {}
      : written(schemas[value.$ref.slice(value.$ref.lastIndexOf('/') + 1)], schemas, depth + 1);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, written(inner, schemas, depth + 1)]));
}

/** Every call that the API's description names. */
export async function readOperations(client: TestClient): Promise<Operation[]> {
  const { body } = await client.send<Description>('GET', '/api/openapi.json');
  return Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => ({
      method: method.toUpperCase(),
      path,
      parameters: written(operation.parameters ?? [], body.components.schemas) as Operation['parameters'],
      body: written(operation.requestBody?.content['application/json']?.schema, body.components.schemas) as
        | Schema
        | undefined,
      isPublic: operation.security?.length === 0,
      scope: operation['x-scope'],
    })),
  );
}

const AT_ONCE = 8;

/** Checks each, a few at once. @returns the problems */
export async function inTurn<T>(all: readonly T[], judge: (one: T) => Promise<string | undefined>): Promise<string[]> {
  const found: string[] = [];
  const left = [...all];
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const fault = await judge(next);
      if (fault) found.push(fault);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}
