import type { ReactNode } from 'react';
import { LogoMark } from '../../../web/shell/logo.tsx';
import { VERSION_LABEL } from '../../../web/shell/version.ts';

/** The frame of the pages before the product: mark, heading, one card. */
export function Entrance({
  title,
  lead,
  children,
  below,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  below?: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col items-center bg-sunken px-4 pt-8 pb-6 sm:pt-[12vh]">
      <main id="main" tabIndex={-1} className="w-full max-w-sm">
        <div className="mb-6 flex items-center justify-center gap-2.5">
          <LogoMark className="size-8" />
          <span className="text-xl font-semibold tracking-tight">Gauntlet</span>
        </div>
        <div className="rounded-xl border border-line bg-canvas p-6 shadow-card sm:p-7">
          <h1 className="text-lg font-semibold">{title}</h1>
          {lead && <p className="mt-1 text-sm text-muted">{lead}</p>}
          <div className="mt-5">{children}</div>
        </div>
        {below && <div className="mt-5">{below}</div>}
      </main>
      <footer className="mt-auto pt-8 text-xs text-muted">Gauntlet {VERSION_LABEL}</footer>
    </div>
  );
}

/** A link as it stands in a sentence. */
export const textLink =
  'inline-flex min-h-6 items-center rounded-sm text-sm font-medium text-accent-ink underline underline-offset-2 hover:no-underline';
