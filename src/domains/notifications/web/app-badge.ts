/**
 * How many notifications are new, said outside of the page: on the installed app's icon and, in the background, in the
 * tab's title.
 */
import { useEffect } from 'react';
import { setTitleCount } from '../../../web/router/titles.tsx';

/** Shows `count` until it changes or the component goes, which is when no one is signed in any more. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    setTitleCount(count);
    showOnIcon(count);
  }, [count]);
  useEffect(
    () => () => {
      setTitleCount(0);
      showOnIcon(0);
    },
    [],
  );
}

/** Only installed apps have an icon to write on; elsewhere the browser refuses, and nothing is lost. */
function showOnIcon(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
}
