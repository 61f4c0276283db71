import type { ExcalidrawImperativeAPI } from '@excalidraw/excalidraw/types';
import type { ExcalidrawFrameLikeElement } from '@excalidraw/excalidraw/element/types';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '../../../../web/ui/button.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { framesInOrder } from './frames.ts';

const KEYS: Readonly<Record<string, 1 | -1>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  PageDown: 1,
  ' ': 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageUp: -1,
};

/** Shows the frames of a board one after another. */
export default function Presentation({ api, onEnd }: { api: ExcalidrawImperativeAPI; onEnd: () => void }) {
  const [frames] = useState<readonly ExcalidrawFrameLikeElement[]>(() => framesInOrder(api.getSceneElements()));
  const [at, setAt] = useState(0);
  const step = useCallback(
    (by: 1 | -1) => setAt((now) => Math.min(frames.length - 1, Math.max(0, now + by))),
    [frames.length],
  );
  const frame = frames[at];
  useEffect(() => {
    if (frame)
      api.scrollToContent(frame, { fitToViewport: true, viewportZoomFactor: 0.9, animate: true, duration: 300 });
  }, [api, frame]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const by = KEYS[event.key];
      if (event.key === 'Escape') onEnd();
      else if (by) step(by);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [onEnd, step]);
  const name = frame?.name ?? '';
  return (
    <div
      role="group"
      aria-label="Presentation"
      className="absolute inset-x-0 bottom-4 z-10 mx-auto flex w-fit max-w-[calc(100%-2rem)] items-center gap-2 rounded-lg bg-raised p-2 text-sm shadow-pop"
    >
      <IconButton label="Previous frame" icon={<ChevronLeft />} disabled={at === 0} onClick={() => step(-1)} />
      <span className="min-w-0 truncate" role="status">
        {at + 1} of {frames.length}
        {name && `: ${name}`}
      </span>
      <IconButton
        label="Next frame"
        icon={<ChevronRight />}
        disabled={at === frames.length - 1}
        onClick={() => step(1)}
      />
      <Button size="sm" onClick={onEnd}>
        End
      </Button>
    </div>
  );
}
