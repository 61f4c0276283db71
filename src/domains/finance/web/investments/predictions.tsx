import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LineChart } from '../../../../web/charts/index.ts';
import { read } from '../../../../web/api/request.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { shortMoney, wholeMoney } from '../../../../web/ui/format.ts';
import { Input } from '../../../../web/ui/input.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { type Prediction, portfolio } from '../../contract/portfolio.ts';
import { ChartWithTable } from '../frame/chart-with-table.tsx';
import { FOLLOWS, usePortfolioQuestion } from './use-portfolio.ts';
import { percent } from './labels.ts';

const FIELDS = [
  { name: 'years', label: 'Years', hint: '1 to 60', pattern: /^([1-9]|[1-5]\d|60)$/ },
  {
    name: 'monthly',
    label: 'Monthly contribution',
    hint: 'In today’s money. Use a negative amount to withdraw',
    pattern: /^(-?\d{1,9}(\.\d{1,2})?)?$/,
  },
  { name: 'goal', label: 'Goal', hint: 'In today’s money', pattern: /^(\d{1,12}(\.\d{1,2})?)?$/ },
  {
    name: 'expectedReturn',
    label: 'Return, % per year',
    hint: 'Expected. Leave blank for 5',
    pattern: /^(-?\d{1,2}(\.\d{1,2})?)?$/,
  },
  {
    name: 'volatility',
    label: 'Volatility, % per year',
    hint: 'Leave blank to use measured volatility',
    pattern: /^(\d{1,2}(\.\d{1,2})?)?$/,
  },
  { name: 'inflation', label: 'Inflation, % per year', hint: '', pattern: /^-?\d{1,2}(\.\d{1,2})?$/ },
  { name: 'fees', label: 'Fees, % per year', hint: '', pattern: /^\d(\.\d{1,2})?$/ },
] as const;
type Values = Record<(typeof FIELDS)[number]['name'], string>;
const FIRST: Values = {
  years: '20',
  monthly: '',
  goal: '',
  expectedReturn: '',
  volatility: '',
  inflation: '2',
  fees: '0.3',
};

function questionOf(values: Values) {
  const number = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));
  return {
    years: number(values.years),
    monthly: values.monthly.trim() || undefined,
    goal: values.goal.trim() || undefined,
    expectedReturn: number(values.expectedReturn),
    volatility: number(values.volatility),
    inflation: number(values.inflation),
    fees: number(values.fees),
  };
}

/** Where the portfolio may stand: thousands of possible courses under stated assumptions, and not a promise. */
export default function Predictions() {
  const question = usePortfolioQuestion();
  const [values, setValues] = useState(FIRST);
  const [asked, setAsked] = useState(FIRST);
  const wrong = FIELDS.filter(({ name, pattern }) => !pattern.test(values[name].trim()));
  // A question that is no longer wanted is given up, and the server stops computing it.
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...read(portfolio.predictions, { query: { ...question, ...questionOf(asked) } }),
    meta: { follows: FOLLOWS },
    placeholderData: (previous) => previous,
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Card>
        <CardHeader title="Assumptions" description="Change the assumptions to see how the results change." />
        <CardBody>
          <form
            className="grid grid-cols-2 items-start gap-4 sm:grid-cols-4 lg:grid-cols-7"
            onSubmit={(event) => {
              event.preventDefault();
              if (wrong.length === 0) setAsked(values);
            }}
          >
            {FIELDS.map(({ name, label, hint }) => (
              <Field
                key={name}
                label={label}
                hint={hint}
                error={wrong.some((one) => one.name === name) ? 'Enter a valid value.' : undefined}
              >
                {(control) => (
                  <Input
                    {...control}
                    inputMode="decimal"
                    autoComplete="off"
                    value={values[name]}
                    onChange={(event) => setValues({ ...values, [name]: event.target.value })}
                  />
                )}
              </Field>
            ))}
            <div className="col-span-full">
              <Button type="submit" variant="primary" loading={isFetching} disabled={wrong.length > 0}>
                Run prediction
              </Button>
            </div>
          </form>
        </CardBody>
      </Card>
      {error && !data ? (
        <Failure error={error} what="Prediction" onRetry={() => void refetch()} />
      ) : data ? (
        <div className={isPlaceholderData ? 'opacity-60' : undefined} aria-busy={isFetching}>
          <Result data={data} failed={error !== null} />
        </div>
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </div>
  );
}

function Result({ data, failed }: { data: Prediction; failed: boolean }) {
  if (data.reason || !data.assumptions) return <p className="py-10 text-center text-sm text-muted">{data.reason}</p>;
  const { currency, years, bands, assumptions, goal, lasting } = data;
  const start = Number(data.startValue);
  const at = (band: number) => [start, ...years.map((year) => Number(year.values[bands.indexOf(band)]))];
  const last = years.at(-1)!;
  const label = (band: number) => percent(band, { digits: 0 });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {failed && <Banner tone="warning">The prediction could not be updated.</Banner>}
      <p className="text-sm" role="status">
        In {last.year} years, half of the simulations end above{' '}
        <strong className="tabular">{wholeMoney(last.values[bands.indexOf(0.5)]!, currency)}</strong>, and 80% end
        between <strong className="tabular">{wholeMoney(last.values[bands.indexOf(0.1)]!, currency)}</strong> and{' '}
        <strong className="tabular">{wholeMoney(last.values[bands.indexOf(0.9)]!, currency)}</strong>, in today’s money.
        {goal && (
          <>
            {' '}
            You reach the goal in <strong className="tabular">{percent(goal.value)}</strong> of simulations (95%
            confidence interval: {percent(goal.low)} to {percent(goal.high)}).
          </>
        )}
        {lasting && (
          <>
            {' '}
            The money lasts in <strong className="tabular">{percent(lasting.value)}</strong>.
          </>
        )}
      </p>
      <ChartWithTable
        title="Range of outcomes"
        fileName="prediction"
        note={`${assumptions.paths.toLocaleString()} courses of monthly returns with fat tails (Student’s t, ${assumptions.freedom} degrees), seed ${assumptions.seed}. Expected return ${assumptions.expectedReturn}% (${assumptions.origin.expectedReturn === 'given' ? 'yours' : 'default, adjust as needed'}), volatility ${assumptions.volatility}% (${assumptions.origin.volatility === 'given' ? 'yours' : assumptions.origin.volatility === 'measured' ? 'measured from your portfolio' : 'default: not enough history to measure'}). Not a forecast.`}
        columns={[
          { key: 'year', label: 'Year' },
          ...bands.map((band) => ({ key: String(band), label: label(band), numeric: true })),
        ]}
        rows={years.map((year) => ({
          key: String(year.year),
          cells: {
            year: String(year.year),
            ...Object.fromEntries(
              bands.map((band, place) => [String(band), wholeMoney(year.values[place]!, currency)]),
            ),
          },
          raw: Object.fromEntries(bands.map((band, place) => [String(band), year.values[place]!])),
        }))}
      >
        <LineChart
          label="Range of outcomes"
          height={300}
          categories={['Now', ...years.map((year) => `Year ${year.year}`)]}
          format={(value, short) => (short ? shortMoney(value, currency) : wholeMoney(String(value), currency))}
          series={[{ key: 'median', label: 'Median', values: at(0.5) }]}
          bands={[
            { key: '90', label: '5% to 95%', low: at(0.05), high: at(0.95) },
            { key: '80', label: '10% to 90%', low: at(0.1), high: at(0.9) },
            { key: '50', label: '25% to 75%', low: at(0.25), high: at(0.75) },
          ]}
        />
        <p className="text-xs text-muted">Shaded bands cover 90%, 80%, and 50% of outcomes. The line is the median.</p>
      </ChartWithTable>
    </div>
  );
}
