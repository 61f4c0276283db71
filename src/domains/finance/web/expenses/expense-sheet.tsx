import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Pencil from 'lucide-react/icons/pencil';
import Send from 'lucide-react/icons/send';
import { lazy, Suspense, useState } from 'react';
import { ApiError } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { userQuery } from '../../../../web/api/session.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { money } from '../../../../web/ui/format.ts';
import { Sheet } from '../../../../web/ui/sheet.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { DayText, RelativeTime } from '../../../../web/ui/time.tsx';
import { type Expense, expenses, type ExpenseSetup } from '../../contract/expenses.ts';
import { attempt } from '../accounts/run-action.ts';
import { StateBadge } from './columns.tsx';
import { MatchList } from './match-list.tsx';
import { ReceiptPicture } from './receipt-picture.tsx';
import { expenseRead, useExpenseActs } from './use-expenses.ts';
import { PAID_LABELS } from './labels.ts';

const ExpenseDialog = lazy(() => import('./expense-dialog.tsx'));
const ReasonDialog = lazy(() => import('./reason-dialog.tsx'));

/** One expense: what it is, what the policy says, where it stands, and what can be done with it. */
export default function ExpenseSheet({ id, setup, onClose }: { id: string; setup: ExpenseSetup; onClose: () => void }) {
  const { data, error, refetch } = useQuery(expenseRead(id));
  const absent = error instanceof ApiError && error.status === 404;
  return (
    <Sheet
      open
      onOpenChange={onClose}
      modal={false}
      inAddress
      title={data?.merchant ?? 'Expense'}
      description={data && `${data.user.name}, ${data.category}`}
      footer={data && <Acts one={data} setup={setup} onClose={onClose} />}
    >
      <div data-testid="record">
        {absent ? (
          <EmptyState title="Expense not found">It was deleted, or you don’t have access.</EmptyState>
        ) : error && !data ? (
          <Failure error={error} what="Expense" onRetry={() => void refetch()} />
        ) : data ? (
          <Body one={data} />
        ) : (
          <Skeleton className="h-80 w-full" />
        )}
      </div>
    </Sheet>
  );
}

function Acts({ one, setup, onClose }: { one: Expense; setup: ExpenseSetup; onClose: () => void }) {
  const acts = useExpenseActs();
  const { data: user } = useQuery(userQuery);
  const [open, setOpen] = useState<'edit' | 'return' | 'reject'>();
  const own = user?.id === one.user.id;
  const editable = own && (one.state === 'draft' || one.state === 'returned');
  const blocked = one.violations.some((violation) => violation.blocks);
  return (
    <>
      {editable && (
        <Button
          variant="link"
          className="mr-auto"
          onClick={() => void acts.remove(one).then((done) => done && onClose())}
        >
          Delete
        </Button>
      )}
      {editable && (
        <Button icon={<Pencil />} onClick={() => setOpen('edit')}>
          Edit
        </Button>
      )}
      {editable && (
        <Button variant="primary" icon={<Send />} disabled={blocked} onClick={() => void acts.submit([one.id])}>
          Submit
        </Button>
      )}
      {own && one.state === 'submitted' && <Button onClick={() => void acts.withdraw([one.id])}>Withdraw</Button>}
      {one.mayDecide && <Button onClick={() => setOpen('reject')}>Reject…</Button>}
      {one.mayDecide && <Button onClick={() => setOpen('return')}>Return…</Button>}
      {one.mayDecide && (
        <Button variant="primary" icon={<Check />} onClick={() => void acts.decide({ act: 'approve', ids: [one.id] })}>
          Approve
        </Button>
      )}
      {open === 'edit' && (
        <Suspense fallback={null}>
          <ExpenseDialog setup={setup} expense={one} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
      {(open === 'return' || open === 'reject') && (
        <Suspense fallback={null}>
          <ReasonDialog
            act={open}
            count={1}
            onDecide={(reason) => acts.decide({ act: open, ids: [one.id], reason })}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

function Body({ one }: { one: Expense }) {
  const { refresh } = useExpenseActs();
  const { data: matches } = useQuery({ ...read(expenses.matches, { params: { id: one.id } }) });
  const match = async (transactionId: string | null) => {
    await attempt('Couldn’t match the transaction', () =>
      call(expenses.match, { params: { id: one.id }, body: { version: one.version, transactionId } }),
    );
    await refresh();
  };
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="tabular text-2xl font-semibold">{money(one.amount, one.currency)}</span>
        {one.baseAmount && one.currency !== one.baseCurrency && (
          <span className="tabular text-sm text-muted">
            {money(one.baseAmount, one.baseCurrency)} at {one.rate}
          </span>
        )}
        <span className="text-sm text-muted">
          <DayText value={one.day} />
        </span>
        <StateBadge one={one} />
      </div>
      {one.reason && <Banner tone={one.state === 'rejected' ? 'danger' : 'warning'}>{one.reason}</Banner>}
      {one.violations.length > 0 && (
        <Banner tone={one.violations.some((violation) => violation.blocks) ? 'danger' : 'warning'}>
          <p className="font-medium">
            {one.violations.some((violation) => violation.blocks)
              ? 'Fix these problems before you submit'
              : 'Out of policy'}
          </p>
          <ul className="list-disc pl-4">
            {one.violations.map((violation) => (
              <li key={violation.message}>{violation.message}</li>
            ))}
          </ul>
        </Banner>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
        {factsOf(one).map(([label, value]) => (
          <div key={label} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 break-words whitespace-pre-line">{value}</dd>
          </div>
        ))}
      </dl>
      <Course one={one} />
      {one.receipt ? (
        <section aria-label="Receipt" className="grid gap-2">
          <h3 className="text-sm font-medium">Receipt</h3>
          <ReceiptPicture receipt={one.receipt} />
        </section>
      ) : (
        one.kind === 'purchase' && <p className="text-sm text-muted">No receipt</p>
      )}
      {one.kind === 'purchase' && (
        <MatchList transactionId={one.transactionId} items={matches?.items} onMatch={(id) => void match(id)} />
      )}
    </div>
  );
}

function factsOf(one: Expense): (readonly [string, string])[] {
  const facts: [string, string | null | false][] = [
    ['Category', one.category],
    ['Paid with', `${PAID_LABELS[one.paidWith]}${one.cardLast4 ? `, card ending in ${one.cardLast4}` : ''}`],
    ['Tax included', one.tax && money(one.tax, one.currency)],
    ['Distance', one.distance && `${one.distance} ${one.unit} at ${one.unitRate} (${one.rateSource})`],
    ['Days', one.days && `${one.days} at ${money(one.unitRate ?? '0', one.currency)}`],
    ['Report', one.report],
    ['Client or project', one.client && `${one.client}${one.billable ? ', billable' : ''}`],
    ['Purpose', one.notes],
  ];
  return facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}

/** The expense's history. */
function Course({ one }: { one: Expense }) {
  const steps = [
    one.submittedAt && {
      key: 'in',
      text: (
        <>
          Submitted <RelativeTime value={one.submittedAt} />
        </>
      ),
    },
    one.firstApprovedBy && {
      key: 'first',
      text: (
        <>
          First approval by {one.firstApprovedBy.name}
          {one.state === 'submitted' && '; a second approval is required'}
        </>
      ),
    },
    one.decidedAt && {
      key: 'decided',
      text: (
        <>
          {one.state === 'reimbursed'
            ? 'Approved'
            : one.state === 'returned'
              ? 'Returned'
              : one.state === 'rejected'
                ? 'Rejected'
                : 'Approved'}{' '}
          by {one.decidedBy?.name ?? 'a rule'} <RelativeTime value={one.decidedAt} />
        </>
      ),
    },
    one.state === 'reimbursed' && { key: 'paid', text: <>Reimbursed</> },
    one.state === 'submitted' &&
      one.needsSecond &&
      !one.firstApprovedBy && { key: 'two', text: <>Requires two approvals</> },
  ].filter((step) => typeof step === 'object' && step !== null);
  if (steps.length === 0) return null;
  return (
    <ol className="grid gap-1 border-l-2 border-line pl-3 text-sm text-muted">
      {steps.map(({ key, text }) => (
        <li key={key}>{text}</li>
      ))}
    </ol>
  );
}
