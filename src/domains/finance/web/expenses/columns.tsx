import Paperclip from 'lucide-react/icons/paperclip';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Column } from '../../../../web/table/columns.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { money } from '../../../../web/ui/format.ts';
import { DayText } from '../../../../web/ui/time.tsx';
import type { Expense } from '../../contract/expenses.ts';
import { PAID_LABELS, STATE_LABELS, STATE_TONES } from './labels.ts';

export const STANDARD_COLUMNS = 'merchant,day,category,amount,state,paid,report';
export const WITH_PERSON = 'merchant,person,day,category,amount,state,paid,report';

export function StateBadge({ one }: { one: Pick<Expense, 'state' | 'firstApprovedBy'> }) {
  return (
    <Badge tone={STATE_TONES[one.state]}>
      {one.state === 'submitted' && one.firstApprovedBy ? 'Second approval' : STATE_LABELS[one.state]}
    </Badge>
  );
}

/** The amount as it was paid; in the workspace's currency behind it where that is another. */
function AmountCell({ one }: { one: Expense }) {
  return (
    <span
      className="tabular whitespace-nowrap"
      title={
        one.baseAmount && one.currency !== one.baseCurrency
          ? `${money(one.baseAmount, one.baseCurrency)} at ${one.rate}`
          : undefined
      }
    >
      {money(one.amount, one.currency)}
    </span>
  );
}

function Flag({ one }: { one: Expense }) {
  if (one.violations.length === 0) return null;
  const words = one.violations.map((violation) => violation.message).join(' ');
  return (
    <span title={words} className="shrink-0 text-warning-ink">
      <TriangleAlert size={14} role="img" aria-label={`Policy: ${words}`} />
    </span>
  );
}

export function expenseColumns(onOpen: (one: Expense) => void): Column<Expense>[] {
  return [
    {
      id: 'merchant',
      header: 'Merchant',
      width: 260,
      hideable: false,
      cell: (one) => (
        <span className="flex min-w-0 items-center gap-1.5">
          <button
            type="button"
            tabIndex={-1}
            className="truncate text-left leading-6 font-medium hover:underline"
            onClick={() => onOpen(one)}
          >
            {one.merchant}
          </button>
          {one.receipt && <Paperclip size={14} className="shrink-0 text-muted" aria-label="Has a receipt" />}
          <Flag one={one} />
        </span>
      ),
    },
    { id: 'person', header: 'Person', width: 150, cell: (one) => <span className="truncate">{one.user.name}</span> },
    { id: 'day', header: 'Date', width: 120, cell: (one) => <DayText value={one.day} className="tabular" /> },
    { id: 'category', header: 'Category', width: 160, cell: (one) => <span className="truncate">{one.category}</span> },
    { id: 'amount', header: 'Amount', width: 130, align: 'end', cell: (one) => <AmountCell one={one} /> },
    { id: 'state', header: 'Status', width: 140, cell: (one) => <StateBadge one={one} /> },
    {
      id: 'paid',
      header: 'Paid with',
      width: 170,
      cell: (one) => (
        <span className="truncate text-muted">
          {PAID_LABELS[one.paidWith]}
          {one.cardLast4 && ` ·· ${one.cardLast4}`}
        </span>
      ),
    },
    {
      id: 'report',
      header: 'Report',
      width: 160,
      cell: (one) => <span className="truncate text-muted">{one.report}</span>,
    },
    {
      id: 'client',
      header: 'Client or project',
      width: 160,
      cell: (one) => (
        <span className="truncate text-muted">
          {one.client}
          {one.billable && <Badge className="ml-1.5">Billable</Badge>}
        </span>
      ),
    },
    {
      id: 'notes',
      header: 'Notes',
      width: 220,
      cell: (one) => <span className="truncate text-muted">{one.notes}</span>,
    },
  ];
}

/** A row on a phone. */
export function ExpenseCard({ one, withPerson }: { one: Expense; withPerson: boolean }) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3 pr-3">
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5">
          <span className="truncate font-medium">{one.merchant}</span>
          {one.receipt && <Paperclip size={14} className="shrink-0 text-muted" aria-label="Has a receipt" />}
          <Flag one={one} />
        </span>
        <span className="block truncate text-xs text-muted">
          <DayText value={one.day} /> · {withPerson ? one.user.name : one.category}
        </span>
      </span>
      <span className="grid justify-items-end gap-0.5">
        <AmountCell one={one} />
        <StateBadge one={one} />
      </span>
    </span>
  );
}
