import { useQueryClient } from '@tanstack/react-query';
import Trash2 from 'lucide-react/icons/trash-2';
import { messageFor } from '../../../../web/api/error.ts';
import { call } from '../../../../web/api/request.ts';
import { Link } from '../../../../web/router/link.tsx';
import { toast } from '../../../../web/shell/toast.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Breadcrumb } from '../../../../web/ui/breadcrumb.tsx';
import { confirm } from '../../../../web/ui/confirm.ts';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { ProgressBar } from '../../../../web/ui/progress-bar.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import { imports, type ImportSummary } from '../../contract/imports.ts';
import type { ImportKind } from '../../contract/import-targets.ts';
import { countOf, KINDS } from '../../../../records/contract/kinds.ts';
import { CRM } from '../../paths.ts';
import { useOwners } from '../../../../records/web/choices.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { fileSize } from '../../../../records/web/format.ts';
import { LoadMore } from '../../../../web/ui/load-more.tsx';
import { usePages } from '../../../../web/api/pages.ts';
import { useImportKind } from './use-import-kind.ts';
import { isActive, STATES } from './import-labels.ts';
import UploadCard from './upload-card.tsx';

/**
 * Bringing records of a kind in from a file, and every such import so far, at /contacts/import, /leads/import and so
 * on.
 */
export default function ImportsPage() {
  const kind = useImportKind();
  const { many, title, page } = KINDS[kind];
  const list = usePages(imports.list, { query: { kind, limit: 30 } });
  return (
    <div className="page-frame max-w-4xl">
      <div className="flex min-h-control items-center" data-noprint>
        <Breadcrumb
          items={[
            <Link key="list" to={page} className="hover:text-ink hover:underline">
              {title}
            </Link>,
            'Import',
          ]}
        />
      </div>
      <h1 className="mt-3 page-title">Import {many}</h1>
      <p className="mt-1 mb-5 text-sm text-muted">
        {HINTS[kind]} Columns and encoding are detected. You choose which field each column fills.
      </p>
      <UploadCard kind={kind} />
      <section aria-labelledby="imports-so-far" className="mt-8 min-h-48">
        <h2 id="imports-so-far" className="mb-2 text-sm font-semibold">
          Past imports
        </h2>
        {list.loading && (
          <div className="grid gap-2" aria-hidden="true">
            <Skeleton className="h-16 w-full" />
            <Skeleton className="h-16 w-full" />
          </div>
        )}
        {list.error && list.items.length === 0 && <Failure error={list.error} what="Imports" onRetry={list.retry} />}
        {!list.loading && !list.error && list.items.length === 0 && (
          <p className="text-sm text-muted">
            No imports yet. Each import appears here with its progress and report, and you can undo it.
          </p>
        )}
        {list.items.length > 0 && (
          <ul className="divide-y divide-line rounded-lg border border-line">
            {list.items.map((one) => (
              <ImportRow key={one.id} one={one} />
            ))}
          </ul>
        )}
        <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} label="Show earlier imports" />
      </section>
    </div>
  );
}

const HINTS: Record<ImportKind, string> = {
  contact: 'From a spreadsheet, another CRM, or an address book.',
  company: 'From a spreadsheet or another CRM.',
  lead: 'From a spreadsheet, a trade show, or a purchased list. Leads are scored and assigned as they are imported.',
  opportunity: 'From a spreadsheet or another CRM, into your pipelines and stages. Import contacts first.',
};

function ImportRow({ one }: { one: ImportSummary }) {
  const { nameOf } = useOwners();
  const state = STATES[one.state];
  const { created, updated, skipped, rejected } = one.counts;
  return (
    <li data-testid="row" className="flex items-center gap-2 px-3 py-2.5 text-sm">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <Link
            to={`${KINDS[one.kind].page}/import/${one.id}`}
            className="min-w-0 truncate leading-6 font-medium hover:underline"
            title={one.fileName}
          >
            {one.fileName}
          </Link>
          <Badge tone={state.tone}>{state.label}</Badge>
        </p>
        <p className="text-xs text-muted">
          {one.state === 'mapping'
            ? `${fileSize(one.size)}, columns not mapped yet`
            : `${countOf(one.kind, created)} created, ${updated.toLocaleString()} updated, ${skipped.toLocaleString()} skipped, ${rejected.toLocaleString()} rejected`}
          {' · '}
          <RelativeTime value={one.createdAt} />
          {one.createdBy && ` by ${nameOf(one.createdBy)}`}
        </p>
        {isActive(one.state) && (
          <ProgressBar
            className="mt-1.5"
            label={`Import of ${one.fileName}`}
            value={one.state === 'running' ? Math.round(one.progress * 100) : undefined}
          />
        )}
      </div>
      {one.state === 'mapping' && <ForgetButton one={one} />}
    </li>
  );
}

function ForgetButton({ one }: { one: ImportSummary }) {
  const client = useQueryClient();
  const forget = async () => {
    if (
      !(await confirm({
        title: `Discard ${one.fileName}?`,
        description: 'The uploaded file and its column mapping are deleted. No rows have been imported.',
        action: 'Discard import',
      }))
    )
      return;
    try {
      await call(imports.remove, { params: { id: one.id } });
      await client.invalidateQueries({ queryKey: [CRM.imports] });
    } catch (error) {
      toast({ type: 'error', title: 'Couldn’t discard the import', description: messageFor(error, 'Try again.') });
    }
  };
  return <IconButton size="sm" label={`Discard ${one.fileName}`} icon={<Trash2 />} onClick={() => void forget()} />;
}
