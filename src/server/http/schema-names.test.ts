import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { FilterParam } from '../../kernel/filter.ts';
import { openApi } from './openapi.ts';
import { nameSchemas } from './schema-names.ts';

const Part = z.object({ name: z.string().default('') });
const Whole = z.strictObject({ parts: z.array(Part), made: z.iso.datetime() });
const Same = z.strictObject({ n: z.number() });
const Query = z.object({ search: z.string().optional() });

const get = endpoint({
  method: 'GET',
  path: '/api/x',
  tag: 'X',
  access: 'public',
  summary: 'Reads',
  query: Query,
  response: z.object({ items: z.array(Whole), same: Same.nullable() }),
});
const post = endpoint({
  method: 'POST',
  path: '/api/x',
  tag: 'X',
  access: 'public',
  summary: 'Writes',
  body: Whole.extend({ same: Same }),
  response: Whole,
});
const put = endpoint({
  method: 'PUT',
  path: '/api/x',
  tag: 'X',
  access: 'public',
  summary: 'Changes',
  body: Whole,
  response: Whole,
});

interface Operation {
  security?: object[];
  parameters: { name: string; description?: string }[];
  responses: Record<string, object>;
}

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters: { name: string }[];
        requestBody?: { content: Record<string, { schema: unknown }> };
        responses: Record<string, { content: Record<string, { schema: unknown }> }>;
      }
    >
  >;
  components: {
    schemas: Record<
      string,
      { properties: Record<string, unknown>; required?: string[]; additionalProperties?: boolean }
    >;
  };
}

describe('the API’s description', () => {
  nameSchemas({ shop: { Part, Whole, Same, Query, other: 1 }, market: { Part: z.object({ other: z.boolean() }) } });
  const document = openApi([get, post, put], '1') as unknown as Document;
  const { schemas } = document.components;

  it('defines a named schema once and refers to it', () => {
    expect(document.paths['/api/x']!.get!.responses['200']!.content['application/json']!.schema).toMatchObject({
      properties: {
        items: { items: { $ref: '#/components/schemas/Whole' } },
        same: { anyOf: [{ $ref: '#/components/schemas/Same' }, { type: 'null' }] },
      },
    });
    expect(JSON.stringify(document)).not.toContain('$defs');
  });

  it('has a second name for schemas whose input and output differ, and for their containers', () => {
    expect(schemas.Part!.required).toEqual(['name']);
    expect(schemas.PartInput!.required).toBeUndefined();
    expect(schemas.WholeInput!.properties.parts).toMatchObject({ items: { $ref: '#/components/schemas/PartInput' } });
    expect(document.paths['/api/x']!.put!.requestBody!.content['application/json']!.schema).toEqual({
      $ref: '#/components/schemas/WholeInput',
    });
    expect(schemas).not.toHaveProperty('SameInput');
  });

  it('lists query parameters by name, even of a named schema', () => {
    expect(document.paths['/api/x']!.get!.parameters.map(({ name }) => name)).toEqual(['search']);
    expect(schemas).not.toHaveProperty('Query');
  });

  it('documents authentication, repeatable calls, and errors of every write', () => {
    const scoped = { tag: 'X', access: 'user', scope: 'x:write', summary: 'Writes' } as const;
    const send = endpoint({
      ...scoped,
      method: 'POST',
      path: '/api/y',
      query: z.object({ cursor: z.string().optional(), filter: FilterParam.optional() }),
      response: Part,
    });
    const upload = endpoint({
      ...scoped,
      method: 'POST',
      path: '/api/y/file',
      consumes: 'multipart/form-data',
      response: Part,
    });
    const { paths, components } = openApi([send, upload, get], '1') as unknown as {
      paths: Record<string, Record<string, Operation>>;
      components: { securitySchemes: object };
    };
    expect(components.securitySchemes).toMatchObject({
      apiKey: { type: 'http', scheme: 'bearer' },
      session: { in: 'cookie', name: 'session' },
    });
    const { post: sent } = paths['/api/y']!;
    expect(sent!.security).toEqual([{ session: [] }, { apiKey: ['x:write'] }]);
    expect(sent!.parameters.map(({ name, description }) => [name, description])).toEqual([
      ['cursor', expect.stringMatching(/^`next` of the previous page/)],
      ['filter', expect.stringMatching(/"op":"is".* boolean: true false;/)],
      ['Idempotency-Key', expect.any(String)],
    ]);
    expect(Object.keys(sent!.responses)).toEqual(expect.arrayContaining(['409', '422', '507']));
    // A file uploaded twice is stored twice, whatever the key.
    expect(paths['/api/y/file']!.post!.parameters).toEqual([]);
    expect(Object.keys(paths['/api/y/file']!.post!.responses)).not.toContain('422');
    expect(paths['/api/x']!.get!.security).toEqual([]);
  });

  it('excludes additional properties only for strict answers', () => {
    expect(schemas.Whole!.additionalProperties).toBe(false);
    expect(schemas.Part).not.toHaveProperty('additionalProperties');
  });
});
