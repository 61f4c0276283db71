/**
 * Named schemas: the API's description has them once, under `components.schemas`, and refers to them. Otherwise a
 * workflow, whose branches hold workflows, made the description thirty megabytes long.
 */
import * as z from 'zod';

export type Json = Record<string, unknown>;
/** Caller input or server output: they differ where something has a default. */
export type Direction = 'input' | 'output';

const LOCAL = '#/$defs/';
const SHARED = '#/components/schemas/';
/** A pattern besides one of these repeats it in 200 characters. */
const SPEAKS_FOR_ITSELF = new Set(['uuid', 'date', 'date-time']);

/**
 * Names the exports of the contracts: an object or a choice is named after its constant. Where two contracts use one
 * name, the later one gets its domain as prefix (`financePolicy` becomes `FinancePolicy`).
 * @param contracts exports of each domain's contract
 */
export function nameSchemas(contracts: Readonly<Record<string, Readonly<Record<string, unknown>>>>): void {
  const named = new Map<string, unknown>();
  for (const [domain, exports] of Object.entries(contracts)) {
    for (const [name, value] of Object.entries(exports)) {
      if (!(value instanceof z.ZodObject || value instanceof z.ZodUnion) || [...named.values()].includes(value))
        continue;
      const id = named.has(name) ? `${domain.charAt(0).toUpperCase()}${domain.slice(1)}${name}` : name;
      named.set(id, value);
      z.globalRegistry.add(value, { ...z.globalRegistry.get(value), id });
    }
  }
}

/** The named schemas of a description, collected while it is written. */
export class SharedSchemas {
  readonly #found = new Map<string, Partial<Record<Direction, Json>>>();

  /** The schema as JSON Schema. References are resolved by `finish`. */
  take(schema: z.ZodType, direction: Direction): Json {
    const {
      $schema: _,
      $defs = {},
      ...json
    } = z.toJSONSchema(schema, {
      io: direction,
      unrepresentable: 'any',
      target: 'draft-2020-12',
      override: ({ zodSchema, jsonSchema }) => {
        if (SPEAKS_FOR_ITSELF.has(jsonSchema.format ?? '')) delete jsonSchema.pattern;
        // An answer may gain fields later; only a strict schema rules that out.
        if (
          direction === 'output' &&
          zodSchema._zod.def.type === 'object' &&
          !(zodSchema as z.core.$ZodObject)._zod.def.catchall
        )
          delete jsonSchema.additionalProperties;
      },
    }) as Json & { $defs?: Record<string, Json> };
    for (const [name, definition] of Object.entries($defs)) {
      const kept = this.#found.get(name) ?? {};
      kept[direction] ??= directed(definition, direction) as Json;
      this.#found.set(name, kept);
    }
    return directed(json, direction) as Json;
  }

  /** The fields of a caller's query or path. */
  fields(schema: z.ZodType): Json {
    const json = this.take(schema, 'input');
    return typeof json.$ref === 'string' ? this.#definition(json.$ref) : json;
  }

  /**
   * `components.schemas`, and the rest of the description with references to it. A schema with different input and
   * output has two names.
   */
  finish<T>(description: T): { schemas: Record<string, Json>; description: T } {
    const twofold = this.#twofold();
    const nameOf = (reference: string) => {
      const [direction, name] = reference.slice(LOCAL.length).split('/') as [Direction, string];
      return direction === 'input' && twofold.has(name) ? `${name}Input` : name;
    };
    const schemas: Record<string, Json> = {};
    const settle = (value: unknown): unknown =>
      mapReferences(value, (reference) => {
        const name = nameOf(reference);
        if (!(name in schemas)) {
          // Registered before it is written, because it may refer to itself.
          schemas[name] = {};
          schemas[name] = settle(this.#definition(reference)) as Json;
        }
        return `${SHARED}${name}`;
      });
    const settled = settle(description) as T;
    return {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      description: settled,
    };
  }

  #definition(reference: string): Json {
    const [direction, name] = reference.slice(LOCAL.length).split('/') as [Direction, string];
    return this.#found.get(name)![direction]!;
  }

  /** Names whose input and output differ, directly or through references. */
  #twofold(): ReadonlySet<string> {
    const both = [...this.#found].filter(([, { input, output }]) => input && output);
    const plain = (value: unknown) => JSON.stringify(mapReferences(value, (reference) => reference.split('/').at(-1)!));
    const found = new Set(both.filter(([, { input, output }]) => plain(input) !== plain(output)).map(([name]) => name));
    for (let before = -1; before !== found.size;) {
      before = found.size;
      for (const [name, { input }] of both)
        if ([...found].some((other) => JSON.stringify(input).includes(`"${LOCAL}input/${other}"`))) found.add(name);
    }
    return found;
  }
}

const directed = (value: unknown, direction: Direction) =>
  mapReferences(value, (reference) => reference.replace(LOCAL, `${LOCAL}${direction}/`));

function mapReferences(value: unknown, change: (reference: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => mapReferences(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' && inner.startsWith(LOCAL)
        ? change(inner)
        : mapReferences(inner, change),
    ]),
  );
}
