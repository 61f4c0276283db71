/** Sets what conversations ask of their reader. */
import { currentWorkspaceId, execute, query, withAllRecords } from '../../../server/db/index.ts';
import { people } from '../../messaging/index.ts';
import { foldQuotes } from '../engine/fold-quotes.ts';
import { triageThread } from '../engine/triage.ts';

interface Last {
  id: string;
  lastDirection: 'in' | 'out';
  subject: string;
  text: string;
  fromAddress: string;
  isAutomatic: boolean;
  isNewsletter: boolean;
  wasWrittenTo: boolean;
}

/** Classifies these conversations again. Runs as someone who can read them. */
export async function triageThreads(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await query<Last>(
    `select t.id, t.last_direction as "lastDirection", t.subject, m.text, m.from_address as "fromAddress", m.is_automatic as "isAutomatic",
        m.unsubscribe <> '' as "isNewsletter",
        exists (select 1 from mail_messages o join mail_people p on p.message_id = o.id and p.role <> 'from' where o.account_id = t.account_id
          and o.direction = 'out' and p.address = m.from_address) as "wasWrittenTo"
      from mail_threads t cross join lateral (select * from mail_messages m where m.thread_id = t.id order by m.at desc, m.id desc limit 1) m
      where t.id = any($1) and t.workspace_id = $2`,
    [ids, currentWorkspaceId()],
  );
  const senders = [...new Set(rows.map(({ fromAddress }) => fromAddress).filter(Boolean))];
  const known = senders.length > 0 ? await withAllRecords(() => people().ofAddresses('email', senders)) : new Map();
  const told = rows.map((row) => ({
    id: row.id,
    ...triageThread({
      ...row,
      text: foldQuotes(row.text.slice(0, 20_000))
        .filter(({ isQuote }) => !isQuote)
        .map(({ text }) => text)
        .join('\n'),
      isKnown: row.wasWrittenTo || known.has(row.fromAddress),
    }),
  }));
  await execute(
    `update mail_threads t set triage = r.triage, triage_why = r.why from jsonb_to_recordset($1::jsonb) as r(id uuid, triage text, why text)
      where t.id = r.id and (t.triage, t.triage_why) is distinct from (r.triage, r.why)`,
    [JSON.stringify(told)],
  );
}
