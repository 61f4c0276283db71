import { useEffect, useRef, useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { call, request } from '../../../web/api/request.ts';
import { cx } from '../../../web/ui/cx.ts';
import { Menu, MenuItem } from '../../../web/ui/dropdown-menu.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { ITEM_KINDS, type ItemKind, type Meeting, meetings, type TranscriptSegment } from '../contract.ts';
import { clockOf } from '../engine/clock.ts';
import { ITEM_LABELS } from './labels.ts';
import type { Act } from './meeting-items.tsx';
import { MeetingPlayer } from './meeting-player.tsx';

const PAGE = 300;

/** The transcript, next to the recording if there is one. @param shown passage to scroll to */
export function MeetingTranscript({
  meeting,
  shown,
  onAct,
}: {
  meeting: Meeting;
  shown: number | undefined;
  onAct: Act;
}) {
  const names = new Map(meeting.speakers.map(({ label, name }) => [label, name]));
  const list = useInfiniteQuery({
    queryKey: ['meeting-transcript', meeting.id],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      request(meetings.transcript, { params: { id: meeting.id }, query: { from: pageParam, limit: PAGE }, signal }),
    getNextPageParam: (last, pages) => (last.items.length === PAGE ? pages.length * PAGE : undefined),
    staleTime: Infinity,
  });
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const player = useRef<HTMLMediaElement>(null);
  const [playing, setPlaying] = useState<number>();
  const playFrom = (ms: number) => {
    if (!player.current) return;
    player.current.currentTime = ms / 1_000;
    // Refused where the browser wants a gesture first; the player then stands at the moment.
    void player.current.play().catch(() => undefined);
  };
  const isMissing = shown !== undefined && shown >= items.length && items.length > 0;
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const add = (kind: ItemKind, { text, position }: TranscriptSegment) =>
    void onAct(
      () =>
        call(meetings.addItem, { params: { id: meeting.id }, body: { kind, text: text.slice(0, 1_000), position } }),
      'Couldn’t add this',
    );
  return (
    <section aria-labelledby="transcript">
      <h2 id="transcript" className="mb-2 text-base font-semibold">
        Transcript
      </h2>
      <MeetingPlayer
        meeting={meeting}
        player={player}
        onTime={(ms) => setPlaying(items.findLast(({ startMs }) => startMs !== null && startMs <= ms)?.position)}
      />
      {list.isPending && <Skeleton className="h-64 w-full" />}
      {list.error && items.length === 0 && (
        <Failure error={list.error} what="The transcript" onRetry={() => void list.refetch()} />
      )}
      <ol className="grid gap-3">
        {items.map((segment) => (
          <Segment
            key={segment.position}
            segment={segment}
            name={names.get(segment.speaker) ?? segment.speaker}
            isShown={segment.position === shown}
            isPlaying={segment.position === playing}
            onPlay={meeting.recording ? playFrom : undefined}
            onAdd={add}
          />
        ))}
      </ol>
      <LoadMore hasMore={hasNextPage} loading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </section>
  );
}

function Segment({
  segment,
  name,
  isShown,
  isPlaying,
  onPlay,
  onAdd,
}: {
  segment: TranscriptSegment;
  name: string;
  isShown: boolean;
  isPlaying: boolean;
  /** Undefined without a recording. */
  onPlay: ((ms: number) => void) | undefined;
  onAdd: (kind: ItemKind, segment: TranscriptSegment) => void;
}) {
  const place = useRef<HTMLLIElement>(null);
  const { startMs } = segment;
  useEffect(() => {
    if (isShown) place.current?.scrollIntoView({ block: 'center' });
  }, [isShown]);
  return (
    <li
      ref={place}
      aria-current={isShown ? 'true' : undefined}
      data-testid="segment"
      data-playing={isPlaying || undefined}
      className={cx('group flex items-start gap-2 rounded-md px-2 py-1', (isShown || isPlaying) && 'bg-accent-soft')}
    >
      <div className="min-w-0 flex-1">
        <p className="text-xs text-muted">
          {name && <span className="font-medium text-ink">{name}</span>}
          {startMs !== null &&
            (onPlay ? (
              <>
                {' '}
                <button
                  type="button"
                  aria-label={`Play from ${clockOf(startMs)}`}
                  className="tabular underline underline-offset-2 hover:text-ink pointer-coarse:min-h-11 pointer-coarse:px-2"
                  onClick={() => onPlay(startMs)}
                >
                  {clockOf(startMs)}
                </button>
              </>
            ) : (
              <span className="tabular"> {clockOf(startMs)}</span>
            ))}
        </p>
        <p className="break-words">{segment.text}</p>
      </div>
      <Menu trigger={<IconButton size="sm" label="Add from this passage" icon={<Plus />} />}>
        {ITEM_KINDS.map((kind) => (
          <MenuItem key={kind} onSelect={() => onAdd(kind, segment)}>
            Add as {ITEM_LABELS[kind].one}
          </MenuItem>
        ))}
      </Menu>
    </li>
  );
}
