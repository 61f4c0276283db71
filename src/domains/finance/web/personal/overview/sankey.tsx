import { useMemo } from 'react';
import { FlowChart } from '../../../../../web/charts/flow-chart.tsx';
import { wholeMoney } from '../../../../../web/ui/format.ts';
import type { CashFlow } from '../../../contract/reports.ts';

/** Income and its use. Spending beyond it came from savings, and the rest went there. */
export default function CashFlowDiagram({
  data,
  nameOf,
}: {
  data: CashFlow;
  nameOf: (one: CashFlow['categories'][number]) => string;
}) {
  const { categories, totals, currency } = data;
  const [from, to] = useMemo(() => {
    const net = Number(totals.net);
    const side = (kind: 'income' | 'expense') =>
      categories
        .filter((one) => one.kind === kind)
        .map((one) => ({
          key: one.categoryId ?? kind,
          label: nameOf(one),
          value: kind === 'income' ? Number(one.amount) : -Number(one.amount),
        }));
    return [
      [...side('income'), ...(net < 0 ? [{ key: 'savings', label: 'From savings', value: -net }] : [])],
      [...side('expense'), ...(net > 0 ? [{ key: 'left', label: 'Net savings', value: net }] : [])],
    ];
  }, [categories, totals.net, nameOf]);
  return (
    <FlowChart
      label="Where money comes from and where it goes"
      pot="Total"
      from={from}
      to={to}
      format={(value) => wholeMoney(String(value), currency)}
    />
  );
}
