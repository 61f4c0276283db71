import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type Template, templates } from '../contract/templates.ts';
import { TEMPLATES } from '../paths.ts';
import { inside } from './labels.ts';

/** Versions of an own template; an older one can become the latest again. */
export function VersionList({ template }: { template: Template }) {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(read(templates.versions, { params: { id: template.ref } }));
  const bringBack = async (number: number) => {
    try {
      await call(templates.bringBack, { params: { id: template.ref, number }, body: { version: template.version } });
      await cache.invalidateQueries({ queryKey: [TEMPLATES.own] });
      toast({ type: 'success', title: `Version ${number} is the latest again` });
    } catch (failure) {
      toast({ type: 'error', title: 'Couldn’t restore it', description: messageFor(failure, 'Try again.') });
    }
  };
  if (!data)
    return error ? (
      <Failure error={error} what="The versions" onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="h-24 w-full" />
    );
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {data.items.map(({ number, note, createdAt, createdBy, counts }) => (
        <li key={number} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
          <div className="min-w-0 flex-1 basis-40">
            <p className="font-medium">
              Version {number}
              {note && <span className="font-normal"> · {note}</span>}
            </p>
            <p className="text-xs text-muted">
              {inside(counts)} · {createdBy ?? 'Former member'}, <RelativeTime value={createdAt} />
            </p>
          </div>
          {number === template.number ? (
            <Badge tone="success">Latest</Badge>
          ) : (
            <Button size="sm" onClick={() => void bringBack(number)}>
              Bring back
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
