/** Mails kept by the embedded provider, for tests that follow a link. */
import { vi } from 'vitest';
import { asSystem, query } from '../server/db/index.ts';

/** Waits for `count` mails to the address and returns their texts, oldest first. */
export async function mailsTo(address: string, count = 1): Promise<string[]> {
  return vi.waitFor(
    async () => {
      const rows = await asSystem(() =>
        query<{ text: string }>(
          `select text from mail_outbox where position($1 in recipients::text) > 0 order by kept_at, id`,
          [JSON.stringify(address)],
        ),
      );
      if (rows.length < count) throw new Error(`${rows.length} of ${count} mails to ${address} so far`);
      return rows.map((row) => row.text);
    },
    { timeout: 10_000, interval: 50 },
  );
}

/** The token in the newest of `count` mails to the address. */
export async function mailedToken(address: string, count = 1): Promise<string> {
  return /[?&]token=([\w-]+)/.exec((await mailsTo(address, count)).at(-1)!)![1]!;
}
