import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import { contracts } from './domains.ts';

interface Update {
  method: string;
  path: string;
  body: z.ZodObject;
}

/** Every call that changes something based on a version. */
function updates(): Update[] {
  const found = new Set<Update>();
  const seen = new Set<object>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value) || value instanceof z.ZodType) return;
    seen.add(value);
    const { method, path, body } = value as Partial<Update>;
    if (method && path) {
      if (['PUT', 'PATCH'].includes(method) && body instanceof z.ZodObject && 'version' in body.shape)
        found.add(value as Update);
    } else Object.values(value).forEach(walk);
  };
  walk(contracts);
  return [...found];
}

function hasDefault(schema: z.core.$ZodType): boolean {
  const { type, innerType } = schema._zod.def as { type: string; innerType?: z.core.$ZodType };
  return type === 'default' || type === 'prefault' || (innerType !== undefined && hasDefault(innerType));
}

/** About the change itself and stored with it: blank if absent. */
const OF_THE_CHANGE = new Set(['note']);

/** Sent as a whole, like at creation: omitted fields are reset. */
const WHOLE = new Set(['/api/approvals/rules/{id}', '/api/finance/expenses/{id}', '/api/finance/books/documents/{id}']);

describe('an update', () => {
  it('keeps fields it does not name: no default replaces them', () => {
    const all = updates().filter(({ path }) => !WHOLE.has(path));
    expect(all.length).toBeGreaterThan(30);
    const wrong = all.flatMap(({ method, path, body }) =>
      Object.entries(body.shape)
        .filter(([name, schema]) => !OF_THE_CHANGE.has(name) && hasDefault(schema as z.core.$ZodType))
        .map(([name]) => `${method} ${path} ${name}`),
    );
    expect(wrong).toEqual([]);
  });
});
