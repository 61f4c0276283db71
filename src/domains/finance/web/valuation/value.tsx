import { BarChart } from '../../../../web/charts/index.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import { money, shortMoney, wholeMoney } from '../../../../web/ui/format.ts';
import { DayText } from '../../../../web/ui/time.tsx';
import type { Valuation, ValuationResult } from '../../contract/valuations.ts';
import { ChartWithTable } from '../frame/chart-with-table.tsx';
import { Figure, FIGURES } from '../frame/figure.tsx';
import { useFinance } from '../frame/use-finance.ts';
import { FootballField } from './football-field.tsx';

/** The conclusion, what each method says, and how far it hangs on the assumptions. */
export default function Value({ valuation }: { valuation: Valuation }) {
  const { linkSearch } = useFinance();
  const { result, inputs, notes } = valuation;
  const { currency } = inputs;
  const whole = (amount: string): string => wholeMoney(amount, currency);
  const toInputs = { to: '/business-valuation', search: { ...linkSearch, valuation: valuation.id, tab: 'inputs' } };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {result.problems.map((problem) => (
        <Banner key={problem} tone="warning">
          {problem}
        </Banner>
      ))}
      <dl className={FIGURES}>
        <Figure
          label="Equity value"
          value={result.conclusion ? whole(result.conclusion.mid) : '—'}
          {...toInputs}
          note={
            result.conclusion
              ? `${whole(result.conclusion.low)} to ${whole(result.conclusion.high)}`
              : 'Set a weight for at least one method'
          }
        />
        <Figure
          label="Adjusted EBITDA"
          value={whole(result.ebitda)}
          {...toInputs}
          note={inputs.business.source || 'Manual'}
        />
        <Figure
          label="Seller’s discretionary earnings"
          value={whole(result.sde)}
          {...toInputs}
          note="Including one owner’s compensation"
        />
        <Figure
          label="Net debt"
          value={whole(result.netDebt)}
          {...toInputs}
          note={
            <>
              As of <DayText value={inputs.asOf} />
            </>
          }
        />
      </dl>
      <ChartWithTable
        title="Method comparison"
        note="Equity value after debt. The dashed line is the weighted average. Pale bars have no weight"
        fileName={`valuation-${valuation.name}`}
        open
        empty="No figures yet. Add them under Inputs."
        columns={[
          { key: 'method', label: 'Method' },
          { key: 'low', label: 'Low', numeric: true },
          { key: 'mid', label: 'Mid', numeric: true },
          { key: 'high', label: 'High', numeric: true },
          { key: 'weight', label: 'Weight', numeric: true },
          { key: 'note', label: 'Range' },
        ]}
        rows={result.methods.map((one) => ({
          key: one.label,
          cells: {
            method: one.label,
            low: whole(one.low),
            mid: whole(one.mid),
            high: whole(one.high),
            weight: `${one.weightPercent}%`,
            note: one.note,
          },
          raw: { low: one.low, mid: one.mid, high: one.high },
        }))}
      >
        <FootballField
          methods={result.methods}
          conclusion={result.conclusion}
          format={whole}
          short={(amount) => shortMoney(amount, currency)}
        />
      </ChartWithTable>
      {result.dcf && <Dcf dcf={result.dcf} valuation={valuation} />}
      {notes && (
        <Card>
          <CardHeader title="Notes" />
          <CardBody className="text-sm whitespace-pre-wrap">{notes}</CardBody>
        </Card>
      )}
    </div>
  );
}

function Dcf({ dcf, valuation }: { dcf: NonNullable<ValuationResult['dcf']>; valuation: Valuation }) {
  const { currency } = valuation.inputs;
  const whole = (amount: string): string => wholeMoney(amount, currency);
  return (
    <div className="grid gap-5 lg:grid-cols-2 lg:items-start">
      <ChartWithTable
        title="Discounted cash flow"
        note={`Enterprise value ${whole(dcf.enterpriseValue)}; ${dcf.terminalSharePercent ?? '—'}% is terminal value`}
        fileName={`dcf-${valuation.name}`}
        open
        columns={[
          { key: 'year', label: 'Year' },
          { key: 'flow', label: 'Cash flow', numeric: true },
          { key: 'factor', label: 'Factor', numeric: true },
          { key: 'present', label: 'Present value', numeric: true },
        ]}
        rows={[
          ...dcf.years.map((one) => ({
            key: String(one.year),
            cells: {
              year: String(one.year),
              flow: money(one.flow, currency),
              factor: Number(one.factor).toFixed(4),
              present: money(one.presentValue, currency),
            },
            raw: { flow: one.flow, factor: one.factor, present: one.presentValue },
          })),
          {
            key: 'beyond',
            cells: {
              year: 'Terminal value',
              flow: money(dcf.terminalValue, currency),
              factor: '',
              present: money(dcf.presentValueOfTerminal, currency),
            },
            raw: { flow: dcf.terminalValue, present: dcf.presentValueOfTerminal },
          },
        ]}
      >
        <BarChart
          label="Present value by year and terminal value"
          height={180}
          categories={[...dcf.years.map((one) => `Year ${one.year}`), 'Terminal value']}
          format={(value, short) => (short ? shortMoney(value, currency) : money(String(value), currency))}
          series={[
            {
              key: 'present',
              label: 'Present value',
              values: [...dcf.years.map((one) => Number(one.presentValue)), Number(dcf.presentValueOfTerminal)],
            },
          ]}
        />
      </ChartWithTable>
      <div className="grid min-w-0 gap-5">
        {dcf.grid && <Grid grid={dcf.grid} currency={currency} />}
        {dcf.simulation && (
          <Card>
            <CardHeader
              title="Simulated range"
              description={`${dcf.simulation.draws.toLocaleString()} simulations with standard deviations of ${valuation.inputs.dcf.uncertaintyPercent}% for cash flows, 1 point for the rate, and 0.5 points for growth`}
            />
            <CardBody className="text-sm">
              80% of simulations are between <b className="tabular">{whole(dcf.simulation.p10)}</b> and{' '}
              <b className="tabular">{whole(dcf.simulation.p90)}</b>; the median is{' '}
              <b className="tabular">{whole(dcf.simulation.p50)}</b>. The same inputs always give the same range.
            </CardBody>
          </Card>
        )}
      </div>
    </div>
  );
}

function Grid({
  grid,
  currency,
}: {
  grid: NonNullable<NonNullable<ValuationResult['dcf']>['grid']>;
  currency: string;
}) {
  return (
    <Card className="min-w-0">
      <CardHeader
        title="Discount rate and growth"
        description="Equity value by discount rate (rows) and terminal growth (columns)"
      />
      <CardBody tabIndex={0} role="group" aria-label="Sensitivity, table" className="overflow-x-auto">
        <table className="w-full text-sm">
          <thead>
            <tr className="border-b border-line text-xs text-muted">
              <th scope="col" className="py-1.5 text-left font-medium">
                Rate
              </th>
              {grid.growths.map((growth) => (
                <th key={growth} scope="col" className="px-2 py-1.5 text-right font-medium">
                  {growth}%
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {grid.rates.map((rate, i) => (
              <tr key={rate} className="border-b border-line last:border-0">
                <th scope="row" className="py-1.5 text-left font-normal whitespace-nowrap">
                  {rate}%
                </th>
                {grid.values[i]!.map((value, j) => (
                  <td
                    key={grid.growths[j]}
                    className={cx(
                      'tabular px-2 py-1.5 text-right whitespace-nowrap',
                      rate === grid.rates[2] && j === 2 && 'rounded-sm bg-accent-soft font-semibold',
                    )}
                  >
                    {value === null ? <span className="text-muted">—</span> : wholeMoney(value, currency)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </CardBody>
    </Card>
  );
}
