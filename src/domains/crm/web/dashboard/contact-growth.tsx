import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import type { Dashboard } from '../../contract/dashboard.ts';

const HEIGHT = 96;
const WIDTH = 28;
const short = new Intl.DateTimeFormat(undefined, { month: 'narrow', timeZone: 'UTC' });
const long = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const date = (month: string) => new Date(`${month}T00:00:00Z`);

/** New contacts in each of the last twelve months, as bars; the same figures stand in a table for who cannot see them. */
export function ContactGrowth({ byMonth }: { byMonth: Dashboard['contacts']['byMonth'] }) {
  const most = Math.max(1, ...byMonth.map(({ count }) => count));
  return (
    <Card>
      <CardHeader title="New contacts" description="By month, over a year" />
      <CardBody>
        <svg viewBox={`0 0 ${WIDTH * byMonth.length} ${HEIGHT + 16}`} className="w-full" role="presentation">
          {byMonth.map(({ month, count }, index) => {
            const height = count === 0 ? 1 : Math.max(2, (count / most) * (HEIGHT - 14));
            return (
              <g key={month}>
                <title>{`${long.format(date(month))}: ${count.toLocaleString()}`}</title>
                <rect x={index * WIDTH + 4} y={HEIGHT - height} width={WIDTH - 8} height={height} rx="2" className={index === byMonth.length - 1 ? 'fill-accent' : 'fill-control'} />
                <text x={index * WIDTH + WIDTH / 2} y={HEIGHT - height - 3} textAnchor="middle" className="fill-muted text-[7px]">{count > 0 ? count.toLocaleString() : ''}</text>
                <text x={index * WIDTH + WIDTH / 2} y={HEIGHT + 11} textAnchor="middle" className="fill-muted text-[8px]">{short.format(date(month))}</text>
              </g>
            );
          })}
        </svg>
        <table className="sr-only">
          <caption>New contacts by month</caption>
          <tbody>{byMonth.map(({ month, count }) => <tr key={month}><th scope="row">{long.format(date(month))}</th><td>{count}</td></tr>)}</tbody>
        </table>
      </CardBody>
    </Card>
  );
}
