/**
 * Which conversation a letter belongs to. Letters come in any order, mostly the newest first: a reply may be here long
 * before what it answers, so every id that a letter names leads to its conversation.
 */
import { hasReplyPrefix, subjectKey } from './clean-text.ts';

export interface ThreadedMail {
  key: string;
  inReplyTo: string;
  references: readonly string[];
  subject: string;
  /** Instant. */
  at: string;
  /** Addresses of everyone in it but the mailbox itself. */
  people: readonly string[];
}

/** A conversation as far as it decides whether a letter belongs to it. */
export interface KnownThread {
  id: string;
  subjectKey: string;
  /** A reply that names nothing came first: the letter before it may carry the same subject without a prefix. */
  awaitsOriginal: boolean;
  /** Instant of its last letter. */
  lastAt: string;
  people: readonly string[];
}

export interface ThreadLookup {
  /** The conversation that an id leads to. */
  byKey(key: string): KnownThread | undefined;
  /** Conversations with the subject, the newest first. */
  bySubject(subjectKey: string): readonly KnownThread[];
}

/** Ids beyond these are left out: a forged head could name thousands. */
const MAX_NAMED = 25;
const WINDOW = 30 * 86_400_000;

/** All ids that lead to the letter's conversation, its own first. */
export function keysOf({ key, inReplyTo, references }: ThreadedMail): string[] {
  return [...new Set([key, inReplyTo, ...references.slice(-MAX_NAMED).toReversed()])].filter((one) => one !== '');
}

export interface Placement {
  /** The conversation to go into; undefined: a new one. */
  into: KnownThread | undefined;
  /** Conversations that turn out to be the same one. */
  merge: KnownThread[];
}

/**
 * Where a letter belongs. A conversation is joined when the letter answers one of its letters, when one of its letters
 * answers this one, or when an older letter is named and the subject is the same: a forged list of references alone
 * pulls nothing together.
 */
export function placeMail(mail: ThreadedMail, lookup: ThreadLookup): Placement {
  const subject = subjectKey(mail.subject);
  const candidates = new Map<string, KnownThread>();
  for (const key of keysOf(mail)) {
    const thread = lookup.byKey(key);
    if (!thread || candidates.has(thread.id)) continue;
    if (key === mail.key || key === mail.inReplyTo || thread.subjectKey === subject) candidates.set(thread.id, thread);
  }
  const [into, ...others] = candidates.values();
  if (into)
    return { into, merge: others.filter((one) => one.subjectKey === into.subjectKey || one.subjectKey === subject) };
  return { into: bySubject(mail, subject, lookup), merge: [] };
}

function bySubject(mail: ThreadedMail, subject: string, lookup: ThreadLookup): KnownThread | undefined {
  if (subject.length < 3 || mail.inReplyTo || mail.references.length > 0) return undefined;
  const isReply = hasReplyPrefix(mail.subject);
  const at = Date.parse(mail.at);
  return lookup.bySubject(subject).find((thread) => {
    const gap = at - Date.parse(thread.lastAt);
    if (Math.abs(gap) > WINDOW || (!isReply && !(thread.awaitsOriginal && gap <= 0))) return false;
    return mail.people.length > 0 && mail.people.some((person) => thread.people.includes(person));
  });
}

/** Whether a letter that begins a conversation is a reply to one that is not named. */
export const awaitsOriginal = ({ subject, inReplyTo, references }: ThreadedMail): boolean =>
  hasReplyPrefix(subject) && !inReplyTo && references.length === 0;
