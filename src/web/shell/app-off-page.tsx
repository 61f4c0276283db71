import CircleOff from 'lucide-react/icons/circle-off';
import type { SessionUser } from '../api/session.ts';
import { Link } from '../router/link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Notice } from './notice.tsx';

/** Shown at the address of an app that the workspace does not have. */
export default function AppOffPage({ user, name }: { user: SessionUser; name: string }) {
  return (
    <Notice
      icon={<CircleOff />}
      title={`${name} is turned off`}
      action={
        <Link to="/dashboard" className={buttonClass()}>
          Go to the dashboard
        </Link>
      }
    >
      {user.steppedIn
        ? `${user.workspace.name} does not have this app. End the visit and turn it on under Clients, Apps.`
        : `${user.workspace.name} does not have this app. Your agency can turn it on. Existing data is kept.`}
    </Notice>
  );
}
