/**
 * Servers of one installation share one key. A server that creates its own, because it had no SECRET_KEY and another or
 * an empty DATA_DIR, starts normally and fails later at everything another server encrypted: second factors, mails with
 * links, forms. So each server records its key's name in the database.
 */
import { asSystem, execute, query } from '../db/index.ts';
import { log } from '../observability/log.ts';
import { keyName } from './secrets.ts';

const EVERY = 3_600_000;
/** After a lost key was replaced, the notice ends after this time. */
const REMEMBERED = '7 days';
const SEEN_LATELY = `(value #>> '{}')::timestamptz > now() - interval '${REMEMBERED}'`;

/** Records now and each hour that a server with this process's key runs. @returns a function that stops it */
export async function noteKey(): Promise<() => void> {
  const note = () =>
    asSystem(() =>
      execute(
        `update installation_policy set keys_seen = jsonb_build_object($1::text, now())
       || (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(keys_seen) where key <> $1
          and ${SEEN_LATELY})`,
        [keyName()],
      ),
    );
  await note();
  if (await anotherKeySeen()) log().error(ANOTHER_KEY);
  const timer = setInterval(
    () => void note().catch((error: unknown) => log().warn({ err: error }, 'the key could not be noted')),
    EVERY,
  ).unref();
  return () => clearInterval(timer);
}

/** Whether a server with another key ran within the last days. */
export async function anotherKeySeen(): Promise<boolean> {
  const [row] = await asSystem(() =>
    query<{ seen: boolean }>(
      `select exists (select 1 from installation_policy, jsonb_each(keys_seen) where key <> $1 and ${SEEN_LATELY}) as
        seen`,
      [keyName()],
    ),
  );
  return row?.seen ?? false;
}

export const ANOTHER_KEY =
  'A server of this installation had another key within the last week. Give all of them the same SECRET_KEY, or a DATA_DIR that stays: what is sealed under the other key (second factors, connections of banks, mails with links) cannot be opened here.';
