import { lazy, Suspense, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Plus from 'lucide-react/icons/plus';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { Link, useGo } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Menu, MenuItem } from '../../../web/ui/dropdown-menu.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { counted } from '../../../web/ui/format.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { ProgressBar } from '../../../web/ui/progress-bar.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type KnowledgeSource, knowledgeSources } from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';
import { AddFiles } from './add-files.tsx';
import { DocumentList } from './document-list.tsx';
import { audienceText, KIND_LABELS } from './labels.ts';
import { SHOWN, SHOWN_LABELS, type Shown } from './search.ts';
import { SourceState } from './source-list.tsx';

const SourceDialog = lazy(() => import('./source-dialog.tsx'));
const NoteDialog = lazy(() => import('./note-dialog.tsx'));

interface SourceViewProps {
  id: string;
  show: Shown;
  onShow: (show: Shown) => void;
}

/** One source with its documents. */
export function SourceView({ id, show, onShow }: SourceViewProps) {
  const { data, error, refetch } = useQuery(read(knowledgeSources.get, { params: { id } }));
  if (error && !data) return <Failure error={error} what="The source" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-64 w-full" />;
  return (
    <div data-testid="record">
      <Head source={data} />
      {data.error && (
        <Banner tone="warning" className="mb-4">
          {data.error}
        </Banner>
      )}
      {data.state === 'working' && <ReadingProgress source={data} />}
      {data.kind === 'files' && data.canEdit && <AddFiles sourceId={id} />}
      <div className="mt-4 mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold">Documents</h2>
        <Select
          aria-label="Show"
          className="w-52"
          value={show}
          options={SHOWN.map((value) => ({ value, label: SHOWN_LABELS[value] }))}
          onChange={(event) => onShow(SHOWN.find((value) => value === event.target.value) ?? 'all')}
        />
      </div>
      <DocumentList source={id} show={show} />
    </div>
  );
}

/** How far the source has been read. */
function ReadingProgress({ source: { documents, waiting } }: { source: KnowledgeSource }) {
  const isCounted = documents > 0 && waiting > 0;
  const text = isCounted
    ? `Reading: ${(documents - waiting).toLocaleString()} of ${counted(documents, 'document')} done`
    : waiting > 0
      ? 'Looking for changes'
      : 'Preparing search by meaning';
  return (
    <div role="status" className="mb-4 grid gap-2 text-sm text-muted">
      <p>{text}</p>
      <ProgressBar label="Reading" max={documents} {...(isCounted && { value: documents - waiting })} />
    </div>
  );
}

function Head({ source }: { source: KnowledgeSource }) {
  const { id, name, kind, url, owner, documents, passages, checkedAt, everyHours } = source;
  const facts = [
    KIND_LABELS[kind],
    `Read by ${audienceText(source).toLowerCase() === 'everyone' ? 'everyone' : audienceText(source)}`,
    owner && `Owner ${owner.name}`,
    `${counted(documents, 'document')}, ${counted(passages, 'passage')}`,
    everyHours && `Checked every ${everyHours === 1 ? 'hour' : everyHours === 24 ? 'day' : `${everyHours} hours`}`,
  ];
  return (
    <header className="mb-4">
      <Link to="/knowledge-base-unified" search={{}} className="text-sm text-muted hover:underline">
        Knowledge base
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h1 tabIndex={-1} className="page-title min-w-0 break-words">
          {name}
        </h1>
        <div className="flex items-center gap-2">
          <SourceState source={source} />
          {source.canEdit && <Acts source={source} />}
        </div>
      </div>
      <p className="text-sm text-muted">
        {facts.filter(Boolean).join(' · ')}
        {checkedAt && (
          <>
            {' · Last checked '}
            <RelativeTime value={checkedAt} />
          </>
        )}
      </p>
      {url && (
        <a href={url} target="_blank" rel="noreferrer" className="text-sm break-all text-accent-ink underline" key={id}>
          {url}
        </a>
      )}
    </header>
  );
}

function Acts({ source }: { source: KnowledgeSource }) {
  const client = useQueryClient();
  const go = useGo();
  const [open, setOpen] = useState<'edit' | 'note' | null>(null);
  const { id, name, kind, documents, state } = source;
  const refresh = () => client.invalidateQueries({ queryKey: [KNOWLEDGE.sources] });
  const check = async () => {
    try {
      await call(knowledgeSources.sync, { params: { id } });
      await client.invalidateQueries({ queryKey: [`${KNOWLEDGE.sources}/${id}`] });
      await refresh();
    } catch (error) {
      toast({ type: 'error', title: 'Source not checked', description: messageFor(error, 'Try again.') });
    }
  };
  const remove = async () => {
    const yes = await confirm({
      title: `Delete “${name}” with ${counted(documents, 'document')}?`,
      description: 'Its documents are removed from search and from answers. This cannot be undone.',
      action: 'Delete source',
      tone: 'danger',
    });
    if (!yes) return;
    try {
      await call(knowledgeSources.remove, { params: { id } });
      await refresh();
      toast({ type: 'success', title: `“${name}” deleted` });
      await go('/knowledge-base-unified');
    } catch (error) {
      toast({ type: 'error', title: 'Source not deleted', description: messageFor(error, 'Try again.') });
    }
  };
  return (
    <>
      {(kind === 'notes' || kind === 'answers') && (
        <Button variant="primary" icon={<Plus />} onClick={() => setOpen('note')}>
          New note
        </Button>
      )}
      {(kind === 'web' || kind === 'feed' || source.failed > 0 || state === 'failed') && (
        <Button icon={<RefreshCw />} disabled={state === 'working'} onClick={() => void check()}>
          Check now
        </Button>
      )}
      <Menu trigger={<IconButton label="More actions" icon={<Ellipsis />} />}>
        <MenuItem onSelect={() => setOpen('edit')}>Edit source</MenuItem>
        <MenuItem tone="danger" onSelect={() => void remove()}>
          Delete source
        </MenuItem>
      </Menu>
      <Suspense fallback={null}>
        {open === 'edit' && (
          <SourceDialog
            source={source}
            onClose={() => setOpen(null)}
            onSaved={() => {
              setOpen(null);
              void client.invalidateQueries({ queryKey: [`${KNOWLEDGE.sources}/${id}`] });
            }}
          />
        )}
        {open === 'note' && <NoteDialog sourceId={id} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}
