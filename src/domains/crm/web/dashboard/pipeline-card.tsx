import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { Link } from '../../../../web/router/link.tsx';
import type { Dashboard } from '../../contract/dashboard.ts';
import { ofStage } from './links.ts';
import { money, moneyList } from './money.ts';

/** One pipeline: how many opportunities lie in each stage, and what they are worth. */
export function PipelineCard({ pipeline }: { pipeline: Dashboard['pipelines'][number] }) {
  const most = Math.max(1, ...pipeline.stages.map((stage) => stage.count));
  return (
    <Card>
      <CardHeader
        title={pipeline.name}
        description="Open opportunities by stage"
        actions={
          <Link
            to="/opportunities"
            search={{ pipeline: pipeline.id }}
            className="inline-block text-xs leading-6 text-accent-ink underline-offset-2 hover:underline"
          >
            Open board
          </Link>
        }
      />
      <CardBody>
        <table className="w-full text-sm">
          <thead className="sr-only">
            <tr>
              <th>Stage</th>
              <th>Share</th>
              <th>Opportunities</th>
              <th>Value</th>
            </tr>
          </thead>
          <tbody>
            {pipeline.stages.map((stage) => (
              <tr key={stage.id}>
                <th scope="row" className="w-32 py-1.5 pr-3 text-left font-normal text-ink sm:w-44">
                  <Link {...ofStage(stage.id)} className="inline-block leading-6 hover:underline">
                    {stage.name}
                  </Link>{' '}
                  <span className="text-xs text-faint">{stage.probability}%</span>
                </th>
                <td className="py-1.5" aria-hidden="true">
                  <svg viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2 w-full rounded-sm">
                    <rect width="100" height="8" className="fill-hover" />
                    <rect width={(stage.count / most) * 100} height="8" className="fill-accent" />
                  </svg>
                </td>
                <td className="tabular w-14 py-1.5 pl-3 text-right text-ink">{stage.count.toLocaleString()}</td>
                <td
                  className="tabular hidden w-44 py-1.5 pl-3 text-right text-muted sm:table-cell"
                  title={stage.amounts.length > 1 ? moneyList(stage.amounts) : undefined}
                >
                  {stage.amounts.length > 0 && stage.total ? money(stage.total) : moneyList(stage.amounts)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </CardBody>
    </Card>
  );
}
