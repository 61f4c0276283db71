import HardHat from 'lucide-react/icons/hard-hat';
import { Link } from '../router/link.tsx';
import { useCurrentPage } from '../router/use-page.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Stands at an address whose page no one has built yet, and says so. */
export default function NotBuiltPage() {
  const page = useCurrentPage();
  const signedInPlace = page?.guard === 'public' ? '/login' : '/dashboard';
  return (
    <div className="grid min-h-[70dvh] place-items-center">
      <h1 className="sr-only">{page?.title}</h1>
      <EmptyState
        icon={<HardHat />}
        title={`${page?.title ?? 'This page'} is not built yet`}
        action={<Link to={signedInPlace} className={buttonClass()}>{page?.guard === 'public' ? 'Go to sign-in' : 'Go to the dashboard'}</Link>}
      >
        This part of Gauntlet exists in the plan only. Nothing here works, and nothing is stored.
      </EmptyState>
    </div>
  );
}
