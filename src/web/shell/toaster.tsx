import { Toast } from 'radix-ui';
import { ToastCard } from '../ui/toast.tsx';
import { dismissToast, performToastAction, useToasts } from './toast.ts';

/** Pixels to the right after which a swipe closes a toast. */
const SWIPE_THRESHOLD = 50;

/**
 * A panel on the right has its title and close button where toasts are: toasts move beside it, or below its title where
 * there is no room.
 */
const BESIDE_PANEL =
  '[body:has([data-panel])_&]:max-lg:top-16 [body:has([data-panel=sm])_&]:lg:right-96 [body:has([data-panel=md])_&]:lg:right-128';

/**
 * Shows the toasts: top right, at most 420 px wide, F8 jumps there, hover or focus pauses the clock. They cover the
 * header: below it they would hide page buttons that are often pressed next.
 */
export default function Toaster() {
  const { toasts } = useToasts();
  return (
    <Toast.Provider swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD} label="Notification">
      {toasts.map(({ id, open, type, title, description, count, duration, action }) => (
        <Toast.Root
          // The store keeps a closed toast for long; each new one starts a new clock.
          key={id}
          open={open}
          duration={duration}
          onOpenChange={(next) => {
            if (!next) dismissToast(id);
          }}
          className="data-[state=open]:animate-pop-in data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform"
        >
          {/* The live regions have announced it already, so Radix must not repeat it. */}
          <div data-radix-toast-announce-exclude="">
            <ToastCard
              type={type}
              title={count > 1 ? `${title} (${count})` : title}
              description={description}
              action={action && { label: action.label, onSelect: () => performToastAction(id) }}
              onClose={() => dismissToast(id)}
            />
          </div>
        </Toast.Root>
      ))}
      <Toast.Viewport
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        className={`pointer-events-none fixed top-0 right-0 z-60 m-0 flex w-full max-w-[420px] list-none flex-col gap-2 px-3 py-1 outline-none ${BESIDE_PANEL}`}
      />
    </Toast.Provider>
  );
}
