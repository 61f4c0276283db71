import Bell from 'lucide-react/icons/bell';
import { Sheet } from '../ui/sheet.tsx';
import { EmptyState } from '../ui/states.tsx';
import { RelativeTime } from '../ui/time.tsx';
import { ToastCard } from '../ui/toast.tsx';
import { performToastAction, useToasts } from './toast.ts';

/** Everything that toasts have said on this visit, the last hundred, so that no toast is the only record of anything. */
export default function NotificationCentre({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { history } = useToasts();
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Notifications" description="What happened on this visit, newest first." size="sm">
      {history.length === 0 ? (
        <EmptyState icon={<Bell />} title="Nothing yet">Messages about what you do here are kept in this list.</EmptyState>
      ) : (
        <ul className="-mx-3 grid gap-2">
          {history.map(({ id, type, title, description, count, at, action }) => (
            <li key={id}>
              <ToastCard
                type={type}
                className="border border-line shadow-none!"
                title={count > 1 ? `${title} (${count})` : title}
                description={<>{description && <span className="block">{description}</span>}<RelativeTime value={at.toISOString()} className="text-xs" /></>}
                action={action && { label: action.label, onSelect: () => performToastAction(id) }}
              />
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
