/** Looks at the browser for the self-test. */
import { API } from '../../../web/api/paths.ts';
import type { Surroundings } from './self-checks.ts';

/** @param serverTime what the server's clock said, as ISO instant, at the local time `askedAt` */
export async function readBrowserEnvironment(serverTime: string, askedAt: number): Promise<Surroundings> {
  const begun = performance.now();
  await fetch(API.live, { cache: 'no-store' }).catch(() => undefined);
  const roundTrip = Math.round(performance.now() - begun);
  return {
    cookies: navigator.cookieEnabled,
    localStorage: works(() => {
      localStorage.setItem('gauntlet.probe', '1');
      localStorage.removeItem('gauntlet.probe');
    }),
    indexedDb: await opensDatabase(),
    secureContext: isSecureContext,
    serviceWorker: !('serviceWorker' in navigator)
      ? 'none'
      : navigator.serviceWorker.controller
        ? 'in charge'
        : 'waiting',
    audio: 'AudioContext' in globalThis,
    clockAhead: askedAt - Date.parse(serverTime),
    roundTrip,
    protection: document.querySelector('script[src^="/protect/"]') !== null,
  };
}

function works(attempt: () => void): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

function opensDatabase(): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open('gauntlet.probe');
      request.onsuccess = () => {
        request.result.close();
        indexedDB.deleteDatabase('gauntlet.probe');
        resolve(true);
      };
      request.onerror = () => resolve(false);
    } catch {
      resolve(false);
    }
  });
}
