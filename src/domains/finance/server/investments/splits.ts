/**
 * Splits of a ledger's securities, whichever of its accounts they were entered in: a price of old units is one for all
 * of them.
 */
import { LRUCache } from 'lru-cache';
import { decimal } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { distinctSplits, type KnownSplits, type UnitSplit } from '../../engine/investments/index.ts';

export interface LedgerSplits {
  splits: KnownSplits;
  /** Changes with the splits, and only with them. */ stamp: string;
}

/** As long as nothing changed it is the very same map: what was worked out with it stays good. */
const before = new LRUCache<string, LedgerSplits>({ max: 200 });

/** Does not ask who calls. */
export async function splitsOf(ledgerId: string): Promise<LedgerSplits> {
  const [row] = await query<{ stamp: string | null }>(
    `select string_agg(concat_ws(' ', security_id, day, coalesce(terms->>'newUnits', '1'),
      coalesce(terms->>'oldUnits', '1')), ',' order by security_id, day, id) as stamp
     from finance_activities where workspace_id = $1 and ledger_id = $2 and kind = 'split' and deleted_at is null
        and security_id is not null`,
    [currentWorkspaceId(), ledgerId],
    'portfolio_splits',
  );
  const stamp = row?.stamp ?? '';
  const known = before.get(ledgerId);
  if (known?.stamp === stamp) return known;
  const found = { splits: splitsIn(stamp), stamp };
  before.set(ledgerId, found);
  return found;
}

function splitsIn(text: string): KnownSplits {
  const all = new Map<string, UnitSplit[]>();
  for (const one of text === '' ? [] : text.split(',')) {
    const [security, day, newUnits, oldUnits] = one.split(' ') as [string, string, string, string];
    all.set(security, [
      ...(all.get(security) ?? []),
      { day, newUnits: decimal(newUnits), oldUnits: decimal(oldUnits) },
    ]);
  }
  return new Map([...all].map(([security, own]) => [security, distinctSplits(own)]));
}
