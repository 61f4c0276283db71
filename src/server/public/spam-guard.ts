/** Detects form spam without a captcha. */
import { createHash } from 'node:crypto';
import { AppError, invalid } from '../../kernel/errors.ts';
import { asSystem } from '../db/index.ts';
import { throttle } from '../http/rate-limit.ts';
import { networkOf } from '../http/request-path.ts';
import { hmac, safeEqual } from '../secrets/secrets.ts';

/** No one reads a form and fills it in faster than this, in milliseconds. */
const LEAST_TIME = 2_000;
/** A page that was open for longer asks for a new token. */
const MAX_TIME = 24 * 3_600_000;
/** A message with more links than this sells something. */
const MAX_LINKS = 3;
/** More entries than this, from anywhere, are an attack on the form; and the seconds in which they are counted. */
const FLOOD = 60;
const FLOOD_WINDOW = 600;
/** Zero bits that the work must find: about a second of a phone, and an hour of a processor for 5,000 entries. */
const WORK_BITS = 16;

const mac = (key: string, issued: string) => hmac('lead-form', `${key}|${issued}`);

/** Goes out with the form and comes back with the entry: says when the form was read. */
export function formToken(key: string, now = Date.now()): string {
  return `${now.toString(36)}.${mac(key, now.toString(36))}`;
}

export type TokenState = 'good' | 'too_fast' | 'expired' | 'forged';

export function tokenState(key: string, token: string, now = Date.now()): TokenState {
  const [issued = '', signature = ''] = token.split('.');
  if (!safeEqual(signature, mac(key, issued))) return 'forged';
  const age = now - Number.parseInt(issued, 36);
  if (age > MAX_TIME) return 'expired';
  return age < LEAST_TIME ? 'too_fast' : 'good';
}

/** Why an entry is kept back; undefined when it looks like a person's. */
export function spamReason(entry: {
  trap?: string | undefined;
  token: TokenState;
  message: string;
}): string | undefined {
  if (entry.trap) return 'A hidden field was filled in.';
  if (entry.token === 'forged') return 'Not sent from the form.';
  if (entry.token === 'too_fast') return 'Filled in faster than a person can type.';
  if ((entry.message.match(/https?:\/\//gi) ?? []).length > MAX_LINKS) return 'The message contains many links.';
  return undefined;
}

/** Forms under attack as far as this process knows, and until when. */
const attacked = new Map<string, number>();

export interface GuardedEntry {
  /** Name that the form's token is bound to. */
  form: string;
  /** Address of the visitor. */
  ip: string;
  token: string;
  /** The number that a form under attack asks for. */
  work?: string | undefined;
  trap?: string | undefined;
}

/** Entries that one network may send to one form, and the seconds in which it may. */
const MAX_ENTRIES = 10;
const ENTRIES_WINDOW = 600;

/**
 * Counts an entry of a form, and tells what speaks against a person behind it.
 * @returns a function that takes what was written and gives the reason to hold the entry back, if there is one
 * @throws AppError `rate_limited`; `validation` of `token` for a page that was open for too long, or during a flood
 */
export async function guardEntry({
  form,
  ip,
  token,
  work,
  trap,
}: GuardedEntry): Promise<(message: string) => string | undefined> {
  const { count, retryAfter } = await asSystem(() => throttle(`lead-form ${form} ${networkOf(ip)}`, ENTRIES_WINDOW));
  if (count > MAX_ENTRIES)
    throw new AppError('rate_limited', 'Too many entries from here. Try again later.', { retryAfter });
  const state = tokenState(form, token);
  if (state === 'expired') throw invalid('token', 'This page was open for a long time. Send the form again.');
  const isFlooded = await countEntry(form);
  if (isFlooded && !work)
    throw invalid('token', 'Many entries are arriving right now. Send the form again in a moment.');
  const isUnproven = isFlooded && !(await isWorkDone(token, work ?? ''));
  return (message) =>
    spamReason({ trap, token: state, message }) ?? (isUnproven ? 'Arrived during a flood of entries.' : undefined);
}

/** Counts an entry of the form, from anywhere. @returns whether the form is under attack. */
async function countEntry(form: string): Promise<boolean> {
  const { count, retryAfter } = await asSystem(() => throttle(`form-flood ${form}`, FLOOD_WINDOW));
  if (count <= FLOOD) return false;
  attacked.set(form, Date.now() + retryAfter * 1000);
  return true;
}

/** Zero bits that an entry of the form must find by trying: 0, unless it is under attack. */
export function workBits(form: string): number {
  const until = attacked.get(form);
  if (until === undefined) return 0;
  if (until > Date.now()) return WORK_BITS;
  attacked.delete(form);
  return 0;
}

/** Whether the work was done for this token, and for the first time. */
async function isWorkDone(token: string, work: string): Promise<boolean> {
  if (!/^\d{1,12}$/.test(work)) return false;
  const hash = createHash('sha256').update(`${token}.${work}`).digest();
  if (hash.readUInt32BE(0) >>> (32 - WORK_BITS) !== 0) return false;
  const { count } = await asSystem(() => throttle(`form-work ${token}`, MAX_TIME / 1000));
  return count === 1;
}
