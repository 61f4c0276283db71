/** Tools of an assistant: what a model may ask for. */
import type { EndpointSpec, ToolSpec } from '../../../../kernel/endpoint.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { callRoute, mayCall } from '../../../../server/http/call-route.ts';
import type { Caller } from '../../../../server/http/caller.ts';
import { type BoundRoute, boundRoutes, type GivenInput } from '../../../../server/http/route.ts';
import type { JsonSchema, ModelTool } from '../../../../server/providers/model/port.ts';
import { jsonSchemaOf } from './json-schema.ts';

export interface Tool extends ModelTool {
  effect: 'read' | 'act';
  /** @throws AppError with words that the model can act on */
  run(input: Record<string, unknown>): Promise<unknown>;
}

/** An endpoint as a tool, before it is bound to a caller. */
export interface EndpointTool {
  spec: ToolSpec;
  route: BoundRoute;
  description: string;
  schema: JsonSchema;
  /** Sorts the tool's input into the parts of the call. @throws AppError `validation` for what the tool does not have */
  given(input: Record<string, unknown>): GivenInput;
}

type Part = 'params' | 'query' | 'body';
const PARTS: readonly Part[] = ['params', 'query', 'body'];

interface ObjectSchema {
  properties?: Record<string, unknown>;
  required?: string[];
}

/** Records of lists that a model gets unless it asks for more. */
const FEW = 10;

const known = new WeakMap<ToolSpec, Omit<EndpointTool, 'route'>>();

function toolOf(endpoint: EndpointSpec, spec: ToolSpec): Omit<EndpointTool, 'route'> {
  const built = known.get(spec);
  if (built) return built;
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  const partOf = new Map<string, Part>();
  for (const part of PARTS) {
    const schema = endpoint[part];
    if (!schema) continue;
    const json = jsonSchemaOf(schema) as ObjectSchema;
    for (const [name, property] of Object.entries(json.properties ?? {})) {
      if (partOf.has(name)) throw new Error(`The tool ${spec.name} has two parameters called ${name}`);
      if (spec.preset && name in spec.preset) continue;
      // The version is read when the act is proposed: models mistake numbers.
      if (name === 'version' || (spec.fields && !spec.fields.includes(name))) continue;
      partOf.set(name, part);
      properties[name] = property;
      if (json.required?.includes(name)) required.push(name);
    }
  }
  const tool = {
    spec,
    description: spec.description ?? [endpoint.summary, endpoint.description].filter(Boolean).join('. '),
    schema: { type: 'object', properties, required, additionalProperties: false },
    given: (input: Record<string, unknown>) => sorted(input, partOf, properties, endpoint, spec),
  };
  known.set(spec, tool);
  return tool;
}

function sorted(
  input: Record<string, unknown>,
  partOf: ReadonlyMap<string, Part>,
  properties: Record<string, unknown>,
  endpoint: EndpointSpec,
  spec: ToolSpec,
): GivenInput {
  const given: Record<Part, Record<string, unknown>> = { params: {}, query: {}, body: { ...spec.preset } };
  if (partOf.get('limit') === 'query') given.query.limit = FEW;
  for (const [name, value] of Object.entries(input)) {
    const part = partOf.get(name);
    if (!part)
      throw new AppError(
        'validation',
        `${spec.name} has no parameter called ${name}. It has: ${[...partOf.keys()].join(', ')}.`,
      );
    // Models name what they leave open.
    if (value === undefined || (value === null && !allowsNull(properties[name]))) continue;
    if (part === 'query' && value === '') continue;
    given[part][name] = value;
  }
  return { params: given.params, query: given.query, ...(endpoint.body && { body: given.body }) };
}

const allowsNull = (property: unknown) => JSON.stringify(property ?? {}).includes('"null"');

/** The tools of all endpoints that the caller may use. */
export function endpointTools(caller: Caller): EndpointTool[] {
  return boundRoutes()
    .filter((route) => route.endpoint.tool && mayCall(route, caller))
    .flatMap((route) =>
      [route.endpoint.tool!].flat().map((spec) => ({ ...toolOf(route.endpoint, spec as ToolSpec), route })),
    );
}

/**
 * Endpoint tools in the name of a caller. Acts are in it only with `onAct`, which asks a person, and answers what the
 * model is told.
 */
export function toolsFor(
  caller: Caller,
  {
    only,
    onAct,
  }: { only?: readonly string[]; onAct?: (tool: EndpointTool, given: GivenInput) => Promise<unknown> } = {},
): Tool[] {
  return endpointTools(caller)
    .filter(({ spec }) => (!only || only.includes(spec.name)) && (spec.effect === 'read' || onAct))
    .map((tool) => ({
      name: tool.spec.name,
      description: tool.description,
      schema: tool.schema,
      effect: tool.spec.effect,
      run: async (input) => {
        const given = tool.given(input);
        return tool.spec.effect === 'read' ? callRoute(tool.route, caller, given) : onAct!(tool, given);
      },
    }));
}
