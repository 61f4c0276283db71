import { useCallback, useEffect, useRef, useState } from 'react';

const MIN_HEIGHT = 60;
const MAX_HEIGHT = 20_000;

/**
 * The HTML of a message in a frame without scripts, as tall as its content. Its own policy and the cleaning on the
 * server allow none either.
 */
export function LetterFrame({
  messageId,
  subject,
  showPictures,
}: {
  messageId: string;
  subject: string;
  showPictures: boolean;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  const observer = useRef<ResizeObserver>(undefined);
  const [height, setHeight] = useState(MIN_HEIGHT * 3);
  const onLoad = useCallback(() => {
    const body = frame.current?.contentDocument?.body;
    if (!body) return;
    const measure = () => setHeight(Math.min(Math.max(body.scrollHeight + 4, MIN_HEIGHT), MAX_HEIGHT));
    observer.current?.disconnect();
    observer.current = new ResizeObserver(measure);
    observer.current.observe(body);
    measure();
  }, []);
  useEffect(() => () => observer.current?.disconnect(), []);
  return (
    <iframe
      ref={frame}
      title={`Email: ${subject || 'No subject'}`}
      // Without scripts, the same origin only lets this page measure it.
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      src={`/api/mail/messages/${messageId}/letter${showPictures ? '?pictures=show' : ''}`}
      onLoad={onLoad}
      style={{ height }}
      className="w-full rounded-md border border-line bg-white"
    />
  );
}
