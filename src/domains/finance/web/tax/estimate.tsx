import { lazy, Suspense, useState } from 'react';
import { fillOf } from '../../../../web/charts/palette.ts';
import { Link } from '../../../../web/router/link.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import { money, wholeMoney } from '../../../../web/ui/format.ts';
import { DayText } from '../../../../web/ui/time.tsx';
import type { TaxYearView } from '../../contract/tax.ts';
import { ChartWithTable, FigureTable } from '../frame/chart-with-table.tsx';
import { Figure, FIGURES } from '../frame/figure.tsx';
import { useFinance } from '../frame/use-finance.ts';
import { type Note, Notes } from './notes.tsx';
import { LINE_LABELS, STATUS_LABELS } from './labels.ts';

const YearDialog = lazy(() => import('./year-dialog.tsx'));

/** The computation of a year, line by line, with what it does not cover. */
export default function Estimate({ view }: { view: TaxYearView }) {
  const { linkSearch, canEdit } = useFinance();
  const [describing, setDescribing] = useState(false);
  const at = (tab: string) => ({ ...linkSearch, tab, profile: view.profile.id, year: String(view.year) });
  const { person, business, estimated } = view;
  const next = estimated?.instalments.find((one) => !one.past);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Notes notes={notesOf(view, at('categories'))} />
      <dl className={FIGURES}>
        {person ? (
          <>
            <Figure
              label={`Federal tax ${view.year}`}
              value={money(person.totalTax, 'USD')}
              note={person.effectiveRatePercent === null ? undefined : `${person.effectiveRatePercent}% effective rate`}
            />
            <Figure
              label={person.balanceDue.startsWith('-') ? 'Overpaid' : 'Amount due'}
              value={money(person.balanceDue.replace('-', ''), 'USD')}
              tone={person.balanceDue.startsWith('-') ? 'good' : undefined}
              to="/tax-management"
              search={at('payments')}
              note={`${money(person.withheld, 'USD')} withheld, ${money(person.paid, 'USD')} paid`}
            />
            <Figure
              label="Taxable income"
              value={money(person.taxableIncome, 'USD')}
              to="/tax-management"
              search={at('figures')}
              note={person.deduction === 'standard' ? 'With the standard deduction' : 'Itemized'}
            />
            <Figure
              label="Marginal rate"
              value={`${person.marginalRatePercent}%`}
              note={`${person.marginalGainsRatePercent}% on long-term gains`}
            />
          </>
        ) : (
          business && (
            <>
              <Figure
                label={`Profit ${view.year}`}
                value={money(business.profit, 'USD')}
                to="/tax-management"
                search={at('figures')}
              />
              <Figure label="Federal tax" value={money(business.tax, 'USD')} />
              <Figure
                label={business.balanceDue.startsWith('-') ? 'Overpaid' : 'Amount due'}
                value={money(business.balanceDue.replace('-', ''), 'USD')}
                to="/tax-management"
                search={at('payments')}
                note={`${money(business.paid, 'USD')} paid`}
              />
            </>
          )
        )}
        {next && person === null && (
          <Figure label="Next payment" value={money(next.shortfall, 'USD')} note={<DayText value={next.dueDay} />} />
        )}
      </dl>
      {business && <p className="text-sm text-muted">{business.sentence}</p>}
      {person && (
        <div className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
          <Card className="min-w-0">
            <CardHeader
              title="Calculation"
              description={`${STATUS_LABELS[view.facts.status]}${dependants(view)}`}
              actions={
                canEdit && (
                  <Button size="sm" onClick={() => setDescribing(true)}>
                    Circumstances
                  </Button>
                )
              }
            />
            <CardBody>
              <Steps steps={person.steps} />
            </CardBody>
          </Card>
          <div className="grid min-w-0 gap-5">
            <Brackets view={view} person={person} />
            {person.limited.length > 0 && (
              <Card>
                <CardHeader title="Limited deductions" />
                <CardBody>
                  <ul className="grid gap-2 text-sm">
                    {person.limited.map((one) => (
                      <li key={one.line}>
                        {LINE_LABELS[one.line]}: {money(one.allowed, 'USD')} of {money(one.entered, 'USD')}{' '}
                        <span className="text-xs text-muted">({one.basis})</span>
                      </li>
                    ))}
                  </ul>
                </CardBody>
              </Card>
            )}
            {Number(person.carried.shortTerm) + Number(person.carried.longTerm) > 0 && (
              <Card>
                <CardHeader title="Losses carried to the next year" />
                <CardBody className="text-sm">
                  {money(person.carried.shortTerm, 'USD')} short-term, {money(person.carried.longTerm, 'USD')}{' '}
                  long-term.
                </CardBody>
              </Card>
            )}
          </div>
        </div>
      )}
      {view.washSales.length > 0 && (
        <Card>
          <CardHeader
            title="Wash sales"
            description="Losses on securities repurchased within 30 days are disallowed (IRC §1091)."
          />
          <CardBody>
            <FigureTable
              label="Wash sales"
              columns={[
                { key: 'what', label: 'Security' },
                { key: 'sold', label: 'Sold' },
                { key: 'bought', label: 'Bought' },
                { key: 'loss', label: 'Disallowed', numeric: true },
              ]}
              rows={view.washSales.map((one, i) => ({
                key: String(i),
                cells: {
                  what: one.retirement ? `${one.security} (permanently: retirement account)` : one.security,
                  sold: one.sold,
                  bought: one.bought,
                  loss: money(one.disallowed, 'USD'),
                },
              }))}
            />
          </CardBody>
        </Card>
      )}
      <Coverage view={view} />
      {describing && (
        <Suspense fallback={null}>
          <YearDialog view={view} onClose={() => setDescribing(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Missing or uncertain parts of the figures. */
function notesOf(view: TaxYearView, toCategories: Record<string, unknown>): Note[] {
  const unplaced = `${view.unplaced === 1 ? '1 category' : `${view.unplaced} categories`} with amounts in ${view.year} ${view.unplaced === 1 ? 'is' : 'are'} not assigned to a tax line and not counted.`;
  return [
    ...(view.unplaced > 0
      ? [
          {
            key: 'unplaced',
            text: unplaced,
            action: (
              <Link
                to="/tax-management"
                search={toCategories}
                className="font-medium text-accent-ink underline underline-offset-2"
              >
                Assign
              </Link>
            ),
          },
        ]
      : []),
    ...view.warnings.map((warning) => ({ key: warning, text: warning })),
    ...(view.period.complete
      ? []
      : [
          {
            key: 'runs',
            text: (
              <>
                The year is not over. Ledger figures run through <DayText value={view.period.to} />. Add expected
                amounts, or the estimate will be too low.
              </>
            ),
          },
        ]),
    ...(view.preliminary.length > 0
      ? [
          {
            key: 'preliminary',
            text: `Preliminary for ${view.year}: ${view.preliminary.join('; ')}. Compare them with the official text before you file.`,
          },
        ]
      : []),
  ];
}

function dependants({ facts }: TaxYearView): string {
  const count = facts.children + facts.otherDependents;
  return count === 0 ? '' : `, ${count === 1 ? '1 dependent' : `${count} dependents`}`;
}

/** Sums stand out: they are what the lines before them come to. */
const SUMS = new Set(['Total income', 'Adjusted gross income', 'Taxable income', 'Total tax']);

function Steps({ steps }: { steps: NonNullable<TaxYearView['person']>['steps'] }) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Calculation details</caption>
      <tbody>
        {steps.map((step) => (
          <tr
            key={step.label}
            data-testid="row"
            className={cx('border-b border-line last:border-0', SUMS.has(step.label) && 'font-semibold')}
          >
            <th scope="row" className={cx('py-1.5 pr-2 text-left', !SUMS.has(step.label) && 'font-normal')}>
              {step.label}
              <span className="block text-xs font-normal text-muted">{step.basis}</span>
            </th>
            <td className="tabular py-1.5 text-right whitespace-nowrap">{money(step.amount, 'USD')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Brackets({ view, person }: { view: TaxYearView; person: NonNullable<TaxYearView['person']> }) {
  const filled = person.brackets.filter((one) => Number(one.income) > 0);
  const whole = filled.reduce((total, one) => total + Number(one.income), 0);
  const share = (income: string) => (Number(income) / whole) * 100;
  const parts = filled.map((one, i) => ({
    ...one,
    x: filled.slice(0, i).reduce((left, before) => left + share(before.income), 0),
    width: share(one.income),
  }));
  return (
    <ChartWithTable
      title="Tax brackets"
      note="Ordinary income by rate"
      fileName={`brackets-${view.year}`}
      open
      empty="No taxable ordinary income"
      columns={[
        { key: 'rate', label: 'Rate' },
        { key: 'range', label: 'From' },
        { key: 'income', label: 'Income', numeric: true },
        { key: 'tax', label: 'Tax', numeric: true },
      ]}
      rows={filled.map((one) => ({
        key: one.ratePercent,
        cells: {
          rate: `${one.ratePercent}%`,
          range: wholeMoney(one.from, 'USD'),
          income: money(one.income, 'USD'),
          tax: money(one.tax, 'USD'),
        },
        raw: { range: one.from, income: one.income, tax: one.tax },
      }))}
    >
      <svg
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        className="h-5 w-full rounded-sm"
        role="img"
        aria-label={filled.map((one) => `${money(one.income, 'USD')} at ${one.ratePercent}%`).join(', ')}
      >
        {parts.map((one, i) => (
          <rect key={one.ratePercent} x={one.x} width={Math.max(0.4, one.width - 0.3)} height="6" className={fillOf(i)}>
            <title>{`${one.ratePercent}%: ${money(one.income, 'USD')}`}</title>
          </rect>
        ))}
      </svg>
    </ChartWithTable>
  );
}

function Coverage({ view }: { view: TaxYearView }) {
  const [covered, not] = [view.coverage.filter((one) => one.covered), view.coverage.filter((one) => !one.covered)];
  return (
    <details className="rounded-lg border border-line bg-raised px-4 py-3 text-sm">
      <summary className="cursor-pointer font-medium">Coverage and sources</summary>
      <div className="mt-3 grid gap-4 md:grid-cols-2">
        <div>
          <h3 className="font-semibold">Not covered</h3>
          <ul className="mt-1 list-disc pl-5">
            {not.map((one) => (
              <li key={one.name}>
                {one.name}
                {one.note && <span className="text-muted">. {one.note}</span>}
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3 className="font-semibold">Covered</h3>
          <ul className="mt-1 list-disc pl-5">
            {covered.map((one) => (
              <li key={one.name}>
                {one.name}
                {one.note && <span className="text-muted">. {one.note}</span>}
              </li>
            ))}
          </ul>
        </div>
        <div className="md:col-span-2">
          <h3 className="font-semibold">Tables for {view.year}</h3>
          <ul className="mt-1 list-disc pl-5 text-muted">
            {view.tables.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </div>
      </div>
    </details>
  );
}
