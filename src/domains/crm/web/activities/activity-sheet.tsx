import Maximize2 from 'lucide-react/icons/maximize-2';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../../web/api/error.ts';
import { read } from '../../../../web/api/request.ts';
import { Link } from '../../../../web/router/link.tsx';
import { buttonClass } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Sheet } from '../../../../web/ui/sheet.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { type Activity, activities } from '../../contract/activities.ts';
import { ActivityActions, ActivityDetails } from './activity-details.tsx';
import { TYPE_WORDS } from './labels.tsx';

/** One activity beside whatever list it was opened from. */
export default function ActivitySheet({
  id,
  onClose,
  onEdit,
}: {
  id: string;
  onClose: () => void;
  onEdit: (activity: Activity) => void;
}) {
  const { data: activity, error, refetch } = useQuery(read(activities.get, { params: { id } }));
  const absent = error instanceof ApiError && error.status === 404;
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={activity?.subject ?? 'Activity'}
      description={activity ? TYPE_WORDS[activity.type] : undefined}
      footer={
        activity &&
        !absent && (
          <>
            <Link to={`/activities/${id}`} className={buttonClass({ variant: 'ghost', className: 'mr-auto' })}>
              <Maximize2 size={16} aria-hidden="true" />
              Open
            </Link>
            <ActivityActions activity={activity} onEdit={() => onEdit(activity)} onGone={onClose} />
          </>
        )
      }
    >
      {absent ? (
        <EmptyState title="This activity was deleted">Someone deleted it.</EmptyState>
      ) : activity ? (
        <div data-testid="record">
          <ActivityDetails activity={activity} />
        </div>
      ) : error ? (
        <Failure error={error} what="This activity" onRetry={() => void refetch()} />
      ) : (
        <div className="grid gap-3" aria-hidden="true">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-5 w-64" />
          <Skeleton className="h-24 w-full" />
        </div>
      )}
    </Sheet>
  );
}
