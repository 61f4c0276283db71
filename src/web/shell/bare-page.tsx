import type { ReactNode } from 'react';
import { useSessionUser } from '../api/session.ts';
import { Link } from '../router/link.tsx';
import { useCurrentPage } from '../router/use-page.ts';
import { LogoMark } from './logo.tsx';

/** A page with several parts that needs no account: logo, way back, heading. Inside the shell only the heading. */
export function BarePage({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  const user = useSessionUser();
  const content = (
    <>
      <h1 className="page-title">{title}</h1>
      <p className="mt-1 mb-4 text-sm text-muted">{lead}</p>
      {children}
    </>
  );
  if (useCurrentPage()?.shell) return <div className="page-frame max-w-3xl">{content}</div>;
  return (
    <div className="min-h-dvh bg-sunken">
      <main id="main" tabIndex={-1} className="mx-auto max-w-3xl px-4 pt-6 pb-16">
        <div className="mb-6 flex items-center justify-between">
          <span className="flex items-center gap-2.5">
            <LogoMark className="size-7" />
            <span className="text-lg font-semibold tracking-tight">Gauntlet</span>
          </span>
          <Link
            to={user ? '/' : '/login'}
            className="inline-flex min-h-6 items-center rounded-sm text-sm font-medium text-accent-ink underline underline-offset-2 hover:no-underline"
          >
            {user ? 'Back to Gauntlet' : 'Go to sign-in'}
          </Link>
        </div>
        {content}
      </main>
    </div>
  );
}

/** One part of the page. */
export function BarePart({
  title,
  lead,
  action,
  children,
}: {
  title: string;
  lead?: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="mb-4 rounded-lg border border-line bg-canvas p-4 sm:p-5">
      <div className="mb-3 flex items-start justify-between gap-3">
        <div>
          <h2 className="text-base font-semibold">{title}</h2>
          {lead && <p className="text-xs text-muted">{lead}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
