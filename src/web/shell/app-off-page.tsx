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
      title={`${name} is switched off`}
      action={
        <Link to="/dashboard" className={buttonClass()}>
          Go to the dashboard
        </Link>
      }
    >
      {user.steppedIn
        ? `${user.workspace.name} does not have it. End the visit and switch it on under Clients, Apps.`
        : `${user.workspace.name} does not have this app. The agency that looks after it can switch it on; what was entered before is kept.`}
    </Notice>
  );
}
