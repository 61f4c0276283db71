import HardHat from 'lucide-react/icons/hard-hat';
import { Link } from '../router/link.tsx';
import { useCurrentPage } from '../router/use-page.ts';
import { buttonClass } from '../ui/button.tsx';
import { Notice } from './notice.tsx';

/** Shown at an address whose page is not built yet. */
export default function NotBuiltPage() {
  const page = useCurrentPage();
  if (!page) return null;
  const wayOut =
    page.guard === 'public' ? { to: '/login', label: 'Go to sign-in' } : { to: '/', label: 'Go to the dashboard' };
  const atHome = page.path === '/' || page.path === '/dashboard';
  return (
    <Notice
      icon={<HardHat />}
      title={page.title}
      action={
        !atHome && (
          <Link to={wayOut.to} className={buttonClass()}>
            {wayOut.label}
          </Link>
        )
      }
    >
      “{page.title}” is not built yet. It exists in the plan only: nothing works here, and nothing is stored.
    </Notice>
  );
}
