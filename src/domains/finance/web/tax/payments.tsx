import CalendarClock from 'lucide-react/icons/calendar-clock';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import { lazy, Suspense, useState } from 'react';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { money } from '../../../../web/ui/format.ts';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import type { TaxPayment, TaxYearView } from '../../contract/tax.ts';
import { Figure, FIGURES } from '../frame/figure.tsx';
import { useFinance } from '../frame/use-finance.ts';

const PaymentDialog = lazy(() => import('./payment-dialog.tsx'));
const YearDialog = lazy(() => import('./year-dialog.tsx'));

/** When what is due, what was paid, and how much must be paid in time to be free of a penalty. */
export default function Payments({ view }: { view: TaxYearView }) {
  const { canEdit } = useFinance();
  const [open, setOpen] = useState<{ payment?: TaxPayment; amount?: string }>();
  const [describing, setDescribing] = useState(false);
  const { estimated, payments, person, year } = view;
  const next = estimated?.instalments.find((one) => !one.past);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {estimated ? (
        <>
          <dl className={FIGURES}>
            <Figure
              label="Required to avoid a penalty"
              value={money(estimated.required, 'USD')}
              note="Withheld or paid on time"
            />
            {person && (
              <Figure label="Withheld" value={money(person.withheld, 'USD')} note="Counted evenly over the year" />
            )}
            <Figure label="Estimated payments" value={money((person ?? view.business)!.paid, 'USD')} />
            <Figure
              label={next ? 'Next payment' : 'All four due dates have passed'}
              value={next ? money(next.shortfall, 'USD') : '—'}
              note={next ? <DayText value={next.dueDay} /> : undefined}
            />
          </dl>
          <Card>
            <CardHeader
              title="Safe harbor"
              actions={
                canEdit &&
                person && (
                  <Button size="sm" onClick={() => setDescribing(true)}>
                    Last year’s tax
                  </Button>
                )
              }
            />
            <CardBody className="grid gap-3 text-sm">
              <p>{estimated.sentence}</p>
              {person && (
                <p className="text-muted">
                  To avoid a penalty, owe less than $1,000 after withholding, pay 90% of this year’s tax, or pay 100% of
                  last year’s tax (110% if last year’s income was above $150,000). The lowest amount applies, a quarter
                  by each due date. The rest is due with your return.
                </p>
              )}
            </CardBody>
          </Card>
          <ol className="grid gap-3 md:grid-cols-2 xl:grid-cols-4" aria-label="Calendar">
            {estimated.instalments.map((one, i) => {
              const done = Number(one.shortfall) === 0;
              return (
                <li
                  key={one.dueDay}
                  data-testid="row"
                  className="grid gap-2 rounded-lg border border-line bg-raised px-4 py-3 text-sm"
                >
                  <span className="flex items-center gap-2">
                    <CalendarClock size={16} className="text-muted" aria-hidden="true" />
                    <span className="font-semibold">
                      <DayText value={one.dueDay} />
                    </span>
                    <span className="ml-auto text-xs text-muted">{i + 1} of 4</span>
                  </span>
                  <span className="tabular text-lg font-semibold">{money(one.amount, 'USD')}</span>
                  <span className="text-xs text-muted">
                    {money(one.paidByThen, 'USD')} of {money(one.requiredByThen, 'USD')} covered by this date
                  </span>
                  <span className="flex items-center gap-2">
                    {done ? (
                      <Badge tone="success">Covered</Badge>
                    ) : (
                      <Badge tone={one.past ? 'danger' : 'warning'}>
                        {one.past ? `Short by ${money(one.shortfall, 'USD')}` : `${money(one.shortfall, 'USD')} to pay`}
                      </Badge>
                    )}
                    {canEdit && !done && !one.past && (
                      <Button size="sm" className="ml-auto" onClick={() => setOpen({ amount: one.shortfall })}>
                        Record
                      </Button>
                    )}
                  </span>
                </li>
              );
            })}
          </ol>
        </>
      ) : (
        <p className="text-sm text-muted">{view.business?.sentence} No estimated payments are due.</p>
      )}
      <p className="text-sm text-muted">
        The return of {year} is due on <DayText value={view.returnDue} />. Dates on a weekend or a Washington, DC
        holiday move to the next business day (IRC §7503).
      </p>
      <Card>
        <CardHeader
          title="Payments made"
          description="Payments you made to the IRS"
          actions={
            canEdit && (
              <Button size="sm" icon={<Plus />} onClick={() => setOpen({})}>
                Record payment
              </Button>
            )
          }
        />
        <CardBody>
          {payments.length === 0 ? (
            <p className="py-4 text-center text-sm text-muted">None yet</p>
          ) : (
            <ul className="divide-y divide-line text-sm">
              {payments.map((one) => (
                <li key={one.id} data-testid="row" className="flex items-center gap-3 py-2">
                  <span className="w-28">
                    <DayText value={one.day} />
                  </span>
                  <span className="min-w-0 flex-1 break-words text-muted">{one.label}</span>
                  <span className="tabular font-medium">{money(one.amount, 'USD')}</span>
                  {canEdit && (
                    <IconButton
                      size="sm"
                      label={`Edit the payment of ${one.day}`}
                      icon={<Pencil />}
                      onClick={() => setOpen({ payment: one })}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
        </CardBody>
      </Card>
      {open && (
        <Suspense fallback={null}>
          <PaymentDialog
            profileId={view.profile.id}
            year={year}
            today={view.today}
            payment={open.payment}
            amount={open.amount}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
      {describing && (
        <Suspense fallback={null}>
          <YearDialog view={view} onClose={() => setDescribing(false)} />
        </Suspense>
      )}
    </div>
  );
}
