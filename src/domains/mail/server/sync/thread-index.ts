/** Conversations that letters may belong to, read for many letters at once. */
import { query } from '../../../../server/db/index.ts';
import { subjectKey } from '../../engine/clean-text.ts';
import { keysOf, type KnownThread, type ThreadedMail, type ThreadLookup } from '../../engine/threading.ts';

const COLUMNS = `t.id, t.subject_key as "subjectKey", t.awaits_original as "awaitsOriginal", t.last_at as "lastAt",
  array(select distinct p.address from mail_messages m join mail_people p on p.message_id = m.id where m.thread_id = t.id limit 60) as people`;
const MAX_BY_SUBJECT = 20;

/** Threads by the ids that lead to them and by subject; what a batch adds is remembered by `note`. */
export class ThreadIndex implements ThreadLookup {
  readonly #byKey = new Map<string, KnownThread>();
  readonly #bySubject = new Map<string, KnownThread[]>();
  /** Threads that were found to be the same as others. */
  readonly #mergedInto = new Map<string, KnownThread>();

  static async read(accountId: string, mails: readonly ThreadedMail[]): Promise<ThreadIndex> {
    const index = new ThreadIndex();
    const keys = [...new Set(mails.flatMap((mail) => keysOf(mail)))];
    const byKey = await query<KnownThread & { key: string }>(
      `select k.key, ${COLUMNS} from mail_thread_keys k join mail_threads t on t.id = k.thread_id
        where k.account_id = $1 and k.key = any($2)`,
      [accountId, keys],
    );
    const known = new Map<string, KnownThread>();
    for (const { key, ...thread } of byKey) {
      if (!known.has(thread.id)) known.set(thread.id, thread);
      index.#byKey.set(key, known.get(thread.id)!);
    }
    const subjects = [
      ...new Set(
        mails
          .filter((mail) => mail.references.length === 0 && !mail.inReplyTo)
          .map(({ subject }) => subjectKey(subject)),
      ),
    ].filter((one) => one.length > 2);
    if (subjects.length === 0) return index;
    const bySubject = await query<KnownThread>(
      `select ${COLUMNS} from unnest($2::text[]) wanted(key) cross join lateral (
          select * from mail_threads t where t.account_id = $1 and t.subject_key = wanted.key
          order by t.last_at desc limit ${MAX_BY_SUBJECT}) t`,
      [accountId, subjects],
    );
    for (const thread of bySubject) index.#addSubject(known.get(thread.id) ?? thread);
    return index;
  }

  byKey(key: string): KnownThread | undefined {
    const thread = this.#byKey.get(key);
    return thread && this.current(thread);
  }

  bySubject(subject: string): readonly KnownThread[] {
    return (this.#bySubject.get(subject) ?? []).map((thread) => this.current(thread));
  }

  /** The thread that a merged one has become. */
  current(thread: KnownThread): KnownThread {
    let now = thread;
    for (let next = this.#mergedInto.get(now.id); next; next = this.#mergedInto.get(now.id)) now = next;
    return now;
  }

  /** Remembers that a mail is in a thread. */
  note(mail: ThreadedMail, thread: KnownThread, merged: readonly KnownThread[]): void {
    for (const one of merged) this.#mergedInto.set(one.id, thread);
    for (const key of keysOf(mail)) if (!this.#byKey.has(key)) this.#byKey.set(key, thread);
    this.#addSubject(thread);
  }

  #addSubject(thread: KnownThread): void {
    const list = this.#bySubject.get(thread.subjectKey) ?? [];
    if (!list.some(({ id }) => id === thread.id)) this.#bySubject.set(thread.subjectKey, [thread, ...list]);
  }
}
