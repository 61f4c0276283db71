import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import Pencil from 'lucide-react/icons/pencil';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash-2';
import { fillPath } from '../../../kernel/path.ts';
import { messageFor } from '../../../web/api/error.ts';
import { usePages } from '../../../web/api/pages.ts';
import { call, read } from '../../../web/api/request.ts';
import { Link, useGo } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { cx } from '../../../web/ui/cx.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { counted, fileSize } from '../../../web/ui/format.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type KnowledgeDocument, knowledgeDocuments, type KnowledgePassage } from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';
import { DocumentBadges } from './document-list.tsx';
import { typeLabel } from './labels.ts';
import { OcrBadge } from './ocr-badge.tsx';

const NoteDialog = lazy(() => import('./note-dialog.tsx'));

type Document = KnowledgeDocument & { text: string };

/** One document as passages; a citation opens it at its passage. */
export function DocumentView({ id, passage }: { id: string; passage: string | undefined }) {
  const { data, error, refetch } = useQuery(read(knowledgeDocuments.get, { params: { id } }));
  if (error && !data) return <Failure error={error} what="The document" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-96 w-full" />;
  return (
    <article data-testid="record">
      <Head document={data} />
      <Passages key={`${id} ${passage ?? ''}`} document={data} passage={passage} />
    </article>
  );
}

function Head({ document }: { document: Document }) {
  const { title, sourceId, sourceName, type, size, pages, passages, changedAt, url, duplicateOf, state, error } =
    document;
  const { scanned, unsurePages, notice } = document;
  const facts = [
    typeLabel(type),
    size > 0 && fileSize(size),
    pages && counted(pages, 'page'),
    scanned > 0 && `${counted(scanned, 'page')} read by OCR`,
    counted(passages, 'passage'),
  ];
  return (
    <header className="mb-4">
      <Link to="/knowledge-base-unified" search={{ source: sourceId }} className="text-sm text-muted hover:underline">
        {sourceName}
      </Link>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h1 tabIndex={-1} className="page-title min-w-0 flex-1 basis-60 break-words">
          {title}
        </h1>
        <div className="flex items-center gap-2">
          <DocumentBadges document={document} />
          <Acts document={document} />
        </div>
      </div>
      <p className="text-sm text-muted">
        {facts.filter(Boolean).join(' · ')} · Changed <RelativeTime value={changedAt} />
      </p>
      {url && <Origin url={url} />}
      {duplicateOf && (
        <p className="text-sm text-muted">
          The same content as{' '}
          <Link
            to="/knowledge-base-unified"
            search={{ document: duplicateOf.id }}
            className="text-accent-ink underline underline-offset-2"
          >
            {duplicateOf.title}
          </Link>
        </p>
      )}
      {notice && (
        <Banner tone="warning" className="mt-3">
          {notice}
        </Banner>
      )}
      {unsurePages.length > 0 && (
        <Banner tone="warning" className="mt-3">
          OCR was unsure of {unsurePages.length === 1 ? 'page' : 'pages'} {unsurePages.slice(0, 20).join(', ')}
          {unsurePages.length > 20 && ` and ${unsurePages.length - 20} more`}. Check{' '}
          {unsurePages.length === 1 ? 'it' : 'them'} against the file, or add a sharper scan.
        </Banner>
      )}
      {state === 'failed' && (
        <Banner tone="danger" className="mt-3">
          {error}
        </Banner>
      )}
    </header>
  );
}

/** Where the document is from: a page of the product, or one outside. */
function Origin({ url }: { url: string }) {
  const look = 'text-sm break-all text-accent-ink underline underline-offset-2';
  if (!/^https?:/.test(url)) {
    const [path = '', query = ''] = url.split('?');
    return (
      <Link to={path} search={Object.fromEntries(new URLSearchParams(query))} className={look}>
        Open where it comes from
      </Link>
    );
  }
  return (
    <a href={url} target="_blank" rel="noreferrer" className={look}>
      {url}
    </a>
  );
}

function Acts({ document }: { document: Document }) {
  const client = useQueryClient();
  const go = useGo();
  const [isEditing, setEditing] = useState(false);
  const { id, title, sourceId, hasFile, canEdit, state, type, url } = document;
  const isNote = !hasFile && type === 'text/markdown' && url === '';
  const attempt = async (act: () => Promise<unknown>, failure: string) => {
    try {
      await act();
      await client.invalidateQueries({ queryKey: [KNOWLEDGE.documents] });
      return true;
    } catch (error) {
      toast({ type: 'error', title: failure, description: messageFor(error, 'Try again.') });
      return false;
    }
  };
  const remove = async () => {
    const yes = await confirm({
      title: `Delete “${title}”?`,
      description: 'It is removed from search and from answers. This cannot be undone.',
      action: 'Delete document',
      tone: 'danger',
    });
    if (!yes) return;
    if (await attempt(() => call(knowledgeDocuments.remove, { params: { id } }), 'Document not deleted'))
      await go('/knowledge-base-unified', { search: { source: sourceId } });
  };
  return (
    <>
      {hasFile && (
        <a href={fillPath(knowledgeDocuments.file.path, { id })} download className={buttonClass()}>
          <Download size={16} aria-hidden="true" />
          Download
        </a>
      )}
      {canEdit && state === 'failed' && (
        <Button
          icon={<RotateCcw />}
          onClick={() =>
            void attempt(async () => {
              await call(knowledgeDocuments.retry, { params: { id } });
              await client.invalidateQueries({ queryKey: [`${KNOWLEDGE.documents}/${id}`] });
            }, 'Document not read again')
          }
        >
          Read again
        </Button>
      )}
      {canEdit && isNote && <IconButton label="Edit note" icon={<Pencil />} onClick={() => setEditing(true)} />}
      {canEdit && <IconButton label="Delete document" icon={<Trash2 />} tone="danger" onClick={() => void remove()} />}
      <Suspense fallback={null}>
        {isEditing && <NoteDialog sourceId={sourceId} note={document} onClose={() => setEditing(false)} />}
      </Suspense>
    </>
  );
}

function Passages({ document: { id, state }, passage }: { document: Document; passage: string | undefined }) {
  const [around, setAround] = useState(passage);
  const list = usePages(knowledgeDocuments.passages, { params: { id }, query: { around } });
  const isFromStart = list.items[0]?.position === 0;
  if (list.error && list.items.length === 0)
    return <Failure error={list.error} what="The passages" onRetry={list.retry} />;
  if (list.loading) return <Skeleton className="h-64 w-full" />;
  if (list.items.length === 0)
    return state === 'failed' ? null : <p className="text-sm text-muted">Reading the document…</p>;
  return (
    <>
      {passage && !list.items.some((one) => one.id === passage) && (
        <Banner tone="info" className="mb-3">
          The passage was changed or removed since it was cited.
        </Banner>
      )}
      {!isFromStart && (
        <Button size="sm" className="mb-2" onClick={() => setAround(undefined)}>
          Show from the beginning
        </Button>
      )}
      <ol className="grid gap-2">
        {list.items.map((one) => (
          <Passage key={one.id} passage={one} isCited={one.id === passage} />
        ))}
      </ol>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} label="More passages" />
    </>
  );
}

function Passage({ passage: { heading, place, text, ocr }, isCited }: { passage: KnowledgePassage; isCited: boolean }) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCited) item.current?.scrollIntoView({ block: 'center' });
  }, [isCited]);
  return (
    <li
      ref={item}
      aria-current={isCited || undefined}
      className={cx('rounded-lg border border-line p-3', isCited && 'border-accent bg-accent-soft')}
    >
      {(heading || place || ocr !== null) && (
        <p className="mb-1 flex justify-between gap-4 text-xs text-muted">
          <span className="min-w-0 truncate">{heading}</span>
          <span className="flex shrink-0 items-center gap-2">
            {ocr !== null && <OcrBadge certainty={ocr} />}
            {place}
          </span>
        </p>
      )}
      <p className="text-sm leading-6 break-words whitespace-pre-line">{text}</p>
    </li>
  );
}
