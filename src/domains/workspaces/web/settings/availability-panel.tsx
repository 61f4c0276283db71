import { useSessionUser } from '../../../../web/api/session.ts';
import { Panel } from '../../../identity/web/index.ts';
import { AvailabilityEditor } from '../availability/availability-editor.tsx';

/** One's own working hours and days away. */
export default function AvailabilityPanel() {
  const user = useSessionUser();
  return (
    <Panel title="Availability" description="Teammates can see whether you are working and when you are away.">
      {user && !user.steppedIn ? (
        <AvailabilityEditor userId={user.id} />
      ) : (
        <p className="text-sm text-muted">
          Your availability belongs to your own workspace. End the visit to change it.
        </p>
      )}
    </Panel>
  );
}
