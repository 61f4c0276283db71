/** Secrets in the headers of a call: they are for the other system, not for those who read what was or will be sent. */
import { invalid } from '../../../kernel/errors.ts';

const SECRET_HEADER = /^(?:authorization|cookie|x-api-key|.*(?:token|secret|signature|password).*)$/i;
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
