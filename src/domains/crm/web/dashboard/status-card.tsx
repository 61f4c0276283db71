import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useQuery } from '@tanstack/react-query';
import { API } from '../../../../web/api/paths.ts';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';

interface SystemStatus {
  healthy: boolean;
  checks: { name: string; healthy: boolean; detail?: string }[];
}

/** Whether the services behind the product work. */
export function StatusCard() {
  const { data, isError } = useQuery<SystemStatus>({ queryKey: [API.systemStatus] });
  return (
    <Card>
      <CardHeader
        title="System status"
        description={
          isError
            ? 'Status unknown'
            : data
              ? data.healthy
                ? 'All systems operational'
                : 'Some systems have problems'
              : ' '
        }
      />
      <CardBody>
        {!data && !isError && <Skeleton className="h-20 w-full" />}
        <ul>
          {data?.checks.map(({ name, healthy, detail }) => (
            <li key={name} className="flex items-center gap-2 border-t border-line py-2 text-sm first:border-t-0">
              {healthy ? (
                <CircleCheck size={14} role="img" aria-label="Operational" className="shrink-0 text-success-ink" />
              ) : (
                <CircleAlert size={14} role="img" aria-label="Down" className="shrink-0 text-danger-ink" />
              )}
              <span className="capitalize">{name}</span>
              <span className="ml-auto truncate text-xs text-muted" title={detail}>
                {detail}
              </span>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}
