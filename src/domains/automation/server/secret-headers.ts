/** Secrets in the headers of a call: they are for the other system, not for those who read what was or will be sent. */
import { invalid } from '../../../kernel/errors.ts';
import type { Draft } from '../contract/definition.ts';

/** Every system calls its own differently, `X-Api-Key`, `DD-API-KEY`, `X-Auth`: what sounds like a secret is taken for one. */
const SECRET_HEADER = /auth(?!ors?\b)|cookie|key(?!word)|token|secret|signature|passw|credential|session/i;
/** What a value is that is read when the call is made. */
const VARIABLE = /^\s*\{\{[^{}]*\}\}\s*$/;
const HIDDEN = '••••';

type Headers = Record<string, unknown>;

/** What holds headers, with their secrets hidden. */
export function withoutSecrets<Content extends object>(content: Content): Content {
  const { headers } = content as { headers?: unknown };
  if (typeof headers !== 'object' || headers === null) return content;
  return { ...content, headers: Object.fromEntries(Object.entries(headers as Headers).map(([name, value]) => [name, SECRET_HEADER.test(name) ? HIDDEN : value])) };
}

/**
 * Puts hidden secrets back into a call that somebody changed without having seen them.
 * @throws AppError `validation` where the call would carry them to another place than the one that they are for.
 */
export function withSecrets(given: Record<string, unknown>, kept: { url: string; headers: Record<string, string> }): Record<string, unknown> {
  if (typeof given['headers'] !== 'object' || given['headers'] === null) return given;
  const entries = Object.entries(given['headers'] as Headers);
  const hidden = entries.filter(([name, value]) => value === HIDDEN && Object.hasOwn(kept.headers, name));
  if (hidden.length === 0) return given;
  if (originOf(given['url']) !== originOf(kept.url)) throw invalid('content.url', `The call carries a secret for ${originOf(kept.url)}. It can go to another address there, and nowhere else.`);
  return { ...given, headers: Object.fromEntries(entries.map(([name, value]) => [name, value === HIDDEN && Object.hasOwn(kept.headers, name) ? kept.headers[name] : value])) };
}

function originOf(url: unknown): string {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : 'its address';
}

/**
 * A draft that is taken elsewhere: whoever uses it there is another business, and enters secrets of their own.
 * @returns the draft with its secret headers left blank, and what those are called
 */
export function withoutOwnSecrets(draft: Draft): { draft: Draft; headers: string[] } {
  const found = new Set<string>();
  const blank = mapped(draft, (name) => {
    found.add(name);
    return '';
  });
  return { draft: blank as Draft, headers: [...found] };
}

/** Anything that may hold calls, drafts or what was sent, with the secrets in their headers hidden. */
export const withHiddenSecrets = (value: unknown): unknown => mapped(value, () => HIDDEN);

/** The value with each secret header replaced, in the lists of drafts and in the tables of what is sent; one that is a variable is no secret yet. */
function mapped(value: unknown, replace: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => mapped(one, replace));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapped(one, replace)]));
  const other = (name: unknown, held: unknown) => (typeof name === 'string' && SECRET_HEADER.test(name) && !VARIABLE.test(String(held)) ? replace(name) : held);
  const { headers } = copy;
  if (Array.isArray(headers)) copy['headers'] = headers.map((header: { name?: unknown; value?: unknown }) => ({ ...header, value: other(header.name, header.value) }));
  else if (typeof headers === 'object' && headers !== null) copy['headers'] = Object.fromEntries(Object.entries(headers).map(([name, held]) => [name, other(name, held)]));
  return copy;
}
