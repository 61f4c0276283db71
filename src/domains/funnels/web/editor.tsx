import { lazy, Suspense, useEffect, useState } from 'react';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Eye from 'lucide-react/icons/eye';
import History from 'lucide-react/icons/history';
import Redo2 from 'lucide-react/icons/redo-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { messageFor } from '../../../web/api/error.ts';
import { Link } from '../../../web/router/link.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { cx } from '../../../web/ui/cx.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { useWide } from '../../../web/ui/use-wide.ts';
import type { Funnel } from '../contract.ts';
import type { Device } from './canvas.tsx';
import { Design } from './design.tsx';
import { Devices } from './devices.tsx';
import type { FunnelSearch } from './search.ts';
import { type DraftState, type SaveState, useDraft } from './use-draft.ts';

const PublishDialog = lazy(() => import('./publish-dialog.tsx'));
const VersionsDialog = lazy(() => import('./versions-dialog.tsx'));
const Results = lazy(() => import('./results.tsx'));
const Submissions = lazy(() => import('./submissions.tsx'));
const Orders = lazy(() => import('./orders.tsx'));

interface EditorProps {
  funnel: Funnel;
  search: FunnelSearch;
  onSearch: (change: Partial<FunnelSearch>) => void;
}

const TABS: readonly (readonly [FunnelSearch['tab'], string])[] = [
  ['design', 'Design'],
  ['results', 'Results'],
  ['submissions', 'Submissions'],
  ['orders', 'Orders'],
];

/** A funnel while it is built, and what came of it. */
export function Editor({ funnel, search, onSearch }: EditorProps) {
  const draft = useDraft(funnel);
  const [device, setDevice] = useState<Device>(useWide() ? 'desktop' : 'phone');
  const [dialog, setDialog] = useState<'publish' | 'versions' | null>(null);
  useUndoKeys(draft);
  return (
    <div className="flex h-[calc(100dvh-var(--shell-edges))] flex-col">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2">
        <IconButton
          label="Back to funnels"
          icon={<ArrowLeft />}
          onClick={() => onSearch({ funnel: '', step: '', tab: 'design' })}
        />
        <h1 tabIndex={-1} className="max-w-80 truncate text-base font-semibold">
          {draft.draft.name}
        </h1>
        <Status funnel={funnel} state={draft.state} />
        <nav aria-label="Parts of the funnel" className="flex gap-1">
          {TABS.map(([tab, label]) => (
            <button
              key={tab}
              type="button"
              aria-current={search.tab === tab ? 'page' : undefined}
              className={cx(
                'h-control rounded-md px-3 text-sm',
                search.tab === tab ? 'bg-accent-soft font-medium text-accent-ink' : 'text-muted hover:bg-hover',
              )}
              onClick={() => onSearch({ tab })}
            >
              {label}
            </button>
          ))}
        </nav>
        <div className="ml-auto flex flex-wrap items-center gap-1">
          {search.tab === 'design' && (
            <>
              <IconButton
                label="Undo"
                shortcut="mod+z"
                icon={<Undo2 />}
                disabled={!draft.undo}
                onClick={() => draft.undo?.()}
              />
              <IconButton
                label="Redo"
                shortcut="mod+shift+z"
                icon={<Redo2 />}
                disabled={!draft.redo}
                onClick={() => draft.redo?.()}
              />
              <span className="max-sm:hidden">
                <Devices device={device} onDevice={setDevice} />
              </span>
            </>
          )}
          <IconButton label="Show versions" icon={<History />} onClick={() => setDialog('versions')} />
          <Link
            to={`/funnel-preview/${funnel.id}`}
            className="inline-flex h-control items-center gap-1.5 rounded-md px-3 text-sm hover:bg-hover"
          >
            <Eye size={16} aria-hidden="true" /> Preview
          </Link>
          <Button variant="primary" onClick={() => setDialog('publish')}>
            Publish
          </Button>
        </div>
      </header>
      <Trouble draft={draft} />
      {search.tab === 'design' ? (
        <Design
          draft={draft}
          funnel={funnel}
          device={device}
          step={search.step}
          onStep={(step) => onSearch({ step })}
        />
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <Suspense fallback={<Skeleton className="m-4 h-64" />}>
            {search.tab === 'results' && <Results id={funnel.id} />}
            {search.tab === 'submissions' && <Submissions id={funnel.id} />}
            {search.tab === 'orders' && <Orders id={funnel.id} />}
          </Suspense>
        </div>
      )}
      <Suspense fallback={null}>
        {dialog === 'publish' && (
          <PublishDialog
            draft={draft}
            funnel={funnel}
            onClose={() => setDialog(null)}
            onShow={(step) => {
              setDialog(null);
              onSearch({ tab: 'design', step });
            }}
          />
        )}
        {dialog === 'versions' && <VersionsDialog draft={draft} funnel={funnel} onClose={() => setDialog(null)} />}
      </Suspense>
    </div>
  );
}

const SAVE_LABELS: Readonly<Record<SaveState, string>> = {
  saved: 'Saved',
  saving: 'Saving…',
  unsaved: 'Saving…',
  stale: 'Not saved',
  failed: 'Not saved',
};

function Status({ funnel, state }: { funnel: Funnel; state: SaveState }) {
  return (
    <span className="flex items-center gap-2 text-xs text-muted">
      {funnel.published ? <Badge tone="success">Published</Badge> : <Badge>Draft</Badge>}
      <span role="status">{SAVE_LABELS[state]}</span>
      {funnel.hasChanges && <span className="max-xl:sr-only">Unpublished changes</span>}
    </span>
  );
}

/** What keeps the draft from being saved. */
function Trouble({ draft }: { draft: DraftState }) {
  if (draft.state === 'stale')
    return (
      <Banner
        tone="warning"
        action={
          <Button size="sm" onClick={() => location.reload()}>
            Reload
          </Button>
        }
      >
        Someone changed this funnel in the meantime. Reload to see their version; your last changes were not saved.
      </Banner>
    );
  if (draft.state === 'failed')
    return (
      <Banner
        tone="danger"
        action={
          <Button size="sm" onClick={() => void draft.save().catch(() => undefined)}>
            Save again
          </Button>
        }
      >
        {draft.problem
          ? messageFor(draft.problem, 'Your changes were not saved.')
          : 'Your changes were not saved. Check your connection.'}
      </Banner>
    );
  return null;
}

function useUndoKeys({ undo, redo }: DraftState): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 'z') return;
      // A field undoes what was typed into it.
      const [at] = event.composedPath();
      if (
        at instanceof HTMLInputElement ||
        at instanceof HTMLTextAreaElement ||
        (at instanceof HTMLElement && at.isContentEditable)
      )
        return;
      event.preventDefault();
      if (event.shiftKey) redo?.();
      else undo?.();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [undo, redo]);
}
