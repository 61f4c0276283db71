import { Card, CardBody, CardHeader } from '../../../web/ui/card.tsx';
import { type CreditSummary, formatCredits } from '../contract.ts';

/** Credits used this month, by feature and by person. */
export function UsageTables({ summary: { byFeature, byPerson, usedThisMonth } }: { summary: CreditSummary }) {
  const total = Number(usedThisMonth);
  const share = (used: string) => (total === 0 ? 0 : (Number(used) / total) * 100);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
      <Usage
        title="By feature"
        none="No feature has used credits this month."
        rows={byFeature.map(({ feature, label, used, times }) => ({
          key: feature,
          label: `${label} (${times.toLocaleString()})`,
          used,
          share: share(used),
        }))}
      />
      <Usage
        title="By person"
        none="No one has used credits this month."
        rows={byPerson.map(({ person, used }) => ({
          key: person?.id ?? 'automation',
          label: person?.name ?? 'Automations',
          used,
          share: share(used),
        }))}
      />
    </div>
  );
}

interface UsageProps {
  title: string;
  none: string;
  rows: { key: string; label: string; used: string; share: number }[];
}

function Usage({ title, none, rows }: UsageProps) {
  return (
    <Card aria-label={title}>
      <CardHeader title={title} description="This month" />
      <CardBody className="pt-0">
        {rows.length === 0 ? (
          <p className="text-sm text-muted">{none}</p>
        ) : (
          <ul className="divide-y divide-line">
            {rows.map(({ key, label, used, share }) => (
              <li key={key} data-testid="row" className="flex items-center gap-3 py-2 text-sm">
                <span className="min-w-0 flex-1 truncate">{label}</span>
                <span className="text-muted tabular-nums">{Math.round(share)}%</span>
                <span className="w-24 text-right tabular-nums">{formatCredits(used)}</span>
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}
