/** In tests and development every answer is checked against its schema: missing, wrong, and undeclared fields fail. */
import * as z from 'zod';
import type { EndpointSpec } from '../../kernel/endpoint.ts';

/** Messages for programmers, instead of those in `schema-words.ts`. */
const technical = z.locales.en().localeError;

/** @throws Error that names the endpoint and the first field that breaks the contract */
export function assertContract(endpoint: EndpointSpec, result: unknown): void {
  const name = `${endpoint.method} ${endpoint.path}`;
  const wire: unknown = JSON.parse(JSON.stringify(result ?? null));
  const parsed = endpoint.response!.safeParse(wire, { error: technical });
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw new Error(
      `${name} answers what its contract does not allow: ${issue.path.join('.') || '(root)'}: ${issue.message}`,
    );
  }
  const extra = firstDifference(wire, JSON.parse(JSON.stringify(parsed.data ?? null)), '');
  if (extra !== undefined) throw new Error(`${name} answers a field that its contract does not announce: ${extra}`);
}

/**
 * A file must have a type the contract promises; `application/octet-stream` promises any. Answers without a body have
 * none.
 * @throws Error that names the endpoint and the type
 */
export function assertProduced(endpoint: EndpointSpec, contentType: unknown): void {
  if (typeof contentType !== 'string') return;
  const promised = endpoint.produces?.split(/, */) ?? [];
  const type = contentType.split(';')[0]!.trim();
  if (promised.includes(type) || promised.includes('application/octet-stream')) return;
  throw new Error(
    `${endpoint.method} ${endpoint.path} sends ${type} where its contract promises ${endpoint.produces ?? 'JSON'}`,
  );
}

/** Parsing drops fields unknown to the schema, so the dropped ones are undeclared. */
function firstDifference(sent: unknown, announced: unknown, path: string): string | undefined {
  if (sent === null || typeof sent !== 'object') return undefined;
  if (announced === null || typeof announced !== 'object') return path || '(root)';
  for (const [key, value] of Object.entries(sent)) {
    const at = path ? `${path}.${key}` : key;
    if (!(key in announced)) return at;
    const deeper = firstDifference(value, (announced as Record<string, unknown>)[key], at);
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}
