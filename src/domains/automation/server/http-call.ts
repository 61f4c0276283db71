/** One call to another system on behalf of a workflow. */
import { AppError } from '../../../kernel/errors.ts';
import { storableJson } from '../../../server/db/storable.ts';
import { isTooDeep } from '../../../server/http/body-depth.ts';
import { OutgoingError, sendOutgoing } from '../../../server/http-client/client.ts';
import { type HeaderValue, openHeaders } from './sealed-headers.ts';
import { HIDDEN, soundsSecret } from './secret-headers.ts';

export interface OutsideCall {
  url: string;
  method: 'POST' | 'PUT' | 'PATCH' | 'GET' | 'DELETE';
  /** Secrets are sealed, and opened here alone. */
  headers: Record<string, HeaderValue>;
  body: string;
}

/** How much of an answer later steps can read. */
const MAX_BYTES = 32_768;

/**
 * Sends the call; a repetition carries the same `Idempotency-Key`.
 * @returns status and body of the answer; a body that is JSON as its value.
 * @throws AppError `validation` when the address is refused or the answer says that the call is wrong (4xx),
 *   `unavailable` when trying again makes sense; `validation` too when a secret was sealed under another key.
 */
export async function callOutside(
  call: OutsideCall,
  key: string,
  signal: AbortSignal,
): Promise<{ status: number; body: unknown }> {
  const headers = openHeaders(call.headers);
  const hasBody = call.method !== 'GET' && call.body !== '';
  const isJson = hasBody && /^\s*[[{"]/.test(call.body);
  try {
    const answer = await sendOutgoing({
      url: call.url,
      method: call.method,
      signal,
      maxBytes: MAX_BYTES,
      headers: {
        ...(hasBody && { 'content-type': isJson ? 'application/json' : 'text/plain; charset=utf-8' }),
        ...headers,
        'idempotency-key': key,
      },
      ...(hasBody && { body: call.body }),
    });
    const text = Buffer.from(answer.body).toString('utf8').replaceAll('\0', '');
    if (answer.status >= 500 || answer.status === 429 || answer.status === 408)
      throw new AppError('unavailable', `The other system answered ${answer.status}.`);
    if (answer.status >= 300)
      throw new AppError(
        'validation',
        `The other system answered ${answer.status}: ${withoutQuoted(text, headers).slice(0, 200) || 'no details'}.`,
      );
    return { status: answer.status, body: parsed(text) };
  } catch (error) {
    if (error instanceof OutgoingError)
      throw new AppError(error.kind === 'refused' ? 'validation' : 'unavailable', error.message, { cause: error });
    throw error;
  }
}

/** The shortest part of a secret that is looked for in what another system answers. */
const SHORTEST = 8;

/** Why a call was refused is kept and told: some quote the key that they refuse. */
function withoutQuoted(text: string, headers: Record<string, string>): string {
  const secrets = Object.entries(headers)
    .flatMap(([name, value]) => (soundsSecret(name) ? value.split(/[\s,;=]+/) : []))
    .filter(({ length }) => length >= SHORTEST);
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
}

/**
 * The value of a body that is JSON; as text where it is none, or holds things within things beyond all reason. What
 * cannot be stored is left out.
 */
function parsed(text: string): unknown {
  if (isTooDeep(text)) return text;
  try {
    return JSON.parse(storableJson(JSON.parse(text))) as unknown;
  } catch {
    return text;
  }
}
