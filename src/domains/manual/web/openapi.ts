/** The part of an OpenAPI 3.1 document that the reference shows. */

export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  additionalProperties?: boolean | JsonSchema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  pattern?: string;
  default?: unknown;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

type Content = Record<string, { schema: JsonSchema }>;

export interface OperationObject {
  summary: string;
  description?: string;
  tags: string[];
  'x-access': 'public' | 'user' | 'admin';
  'x-scope'?: string;
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

export interface OpenApiDocument {
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Schemas };
}

/** Schemas with a name, which others refer to. */
export type Schemas = Record<string, JsonSchema>;

export interface Call {
  method: string;
  path: string;
  tag: string;
  operation: OperationObject;
}

const ORDER = ['get', 'post', 'put', 'patch', 'delete'];

/** All calls, in the document's order of paths, reads first. */
export function callsOf(document: OpenApiDocument): Call[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    ORDER.filter((method) => methods[method]).map((method) => ({
      method: method.toUpperCase(),
      path,
      tag: methods[method]!.tags[0] ?? 'Other',
      operation: methods[method]!,
    })),
  );
}

const MAX_LIMIT = Number.MAX_SAFE_INTEGER;

const nameIn = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);

/** A schema in a few words: `string, at most 120 characters`, `list of Contact`. */
export function describeSchema(schema: JsonSchema): string {
  if (schema.$ref) return nameIn(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(describeSchema))].join(' or ');
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : schema.type;
  if (type === 'array')
    return `list of ${schema.items ? describeSchema(schema.items) : 'anything'}${schema.maxItems ? `, at most ${schema.maxItems}` : ''}`;
  const limits = [
    schema.format,
    schema.minLength ? `at least ${schema.minLength} characters` : undefined,
    schema.maxLength ? `at most ${schema.maxLength} characters` : undefined,
    schema.minimum !== undefined && schema.minimum > -MAX_LIMIT ? `from ${schema.minimum}` : undefined,
    schema.maximum !== undefined && schema.maximum < MAX_LIMIT ? `to ${schema.maximum}` : undefined,
    schema.default !== undefined ? `default ${JSON.stringify(schema.default)}` : undefined,
  ].filter(Boolean);
  return [type ?? 'anything', ...limits].join(', ');
}

/** The object whose fields are worth listing: the schema itself, what it refers to, or what a list or choice holds. */
export function fieldsOf(schema: JsonSchema | undefined, schemas: Schemas): JsonSchema | undefined {
  if (!schema) return undefined;
  if (schema.properties) return schema;
  if (schema.$ref) return fieldsOf(schemas[nameIn(schema.$ref)], schemas);
  return (
    fieldsOf(schema.items, schemas) ??
    [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
      .map((part) => fieldsOf(part, schemas))
      .find(Boolean)
  );
}
