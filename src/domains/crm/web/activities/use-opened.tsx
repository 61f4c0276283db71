import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Activity } from '../../contract/activities.ts';

const ActivitySheet = lazy(() => import('./activity-sheet.tsx'));
const ActivityDialog = lazy(() => import('./activity-dialog.tsx'));

/** The activity that is looked at, or the one that is changed, over a list that is shown somewhere. */
export function useOpened(): { open: (id: string) => void; edit: (activity: Activity) => void; overlays: ReactNode } {
  const [seen, open] = useState<string | null>(null);
  const [changed, edit] = useState<Activity | null>(null);
  const overlays = (
    <Suspense fallback={null}>
      {seen && <ActivitySheet id={seen} onClose={() => open(null)} onEdit={edit} />}
      {changed && (
        <ActivityDialog
          activity={changed}
          onClose={() => edit(null)}
          onSaved={(saved) => {
            if (seen) open(saved.id);
          }}
        />
      )}
    </Suspense>
  );
  return { open, edit, overlays };
}
