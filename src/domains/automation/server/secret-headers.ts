/** Secrets in the headers of a call: they are for the other system, not for those who read what was or will be sent. */
import type { Draft } from '../contract/definition.ts';

/**
 * Every system calls its own differently, `X-Api-Key`, `DD-API-KEY`, `X-Auth`: what sounds like a secret is taken for
 * one.
 */
const SECRET_HEADER = /auth(?!ors?\b)|cookie|key(?!word)|token|secret|signature|passw|credential|session/i;
/**
 * A single variable, resolved when the call is made. With other text, as in `default: "…"`, it may contain a secret.
 */
const VARIABLE = /^\s*\{\{[^{}"]*\}\}\s*$/;
/** Shown instead of a secret. */
export const HIDDEN = '••••';

/** Whether a header of this name holds what others should not read. */
export const soundsSecret = (name: string): boolean => SECRET_HEADER.test(name);

/** Whether the value is no secret yet, but read when the call is made. */
export const isVariable = (held: unknown): boolean => typeof held === 'string' && VARIABLE.test(held);

/** Where a header stands: in which step, and the dotted path of its value there. */
export interface HeaderPlace {
  stepId?: string;
  field: string;
}

type Change = (name: string, held: unknown, place: HeaderPlace) => unknown;
type Table = Record<string, unknown>;

/** True for plain objects, as in JSON, but not for dates from the database. */
export const isTable = (value: unknown): value is Table =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

/**
 * A copy of anything that may hold calls, with `change` asked for the value of every header: in the lists of drafts,
 * and in the tables of what is sent.
 */
export function mapHeaders(value: unknown, change: Change, stepId?: string): unknown {
  if (Array.isArray(value)) return value.map((one) => mapHeaders(one, change, stepId));
  if (!isTable(value)) return value;
  const id = typeof value['id'] === 'string' && typeof value['kind'] === 'string' ? value['id'] : stepId;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === 'headers' ? headersMapped(one, change, id) : mapHeaders(one, change, id),
    ]),
  );
}

function headersMapped(headers: unknown, change: Change, stepId: string | undefined): unknown {
  const changed = (name: unknown, held: unknown, field: string) => {
    const next = change(typeof name === 'string' ? name : '', held, { ...(stepId !== undefined && { stepId }), field });
    return next === held ? mapHeaders(held, change, stepId) : next;
  };
  if (Array.isArray(headers)) {
    return headers.map((header: unknown, n) =>
      isTable(header) && 'value' in header
        ? { ...header, value: changed(header['name'], header['value'], `headers.${n}.value`) }
        : mapHeaders(header, change, stepId),
    );
  }
  return isTable(headers)
    ? Object.fromEntries(Object.entries(headers).map(([name, held]) => [name, changed(name, held, `headers.${name}`)]))
    : headers;
}

/** Hides secrets in everything with headers. */
export function withoutSecrets<Content extends object>(content: Content): Content {
  const { headers } = content as { headers?: unknown };
  if (!isTable(headers)) return content;
  return {
    ...content,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, held]) => [
        name,
        soundsSecret(name) || typeof held !== 'string' ? HIDDEN : held,
      ]),
    ),
  };
}

/** Encrypted values are secrets, whatever the header's name. */
const isSecret = (name: string, held: unknown): boolean =>
  typeof held !== 'string' || (soundsSecret(name) && !isVariable(held));

/**
 * A draft that is taken elsewhere: whoever uses it there is another business, and enters secrets of their own.
 * @returns the draft with its secret headers left blank, and what those are called
 */
export function withoutOwnSecrets(draft: Draft): { draft: Draft; headers: string[] } {
  const found = new Set<string>();
  const blank = mapHeaders(draft, (name, held) => {
    if (!isSecret(name, held)) return held;
    found.add(name);
    return '';
  });
  return { draft: blank as Draft, headers: [...found] };
}

/** Anything that may hold calls, drafts or what was sent, with the secrets in their headers hidden. */
export const withHiddenSecrets = (value: unknown): unknown =>
  mapHeaders(value, (name, held) => (isSecret(name, held) ? HIDDEN : held));
