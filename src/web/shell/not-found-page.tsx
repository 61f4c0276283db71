import { useLocation } from '@tanstack/react-router';
import SearchX from 'lucide-react/icons/search-x';
import { useSessionUser } from '../api/session.ts';
import { Link } from '../router/link.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Notice } from './notice.tsx';
import { openPalette } from './palette-state.ts';

/** Shown at any unknown address. */
export default function NotFoundPage() {
  const { pathname } = useLocation();
  const user = useSessionUser();
  return (
    <Notice
      icon={<SearchX />}
      title="Page not found"
      action={
        <>
          <Link to={user ? '/' : '/login'} className={buttonClass({ variant: 'primary' })}>
            {user ? 'Go to the dashboard' : 'Go to sign-in'}
          </Link>
          {user && <Button onClick={() => openPalette()}>Search</Button>}
        </>
      }
    >
      There is no page at <code className="font-mono break-all">{pathname}</code>. The address may be mistyped, or the
      page may have moved.
    </Notice>
  );
}
