import { useEffect, useState } from 'react';

const WIDE = '(min-width: 1024px)';

/** Whether the screen fits two panes side by side: 1024 px, as for the sidebar. */
export function useWide(): boolean {
  const [wide, setWide] = useState(() => matchMedia(WIDE).matches);
  useEffect(() => {
    const media = matchMedia(WIDE);
    const change = () => setWide(media.matches);
    media.addEventListener('change', change);
    return () => media.removeEventListener('change', change);
  }, []);
  return wide;
}
