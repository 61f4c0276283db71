import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import Paperclip from 'lucide-react/icons/paperclip';
import TrendingUp from 'lucide-react/icons/trending-up';
import type { Column } from '../../../../../web/table/columns.ts';
import { Badge, Tag } from '../../../../../web/ui/badge.tsx';
import { cx } from '../../../../../web/ui/cx.ts';
import { signedMoney } from '../../../../../web/ui/format.ts';
import { DayText } from '../../../../../web/ui/time.tsx';
import type { Category } from '../../../contract/accounts.ts';
import type { Transaction } from '../../../contract/transactions.ts';

export const STANDARD_COLUMNS = 'payee,day,category,amount,account,tags';

interface Names {
  accountName: (id: string) => string;
  categoryName: (id: string | null) => string;
  categories: readonly Category[];
  canEdit: boolean;
  onOpen: (one: Transaction) => void;
}

export function transactionColumns({
  accountName,
  categoryName,
  categories,
  canEdit,
  onOpen,
}: Names): Column<Transaction>[] {
  const options = [
    { value: '', label: 'No category' },
    ...categories.map((category) => ({ value: category.id, label: category.name })),
  ];
  return [
    {
      id: 'payee',
      header: 'Payee',
      width: 280,
      hideable: false,
      cell: (one) => (
        <span className="flex min-w-0 items-center gap-1.5">
          <button
            type="button"
            tabIndex={-1}
            className="truncate text-left leading-6 font-medium hover:underline"
            onClick={() => onOpen(one)}
          >
            {one.payee || one.bank?.payee || 'No payee'}
          </button>
          {one.pending && <Badge tone="warning">Pending</Badge>}
          {one.receipts > 0 && <Paperclip size={14} className="shrink-0 text-muted" aria-label="Has receipts" />}
        </span>
      ),
    },
    { id: 'day', header: 'Date', width: 120, cell: (one) => <DayText value={one.day} className="tabular" /> },
    {
      id: 'category',
      header: 'Category',
      width: 190,
      cell: (one) => <CategoryCell one={one} accountName={accountName} categoryName={categoryName} />,
      edit: canEdit ? { value: (one) => one.categoryId ?? '', options } : undefined,
    },
    { id: 'amount', header: 'Amount', width: 130, align: 'end', cell: (one) => <AmountText one={one} /> },
    {
      id: 'account',
      header: 'Account',
      width: 150,
      cell: (one) => <span className="truncate text-muted">{accountName(one.accountId)}</span>,
    },
    {
      id: 'tags',
      header: 'Tags',
      width: 160,
      cell: (one) => (
        <span className="flex gap-1 overflow-hidden">
          {one.tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </span>
      ),
    },
    {
      id: 'notes',
      header: 'Notes',
      width: 220,
      cell: (one) => <span className="truncate text-muted">{one.notes}</span>,
    },
    {
      id: 'bank',
      header: 'Bank description',
      width: 240,
      cell: (one) => (
        <span className="truncate text-muted">
          {one.bank ? [one.bank.payee, one.bank.memo].filter(Boolean).join(' · ') : ''}
        </span>
      ),
    },
  ];
}

function CategoryCell({
  one,
  accountName,
  categoryName,
}: {
  one: Transaction;
  accountName: (id: string) => string;
  categoryName: (id: string | null) => string;
}) {
  if (one.activity)
    return (
      <span className="flex min-w-0 items-center gap-1 text-muted">
        <TrendingUp size={14} className="shrink-0" aria-hidden="true" />
        <span className="truncate">Investments: {accountName(one.activity.accountId)}</span>
      </span>
    );
  if (one.transfer)
    return (
      <span className="flex min-w-0 items-center gap-1 text-muted">
        <ArrowLeftRight size={14} className="shrink-0" aria-hidden="true" />
        <span className="truncate">
          {one.amount.startsWith('-') ? 'To' : 'From'} {accountName(one.transfer.accountId)}
        </span>
      </span>
    );
  if (one.splits.length > 0) return <span className="truncate">Split in {one.splits.length}</span>;
  const name = categoryName(one.categoryId);
  return name ? <span className="truncate">{name}</span> : <span className="text-faint">No category</span>;
}

/** An amount with its sign; what came in stands out by more than color. */
export function AmountText({ one, className }: { one: Pick<Transaction, 'amount' | 'currency'>; className?: string }) {
  return (
    <span className={cx('tabular whitespace-nowrap', !one.amount.startsWith('-') && 'text-success-ink', className)}>
      {signedMoney(one.amount, one.currency)}
    </span>
  );
}

/** A row on a phone. */
export function TransactionCard({
  one,
  accountName,
  categoryName,
}: {
  one: Transaction;
  accountName: (id: string) => string;
  categoryName: (id: string | null) => string;
}) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3 pr-3">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          {one.payee || one.bank?.payee || 'No payee'}
          {one.pending && (
            <>
              {' '}
              <Badge tone="warning">Pending</Badge>
            </>
          )}
        </span>
        <span className="flex gap-1.5 truncate text-xs text-muted">
          <DayText value={one.day} />
          <CategoryCell one={one} accountName={accountName} categoryName={categoryName} />
        </span>
      </span>
      <AmountText one={one} className="text-sm font-medium" />
    </span>
  );
}
