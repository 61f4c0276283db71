import { decimal } from '../../../../kernel/money/index.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { signedMoney, wholeMoney } from '../../../../web/ui/format.ts';

import type { Valuation, ValuationVersion } from '../../contract/valuations.ts';
import { ChartWithTable } from '../frame/chart-with-table.tsx';
import { inputChanges, instantText } from './labels.ts';
import { useValuationSearch, useVersions } from './use-valuations.ts';

/** Every version with who saved it when; two of them side by side. */
export default function Versions({ valuation }: { valuation: Valuation }) {
  const { data, error, refetch } = useVersions(valuation.id);
  const [search, setSearch] = useValuationSearch();
  if (error && !data) return <Failure error={error} what="Versions" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-80 w-full" />;
  const { items } = data;
  const { currency } = valuation.inputs;
  const b = items.find((one) => String(one.version) === search.b) ?? items[0]!;
  const a = items.find((one) => String(one.version) === search.a) ?? items[1] ?? items[0]!;
  const options = items.map((one) => ({ value: String(one.version), label: `Version ${one.version}` }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ChartWithTable
        title="Versions"
        note="The latest 50 saved versions"
        fileName={`versions-${valuation.name}`}
        columns={[
          { key: 'version', label: 'Version' },
          { key: 'at', label: 'Saved' },
          { key: 'by', label: 'By' },
          { key: 'value', label: 'Equity value', numeric: true },
        ]}
        rows={items.map((one) => ({
          key: String(one.version),
          cells: {
            version: `${one.version}: ${one.name}`,
            at: instantText(one.at),
            by: one.by,
            value: one.result.conclusion ? wholeMoney(one.result.conclusion.mid, one.inputs.currency) : '—',
          },
          raw: { value: one.result.conclusion?.mid ?? '' },
        }))}
      />
      {items.length > 1 && (
        <>
          <div className="flex flex-wrap items-center gap-2 text-sm">
            <Select
              aria-label="First version"
              className="w-36"
              options={options}
              value={String(a.version)}
              onChange={(event) => setSearch({ a: event.target.value })}
            />{' '}
            vs.{' '}
            <Select
              aria-label="Second version"
              className="w-36"
              options={options}
              value={String(b.version)}
              onChange={(event) => setSearch({ b: event.target.value })}
            />
          </div>
          <Comparison a={a} b={b} currency={currency} />
        </>
      )}
    </div>
  );
}

function Comparison({ a, b, currency }: { a: ValuationVersion; b: ValuationVersion; currency: string }) {
  const methods = [...new Set([...a.result.methods, ...b.result.methods].map((one) => one.label))];
  const mid = (of: ValuationVersion, label: string): string | undefined =>
    of.result.methods.find((one) => one.label === label)?.mid;
  const changeOf = (first: string, second: string): string => decimal(second).minus(first).toFixed();
  const row = (label: string, first: string | undefined, second: string | undefined) => ({
    key: label,
    cells: {
      what: label,
      a: first ? wholeMoney(first, currency) : '—',
      b: second ? wholeMoney(second, currency) : '—',
      change: first && second ? signedMoney(changeOf(first, second), currency) : '',
    },
    raw: { a: first ?? '', b: second ?? '', change: first && second ? changeOf(first, second) : '' },
  });
  const columns = [
    { key: 'what', label: 'Figure' },
    { key: 'a', label: `Version ${a.version}`, numeric: true },
    { key: 'b', label: `Version ${b.version}`, numeric: true },
  ];
  const changes = inputChanges(a.inputs, b.inputs);
  return (
    <div className="grid gap-5 lg:grid-cols-2 lg:items-start">
      <ChartWithTable
        title="Results"
        fileName="compared"
        columns={[...columns, { key: 'change', label: 'Change', numeric: true }]}
        rows={[
          row('Equity value', a.result.conclusion?.mid, b.result.conclusion?.mid),
          ...methods.map((label) => row(label, mid(a, label), mid(b, label))),
        ]}
      />
      <ChartWithTable
        title="Changed inputs"
        fileName="inputs-compared"
        columns={columns}
        rows={changes.map((one) => ({ key: one.path, cells: { what: one.path, a: one.before, b: one.after } }))}
        empty="No changed inputs"
      />
    </div>
  );
}
