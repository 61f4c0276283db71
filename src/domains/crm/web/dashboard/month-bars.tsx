import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { Link } from '../../../../web/router/link.tsx';
import { dateFormat } from '../../../../web/ui/format.ts';
import type { MonthCount } from '../../contract/dashboard.ts';
import type { Behind } from './links.ts';

const HEIGHT = 96;
const WIDTH = 28;
const short = dateFormat({ month: 'narrow', timeZone: 'UTC' });
const long = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });
const date = (month: string) => new Date(`${month}T00:00:00Z`);

interface MonthBarsProps {
  title: string;
  description: string;
  values: readonly MonthCount[];
  /** The rows behind the whole. */
  behind: Behind;
}

/** A count in each of twelve months, as bars; the same figures stand in a table for who cannot see them. */
export function MonthBars({ title, description, values, behind }: MonthBarsProps) {
  const most = Math.max(1, ...values.map(({ count }) => count));
  return (
    <Card>
      <CardHeader
        title={title}
        description={description}
        actions={
          <Link
            {...behind}
            className="inline-block text-xs leading-6 text-accent-ink underline-offset-2 hover:underline"
          >
            Open list
          </Link>
        }
      />
      <CardBody>
        <svg viewBox={`0 0 ${WIDTH * values.length} ${HEIGHT + 16}`} className="w-full" role="presentation">
          {values.map(({ month, count }, index) => {
            const height = count === 0 ? 1 : Math.max(2, (count / most) * (HEIGHT - 14));
            return (
              <g key={month}>
                <title>{`${long.format(date(month))}: ${count.toLocaleString()}`}</title>
                <rect
                  x={index * WIDTH + 4}
                  y={HEIGHT - height}
                  width={WIDTH - 8}
                  height={height}
                  rx="2"
                  className={index === values.length - 1 ? 'fill-accent' : 'fill-control'}
                />
                <text
                  x={index * WIDTH + WIDTH / 2}
                  y={HEIGHT - height - 3}
                  textAnchor="middle"
                  className="fill-muted text-[7px]"
                >
                  {count > 0 ? count.toLocaleString() : ''}
                </text>
                <text
                  x={index * WIDTH + WIDTH / 2}
                  y={HEIGHT + 11}
                  textAnchor="middle"
                  className="fill-muted text-[8px]"
                >
                  {short.format(date(month))}
                </text>
              </g>
            );
          })}
        </svg>
        <table className="sr-only">
          <caption>{title} by month</caption>
          <tbody>
            {values.map(({ month, count }) => (
              <tr key={month}>
                <th scope="row">{long.format(date(month))}</th>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </CardBody>
    </Card>
  );
}
