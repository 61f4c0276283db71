import { useQuery } from '@tanstack/react-query';
import { read } from '../../../../../web/api/request.ts';
import { RelativeTime } from '../../../../../web/ui/time.tsx';
import { type TransactionChange, transactions } from '../../../contract/transactions.ts';

const KINDS: Readonly<Record<string, string>> = {
  created: 'Created',
  updated: 'Updated',
  deleted: 'Deleted',
  restored: 'Restored',
  linked: 'Linked as a transfer',
  unlinked: 'Unlinked as a transfer',
  refused: 'Marked as not a transfer',
  imported: 'Imported',
  receipt_added: 'Receipt attached',
  receipt_deleted: 'Receipt deleted',
};

/** Changes, newest first. */
export function History({ id, version }: { id: string; version: number }) {
  const { data } = useQuery({
    ...read(transactions.history, { params: { id } }),
    meta: { follows: [`/api/finance/transactions`] },
  });
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-label="History" className="grid gap-2">
      <h3 className="text-sm font-medium">
        History <span className="text-xs font-normal text-muted">version {version}</span>
      </h3>
      <ol className="grid gap-2 text-sm">
        {data.items.map((one) => (
          <Change key={one.id} one={one} />
        ))}
      </ol>
    </section>
  );
}

function Change({ one }: { one: TransactionChange }) {
  return (
    <li className="border-l-2 border-line pl-3">
      <p>
        <span className="font-medium">{KINDS[one.kind] ?? one.kind}</span>{' '}
        <span className="text-muted">
          by {one.by?.name ?? 'the system'}, <RelativeTime value={one.at} />
        </span>
      </p>
      {one.changes.map((change) => (
        <p key={change.field} className="text-xs break-words text-muted">
          {change.field}:{' '}
          {change.before && (
            <>
              <s>{change.before}</s> →{' '}
            </>
          )}
          <span className="text-ink">{change.after || 'none'}</span>
        </p>
      ))}
    </li>
  );
}
