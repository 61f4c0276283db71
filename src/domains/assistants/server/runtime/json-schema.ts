/** JSON Schema for models, complete in itself. */
import * as z from 'zod';
import type { JsonSchema } from '../../../../server/providers/model/port.ts';

/**
 * Descriptions without names: the API's description names schemas, and a named one would become a reference that models
 * cannot follow.
 */
class Descriptions extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get(schema: z.core.$ZodType): never {
    const { id: _, ...meta } = z.globalRegistry.get(schema) ?? {};
    return meta as never;
  }

  override has(schema: z.core.$ZodType): boolean {
    return z.globalRegistry.has(schema);
  }
}

const descriptions = new Descriptions();

/** Schema of the input, before defaults. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    metadata: descriptions,
  });
  return json as JsonSchema;
}
