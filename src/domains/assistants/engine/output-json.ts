/** Reads the JSON that a model was asked for. */
import type * as z from 'zod';

export type Read<T> = { ok: true; value: T } | { ok: false; problem: string };

const MAX_PROBLEMS = 8;

/** Models put JSON into fences of code, or say something before it. */
function jsonIn(text: string): unknown {
  const [, fenced] = /```(?:json)?\s*([\s\S]*?)```/.exec(text) ?? [];
  const candidates = [text, fenced, text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)];
  for (const candidate of candidates) {
    if (!candidate?.trim()) continue;
    try {
      return JSON.parse(candidate) as unknown;
    } catch {
      // The next candidate may be readable.
    }
  }
  return undefined;
}

export function readOutput<T>(text: string, schema: z.ZodType<T>): Read<T> {
  const value = jsonIn(text);
  if (value === undefined) return { ok: false, problem: 'This is not JSON.' };
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  return {
    ok: false,
    problem: parsed.error.issues
      .slice(0, MAX_PROBLEMS)
      .map(({ path, message }) => `${path.join('.') || 'The answer'}: ${message}`)
      .join('\n'),
  };
}
