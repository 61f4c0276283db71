import { useState } from 'react';
import { usePages } from '../../../web/api/pages.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Sheet } from '../../../web/ui/sheet.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { installs, type InstallSummary } from '../contract/installs.ts';
import { InstallProgress } from './install-progress.tsx';
import { INSTALL_STATES } from './labels.ts';

/** Where a template was stamped, with what became of it. */
export function InstallList({ templateRef, empty }: { templateRef: string; empty: string }) {
  const list = usePages(installs.list, { query: { ref: templateRef } });
  const [opened, setOpened] = useState<InstallSummary | null>(null);
  if (list.loading) return <Skeleton className="h-24 w-full" />;
  if (list.error && list.items.length === 0)
    return <Failure error={list.error} what="Its workspaces" onRetry={list.retry} />;
  if (list.items.length === 0) return <p className="text-sm text-muted">{empty}</p>;
  return (
    <>
      <ul className="divide-y divide-line rounded-md border border-line">
        {list.items.map((install) => (
          <li
            key={install.id}
            data-testid="row"
            className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm"
          >
            <div className="min-w-0 flex-1 basis-40">
              <p className="font-medium">
                {install.workspaceName}
                {install.own && <span className="font-normal text-muted"> · our own</span>}
              </p>
              <p className="text-xs text-muted">
                {[
                  install.made > 0 && `${install.made} made`,
                  install.failed > 0 && `${install.failed} left out`,
                  install.kept > 0 && `${install.kept} kept`,
                  install.createdBy,
                ]
                  .filter(Boolean)
                  .join(' · ')}{' '}
                · <RelativeTime value={install.createdAt} />
              </p>
            </div>
            <Badge tone={INSTALL_STATES[install.state].tone}>{INSTALL_STATES[install.state].text}</Badge>
            <Button size="sm" onClick={() => setOpened(install)} aria-label={`Details of ${install.workspaceName}`}>
              Details
            </Button>
          </li>
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
      {opened && (
        <Sheet open onOpenChange={() => setOpened(null)} title={`${opened.templateName} in ${opened.workspaceName}`}>
          <InstallProgress id={opened.id} />
        </Sheet>
      )}
    </>
  );
}
