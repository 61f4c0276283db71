/**
 * Secrets in the headers of calls are sealed where they are kept: in drafts and versions of workflows, in what steps
 * were given, in requests for approval. One stands there as `{ "sealed": "v1.…" }`, never as a text: whatever people
 * type or send is no sealed value, and is sealed itself where it looks like one. It opens in its own workspace only, so
 * it may travel from the draft to the call, and nowhere else.
 */
import { AppError, invalid } from '../../../kernel/errors.ts';
import { currentWorkspaceId } from '../../../server/db/index.ts';
import { everybodyReads } from '../../../server/events/bus.ts';
import { open, seal, SealError } from '../../../server/secrets/secrets.ts';
import type { Problem } from '../contract/workflows.ts';
import { HIDDEN, isTable, isVariable, mapHeaders, soundsSecret } from './secret-headers.ts';

export interface Sealed {
  sealed: string;
}

/** The value of a header as it is kept: a text, or a sealed one. */
export type HeaderValue = string | Sealed;

declare const KEPT: unique symbol;
/** A draft or a definition as it is kept, to be opened before anyone reads its headers. */
export interface Kept<T> {
  readonly [KEPT]: T;
}

/** Since which form of stored values a process reads sealed headers (`everybodyReads`). */
const SEALED_HEADERS = 1;

/** Whether every server that is at work reads sealed headers. */
export const everybodySeals = (): Promise<boolean> => everybodyReads(SEALED_HEADERS);

const contextOf = (workspaceId: string) => `workflow-header:${workspaceId}`;

export const isSealed = (held: unknown): held is Sealed =>
  isTable(held) && typeof held['sealed'] === 'string' && Object.keys(held).length === 1;

const sealedOne = (held: unknown, workspaceId: string): Sealed => ({
  sealed: seal(JSON.stringify(held), contextOf(workspaceId)),
});

/** True if a draft's header value is a secret; a variable alone is not. */
export const secretAsTyped = (name: string, held: string): boolean =>
  soundsSecret(name) && held.trim() !== '' && !isVariable(held);

/** True if a header value with its variables filled in is a secret. */
export const secretAsSent = (name: string, held: string): boolean => soundsSecret(name) && held !== '';

type IsSecret = (name: string, held: string) => boolean;

/**
 * Seals what people or variables gave: a value that is no text is never taken for a sealed one, it is sealed as it
 * came.
 */
async function sealGiven(value: unknown, isSecret: IsSecret): Promise<unknown> {
  const workspaceId = currentWorkspaceId();
  let found = false;
  mapHeaders(value, (name, held) => {
    found ||= typeof held === 'string' && isSecret(name, held);
    return held;
  });
  // While servers of the version before are still at work, secrets stay as those can read them; `seal-kept.ts` seals
  // them afterwards.
  const may = found && (await everybodySeals());
  return mapHeaders(value, (name, held) =>
    typeof held !== 'string' || (may && isSecret(name, held)) ? sealedOne(held, workspaceId) : held,
  );
}

/** A draft or a definition with its secrets sealed, to be kept in the present workspace. */
export async function sealSecrets<T>(value: T): Promise<Kept<T>> {
  return (await sealGiven(value, secretAsTyped)) as Kept<T>;
}

/** Headers of a call with their variables filled in, its secrets sealed. */
export async function sealHeaders(headers: Record<string, string>): Promise<Record<string, HeaderValue>> {
  return ((await sealGiven({ headers }, secretAsSent)) as { headers: Record<string, HeaderValue> }).headers;
}

/** Encrypts secrets stored before encryption existed; returns the same value if there are none. */
export function sealKept(value: unknown, workspaceId: string, isSecret: IsSecret): unknown {
  let changed = false;
  const sealedNow = mapHeaders(value, (name, held) => {
    if (typeof held !== 'string' || !isSecret(name, held)) return held;
    changed = true;
    return sealedOne(held, workspaceId);
  });
  return changed ? sealedNow : value;
}

const lostWords = (name: string) => `The secret of header “${name}” was encrypted with another key. Enter it again.`;

/** The decrypted value; undefined if it can't be decrypted here. */
function tryOpen(held: Sealed): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(open(held.sealed, contextOf(currentWorkspaceId()))) as unknown };
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return undefined;
  }
}

/**
 * A draft or a definition as its editor reads it. A secret that cannot be opened is blank there, and named among what
 * has to be fixed.
 */
export function openSecrets<T>(kept: Kept<T>): { value: T; lost: Problem[] } {
  const lost: Problem[] = [];
  const value = mapHeaders(kept, (name, held, place) => {
    if (!isSealed(held)) return held;
    const opened = tryOpen(held);
    if (!opened) lost.push({ ...place, message: lostWords(name) });
    return opened ? opened.value : '';
  });
  return { value: value as T, lost };
}

/** The value of one header, for the call. @throws AppError `validation` when it was sealed under another key. */
export function openHeader(name: string, held: HeaderValue): string {
  if (typeof held === 'string') return held;
  const opened = tryOpen(held);
  if (!opened) throw new AppError('validation', lostWords(name));
  return typeof opened.value === 'string' ? opened.value : '';
}

export const openHeaders = (headers: Record<string, HeaderValue>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, held]) => [name, openHeader(name, held)]));

/**
 * Puts hidden secrets back into a call that someone changed without having seen them, and seals those that they
 * entered.
 * @throws AppError `validation` where the call would carry them to another place than the one that they are for.
 */
export async function withSecrets(
  given: Record<string, unknown>,
  kept: { url: string; headers: Record<string, HeaderValue> },
): Promise<Record<string, unknown>> {
  if (!isTable(given['headers'])) return given;
  const entries = Object.entries(given['headers']);
  const strange = entries.find(([, held]) => typeof held !== 'string');
  if (strange) throw invalid(`content.headers.${strange[0]}`, `The value of “${strange[0]}” must be text.`);
  const texts = entries as [string, string][];
  const isHidden = ([name, held]: [string, string]) => held === HIDDEN && Object.hasOwn(kept.headers, name);
  if (texts.some(isHidden) && originOf(given['url']) !== originOf(kept.url))
    throw invalid('content.url', `The call contains a secret for ${originOf(kept.url)}. It can only go to URLs there.`);
  const stays = new Map(
    texts.flatMap((entry): [string, HeaderValue][] => {
      const held = Object.hasOwn(kept.headers, entry[0]) ? kept.headers[entry[0]]! : undefined;
      return held !== undefined && (isHidden(entry) || isSame(held, entry[1])) ? [[entry[0], held]] : [];
    }),
  );
  const entered = await sealHeaders(Object.fromEntries(texts.filter(([name]) => !stays.has(name))));
  return { ...given, headers: Object.fromEntries(texts.map(([name]) => [name, stays.get(name) ?? entered[name]])) };
}

/** Two sealings of one value differ: what is kept already stays as it is. */
const isSame = (held: HeaderValue, text: string): boolean =>
  typeof held === 'string' ? held === text : tryOpen(held)?.value === text;

/** Which system an address is of, without what may be secret in it. */
export function originOf(url: unknown): string {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : 'its URL';
}
