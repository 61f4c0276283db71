/** Values for a JSON Schema of the API's description: valid ones, and ones with a single defect. */
import * as fc from 'fast-check';

export interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
}

/** Values that attackers and broken programs send. */
export const HOSTILE = [
  '',
  '\u0000',
  '\ud800',
  '\u202etxt.exe',
  'x'.repeat(5_000),
  "' or 1=1 --",
  '"; drop table users; --',
  '<img src=x onerror=alert(1)>',
  '{{7*7}}',
  '${7*7}',
  '../../../etc/passwd',
  '%00',
  '%2e%2e%2f',
  "=cmd|' /c calc'!A1",
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  '-1',
  '1e309',
  'NaN',
  '9'.repeat(40),
  '2147483648',
  '9223372036854775808',
  '0x7f',
  '\r\nSet-Cookie: x=1',
  'null',
  '[]',
  '{}',
  '2026-02-30',
  '0000-00-00',
  '99999-01-01',
  '00000000-0000-0000-0000-000000000000',
  'eyJhIjoxfQ',
  'WyJ4Il0',
  'W251bGxd',
  'WzEsMiwzXQ',
] as const;

/** Values that match the schema, at limited cost. */
export function fitting(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const ways = schema.oneOf ?? schema.anyOf;
  if (ways) return fc.oneof(...ways.map((way) => fitting(way, depth + 1)));
  if (schema.allOf) return fitting(together(schema.allOf), depth);
  const type = Array.isArray(schema.type)
    ? schema.type[0]
    : (schema.type ?? (schema.properties ? 'object' : undefined));
  if (type === 'string') return text(schema);
  if (type === 'integer')
    return fc.integer({
      min: Math.max(schema.minimum ?? (schema.exclusiveMinimum ?? -1_001) + 1, -1e9),
      max: Math.min(schema.maximum ?? 1e6, 1e9),
    });
  if (type === 'number') return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'array')
    return fc.array(fitting(schema.items ?? {}, depth + 1), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 3, Math.max(schema.minItems ?? 0, 3)),
    });
  if (type === 'object' && depth < 6) return object(schema, depth);
  return fc.jsonValue({ maxDepth: 1 });
}

/** A valid object with one property hostile, of another type, missing, or unknown. */
export function spoiled(schema: Schema): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {});
  const name = names.length > 0 ? fc.constantFrom(...names) : fc.constant('x');
  return fc
    .tuple(
      fitting(schema),
      name,
      fc.constantFrom<unknown>(...HOSTILE, 12_345, 2_147_483_648, -0.5, null, true, [], {}, [[[]]]),
      fc.constantFrom('set', 'set', 'set', 'drop', 'extra'),
    )
    .map(([value, key, hostile, way]) => {
      const body: Record<string, unknown> =
        typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
      if (way === 'drop') delete body[key];
      else if (way === 'extra')
        Object.assign(body, {
          role: 'admin',
          isAdmin: true,
          workspaceId: '00000000-0000-0000-0000-000000000000',
          id: 1,
          [key]: hostile,
        });
      else body[key] = hostile;
      return body;
    });
}

function together(parts: readonly Schema[]): Schema {
  return Object.assign({}, ...parts, {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Schema['properties'],
    required: parts.flatMap(({ required = [] }) => required),
  }) as Schema;
}

function object(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const properties = schema.properties ?? {};
  const requiredKeys = (schema.required ?? []).filter((name) => name in properties);
  return fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, fitting(inner, depth + 1)])),
    { requiredKeys },
  );
}

function text(schema: Schema): fc.Arbitrary<string> {
  switch (schema.format) {
    case 'uuid':
      return fc.uuid();
    case 'email':
      return fc.constantFrom('a@b.example', "o'hara+x@sub.example");
    case 'date-time':
      return day().map((at) => at.toISOString());
    case 'date':
      return day().map((at) => at.toISOString().slice(0, 10));
    case 'uri':
      return fc.constantFrom('https://a.example/b?c=d', 'http://127.0.0.1:1/', 'ftp://a.example');
    default:
      break;
  }
  if (schema.pattern) {
    try {
      return fc.stringMatching(new RegExp(schema.pattern, 'u'));
    } catch {
      // The generator cannot follow this pattern: any text is used, and refused.
    }
  }
  return fc.string({
    minLength: schema.minLength ?? 0,
    maxLength: Math.max(schema.minLength ?? 0, Math.min(schema.maxLength ?? 40, 60)),
  });
}

const day = () => fc.date({ noInvalidDate: true, min: new Date('1970-01-02'), max: new Date('2090-01-01') });
