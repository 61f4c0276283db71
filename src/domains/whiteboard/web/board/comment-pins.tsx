import { useQuery } from '@tanstack/react-query';
import { sceneCoordsToViewportCoords } from '@excalidraw/excalidraw';
import type { ExcalidrawImperativeAPI } from '@excalidraw/excalidraw/types';
import MessageSquare from 'lucide-react/icons/message-square';
import { useEffect, useState } from 'react';
import { read } from '../../../../web/api/request.ts';
import { whiteboards } from '../../contract.ts';

/** Open comments as pins on the canvas; they move with it. */
export function CommentPins({
  api,
  board,
  onOpen,
}: {
  api: ExcalidrawImperativeAPI;
  board: string;
  onOpen: () => void;
}) {
  const { data } = useQuery(read(whiteboards.comments, { params: { id: board } }));
  const [, setMoved] = useState(0);
  useEffect(() => api.onScrollChange(() => setMoved((count) => count + 1)), [api]);
  const threads = (data?.items ?? []).filter(({ threadId, resolved }) => threadId === null && !resolved);
  const appState = api.getAppState();
  return (
    <div className="pointer-events-none absolute inset-0 z-3 overflow-hidden">
      {threads.map(({ id, x, y, author, body }) => {
        const at = sceneCoordsToViewportCoords({ sceneX: x, sceneY: y }, appState);
        return (
          <button
            key={id}
            type="button"
            aria-label={`Comment by ${author?.name ?? 'a former member'}: ${body.slice(0, 80)}`}
            className="pointer-events-auto absolute flex size-7 -translate-y-full items-center justify-center rounded-full rounded-bl-none bg-accent text-on-solid shadow-pop"
            style={{ left: at.x - appState.offsetLeft, top: at.y - appState.offsetTop }}
            onClick={onOpen}
          >
            <MessageSquare size={14} aria-hidden="true" />
          </button>
        );
      })}
    </div>
  );
}
