import HardHat from 'lucide-react/icons/hard-hat';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { userQuery } from '../api/session.ts';
import { missingApp } from '../router/apps.ts';
import { judge } from '../router/route-guard.tsx';
import { Link } from '../router/link.tsx';
import { hasParameters, type Page } from '../router/page.ts';
import { useCurrentPage } from '../router/use-page.ts';
import { buttonClass } from '../ui/button.tsx';
import { alternativesTo } from './alternatives.ts';
import { Notice } from './notice.tsx';

/** Pages offered at most. */
const OFFERED = 3;

/** Shown at an address whose page is not built yet: says so, and offers the pages that do part of the job today. */
export default function NotBuiltPage() {
  const page = useCurrentPage();
  const { routesById } = useRouter();
  const { data: user } = useQuery(userQuery);
  if (!page) return null;
  const pages = Object.values(routesById).flatMap(({ options }) => options.staticData?.page ?? []);
  const opens = (one: Page | undefined): one is Page =>
    one !== undefined &&
    !one.planned &&
    !hasParameters(one.path) &&
    Boolean(user) &&
    judge(one.guard, user!) === 'show' &&
    !missingApp(user!, one.path);
  const instead = alternativesTo(page.path)
    .map((path) => pages.find((one) => one.path === path))
    .filter(opens)
    .slice(0, OFFERED);
  const wayOut =
    page.guard === 'public' ? { to: '/login', label: 'Go to sign-in' } : { to: '/', label: 'Go to the dashboard' };
  return (
    <Notice
      icon={<HardHat />}
      title={page.title}
      action={
        instead.length > 0 ? (
          <ul aria-label="Available today" className="flex flex-wrap justify-center gap-2">
            {instead.map(({ path, title }) => (
              <li key={path}>
                <Link to={path} className={buttonClass()}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <Link to={wayOut.to} className={buttonClass()}>
            {wayOut.label}
          </Link>
        )
      }
    >
      This page is planned but not available yet.
      {instead.length > 0 && ' Until then, use these pages:'}
    </Notice>
  );
}
