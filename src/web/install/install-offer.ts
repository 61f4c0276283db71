/** Whether the browser can install the product as an app, and how to do it. */
import { useSyncExternalStore } from 'react';

/** Chromium's event; other browsers install through their menus. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** `prompt`: the browser asks; `by-hand`: the person uses the browser's menu; `none`: installed or impossible. */
export type InstallOffer = 'none' | 'prompt' | 'by-hand';

let prompt: InstallPromptEvent | undefined;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** Keeps the browser's offer until it is wanted. Called once at start: the event comes early and only once. */
export function startInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    prompt = event as InstallPromptEvent;
    tell();
  });
  window.addEventListener('appinstalled', () => {
    prompt = undefined;
    tell();
  });
}

export interface InstallSurroundings {
  userAgent: string;
  /** Number of touch points, which tells an iPad from the Mac it claims to be. */
  touchPoints: number;
  standalone: boolean;
  prompted: boolean;
}

export function installOffer({ userAgent, touchPoints, standalone, prompted }: InstallSurroundings): InstallOffer {
  if (standalone) return 'none';
  if (prompted) return 'prompt';
  const isIos = /iPhone|iPod|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
  return isIos ? 'by-hand' : 'none';
}

function present(): InstallOffer {
  return installOffer({
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    standalone:
      matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true,
    prompted: prompt !== undefined,
  });
}

export function useInstallOffer(): InstallOffer {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, present);
}

/** Shows the browser's prompt. An offer can be used once; after a refusal the browser decides when to offer again. */
export async function install(): Promise<void> {
  const offer = prompt;
  if (!offer) return;
  prompt = undefined;
  tell();
  await offer.prompt();
}
