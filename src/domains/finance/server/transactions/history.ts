/** History of a transaction, read from its events. */
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { keepHistory } from '../../../../server/events/history.ts';
import type { TransactionChange } from '../../contract.ts';
import { getTransaction } from './service.ts';

const MAX = 200;

keepHistory({ transaction: 'finance_transactions' });

interface Row {
  id: string;
  type: string;
  at: string;
  actor_id: string | null;
  name: string | null;
  data: { changes?: TransactionChange['changes']; by?: string };
}

/** The latest first. @throws AppError `not_found` */
export async function transactionHistory(id: string): Promise<{ items: TransactionChange[] }> {
  const transaction = await getTransaction(id);
  const rows = await query<Row>(
    `select e.id::text as id, e.type, e.at, e.actor_id, p.name, e.data from events e
      left join workspace_people p on p.id = e.actor_id
     where e.workspace_id = $1 and e.subject_type = 'transaction' and e.subject_id = $2::uuid::text
        and e.type like 'finance.transaction.%' order by e.id desc limit ${MAX}`,
    [currentWorkspaceId(), id],
  );
  const items = rows.map((row): TransactionChange => ({
    id: row.id,
    kind: row.data.by ?? row.type.split('.').at(-1)!,
    at: row.at,
    by: row.actor_id && row.name !== null ? { id: row.actor_id, name: row.name } : null,
    changes: row.data.changes ?? [],
  }));
  if (transaction.importId) items.push(...(await importedBy(transaction.importId)));
  return { items };
}

/** An import tells of itself once, not of each of its lines. */
async function importedBy(importId: string): Promise<TransactionChange[]> {
  const rows = await query<{ id: string; at: string; actor_id: string | null; name: string | null; file_name: string }>(
    `select i.id, i.created_at as at, i.created_by as actor_id, p.name, i.file_name from finance_imports i
      left join workspace_people p on p.id = i.created_by where i.workspace_id = $1 and i.id = $2`,
    [currentWorkspaceId(), importId],
  );
  return rows.map((row) => ({
    id: row.id,
    kind: 'imported',
    at: row.at,
    by: row.actor_id && row.name !== null ? { id: row.actor_id, name: row.name } : null,
    changes: [{ field: 'file', before: '', after: row.file_name }],
  }));
}
