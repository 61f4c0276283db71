import { lazy, Suspense, useState } from 'react';
import Plus from 'lucide-react/icons/plus';
import AudioLines from 'lucide-react/icons/audio-lines';
import Mic from 'lucide-react/icons/mic';
import Presentation from 'lucide-react/icons/presentation';
import { usePages } from '../../../web/api/pages.ts';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { SearchBox } from '../../../web/ui/search-box.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type MeetingRow, meetings } from '../contract.ts';
import { minutesWords } from './labels.ts';
import { OpenRecordings } from './open-recordings.tsx';
import { parseMeetingsSearch } from './search.ts';

const MeetingView = lazy(() => import('./meeting-view.tsx'));
const RecordingDialog = lazy(() => import('./recording-dialog.tsx'));
const RecordDialog = lazy(() => import('./record-dialog.tsx'));
const NewMeetingDialog = lazy(() => import('./new-meeting-dialog.tsx'));

/** Meetings and what follows from them, at /ai-meeting-assistant. */
export default function MeetingsPage() {
  const [search, setSearch] = usePageSearch(parseMeetingsSearch);
  const [adding, setAdding] = useState<'transcript' | 'recording' | 'microphone'>();
  const open = (meeting: string | undefined, at?: number) => setSearch({ meeting, at });
  return (
    <div className="page-frame max-w-6xl">
      <Suspense fallback={<Skeleton className="h-64 w-full" />}>
        {search.meeting ? (
          <MeetingView id={search.meeting} at={search.at} onClose={() => open(undefined)} />
        ) : (
          <>
            <header className="mb-4 flex flex-wrap items-center gap-3">
              <h1 tabIndex={-1} className="flex-1 basis-full page-title sm:basis-auto">
                AI meeting assistant
              </h1>
              <Button icon={<Mic />} onClick={() => setAdding('microphone')}>
                Record meeting
              </Button>
              <Button icon={<AudioLines />} onClick={() => setAdding('recording')}>
                Upload recording
              </Button>
              <Button variant="primary" icon={<Plus />} onClick={() => setAdding('transcript')}>
                Add meeting
              </Button>
            </header>
            <OpenRecordings />
            <MeetingList
              search={search.search}
              onSearch={(words) => setSearch({ search: words })}
              onOpen={open}
              onAdd={() => setAdding('transcript')}
            />
          </>
        )}
      </Suspense>
      {adding && (
        <Suspense>
          {adding === 'recording' ? (
            <RecordingDialog onClose={() => setAdding(undefined)} />
          ) : adding === 'microphone' ? (
            <RecordDialog onClose={() => setAdding(undefined)} />
          ) : (
            <NewMeetingDialog onClose={() => setAdding(undefined)} onAdded={(id) => open(id)} />
          )}
        </Suspense>
      )}
    </div>
  );
}

function MeetingList({
  search,
  onSearch,
  onOpen,
  onAdd,
}: {
  search: string;
  onSearch: (words: string) => void;
  onOpen: (id: string, at?: number) => void;
  onAdd: () => void;
}) {
  const list = usePages(meetings.list, { query: { limit: 30, ...(search && { search }) } });
  const isEmpty = !list.loading && !list.error && list.items.length === 0;
  if (isEmpty && !search)
    return (
      <EmptyState
        icon={<Presentation />}
        title="No meetings yet"
        action={
          <Button variant="primary" onClick={onAdd}>
            Add meeting
          </Button>
        }
      >
        Add a transcript or recording to get a summary, decisions, and tasks, each with the passage it rests on.
      </EmptyState>
    );
  return (
    <div className="grid gap-3">
      <SearchBox value={search} onChange={onSearch} label="Search meetings" placeholder="Search what was said" />
      {list.loading && <Skeleton className="h-40 w-full" />}
      {list.error && list.items.length === 0 && <Failure error={list.error} what="Meetings" onRetry={list.retry} />}
      {isEmpty && <p className="border-y border-line py-4 text-sm text-muted">No meeting matches these words.</p>}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {list.items.map((meeting) => (
          <Row key={meeting.id} meeting={meeting} onOpen={onOpen} />
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </div>
  );
}

function Row({ meeting, onOpen }: { meeting: MeetingRow; onOpen: (id: string, at?: number) => void }) {
  const { id, title, heldAt, durationMs, speakers, toReview, hit } = meeting;
  return (
    <li data-testid="meeting" className="grid gap-0.5 py-2.5 text-sm">
      <p className="flex flex-wrap items-center gap-x-2">
        <button
          type="button"
          className="max-w-full min-w-0 truncate font-medium hover:underline pointer-coarse:min-h-11"
          onClick={() => onOpen(id, hit?.position)}
        >
          {title}
        </button>
        {toReview > 0 && <Badge tone="accent">{toReview} to review</Badge>}
        <span className="ml-auto text-muted">
          <RelativeTime value={heldAt} />
          {durationMs !== null && `, ${minutesWords(durationMs)}`}
        </span>
      </p>
      {speakers.length > 0 && <p className="truncate text-muted">{speakers.join(', ')}</p>}
      {hit && <p className="line-clamp-2 break-words">“{hit.text}”</p>}
    </li>
  );
}
