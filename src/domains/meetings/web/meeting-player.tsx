import { type RefObject, useState } from 'react';
import { fillPath } from '../../../kernel/path.ts';
import { cx } from '../../../web/ui/cx.ts';
import { type Meeting, meetings } from '../contract.ts';

/** Plays the recording of a meeting. @param onTime hears where it is, in milliseconds */
export function MeetingPlayer({
  meeting: { id, recording, title },
  player,
  onTime,
}: {
  meeting: Meeting;
  player: RefObject<HTMLMediaElement | null>;
  onTime: (ms: number) => void;
}) {
  const [hasPicture, setHasPicture] = useState(false);
  const [isBroken, setBroken] = useState(false);
  if (!recording) return null;
  if (isBroken) return <p className="mb-2 text-muted">This browser can’t play the recording “{recording.name}”.</p>;
  return (
    <div className="sticky top-(--shell-header) z-10 mb-1 bg-canvas py-2">
      <video
        ref={player as RefObject<HTMLVideoElement | null>}
        controls
        playsInline
        preload="metadata"
        aria-label={`Recording of ${title}`}
        src={fillPath(meetings.play.path, { id })}
        className={cx('w-full rounded-md bg-raised', hasPicture ? 'max-h-56' : 'h-14')}
        onLoadedMetadata={(event) => setHasPicture(event.currentTarget.videoWidth > 0)}
        onTimeUpdate={(event) => onTime(Math.round(event.currentTarget.currentTime * 1_000))}
        onSeeking={(event) => onTime(Math.round(event.currentTarget.currentTime * 1_000))}
        onError={() => setBroken(true)}
      >
        <track kind="captions" label="Transcript" src={fillPath(meetings.captions.path, { id })} />
      </video>
    </div>
  );
}
