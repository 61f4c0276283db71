import History from 'lucide-react/icons/history';
import { performToastAction, useToasts } from '../../../web/shell/toast.ts';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { ToastCard } from '../../../web/ui/toast.tsx';

/** The last hundred toasts of this visit, so that no toast is the only record of something. */
export function VisitList() {
  const { history } = useToasts();
  if (history.length === 0)
    return (
      <EmptyState icon={<History />} title="Nothing yet">
        Messages from this visit stay here until you close the page or sign out.
      </EmptyState>
    );
  return (
    <ul className="-mx-3 grid gap-2">
      {history.map(({ id, type, title, description, count, at, action }) => (
        <li key={id}>
          <ToastCard
            type={type}
            className="border border-line shadow-none!"
            title={count > 1 ? `${title} (${count})` : title}
            description={
              <>
                {description && <span className="block">{description}</span>}
                <RelativeTime value={at.toISOString()} className="text-xs" />
              </>
            }
            action={action && { label: action.label, onSelect: () => performToastAction(id) }}
          />
        </li>
      ))}
    </ul>
  );
}
