/**
 * Schemas with a name: in the API's description they stand once, under `components.schemas`, and are referred to.
 * Without that a workflow, whose branches hold workflows, made the description thirty megabytes long.
 */
import * as z from 'zod';

export type Json = Record<string, unknown>;
/** What a caller may send, or what the server answers: they differ where something has a default. */
export type Direction = 'input' | 'output';

const LOCAL = '#/$defs/';
const SHARED = '#/components/schemas/';
/** A pattern beside one of these says the same in 200 characters more. */
const SPEAKS_FOR_ITSELF = new Set(['uuid', 'date', 'date-time']);

/**
 * Names what the contracts export: an object or a choice is called as its constant is. Where two contracts use one
 * name, the later one has its domain before it (`financePolicy` becomes `FinancePolicy`).
 * @param contracts what each domain's contract exports
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

/** The named schemas that a description needs, gathered while it is written. */
export class SharedSchemas {
  readonly #found = new Map<string, Partial<Record<Direction, Json>>>();

  /** The schema as JSON Schema. What it refers to is kept; the references are made good by `finish`. */
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
        // An answer may come to hold more; only what is strict says that it holds nothing else.
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

  /** The fields of what a caller sends in the address. */
  fields(schema: z.ZodType): Json {
    const json = this.take(schema, 'input');
    return typeof json.$ref === 'string' ? this.#definition(json.$ref) : json;
  }

  /**
   * `components.schemas`, and the rest of the description with references into it. One that is sent otherwise than it
   * is answered has two names.
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
          // Named before it is written, as it may refer to itself.
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

  /** Names whose two directions differ, by themselves or by what they refer to. */
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
