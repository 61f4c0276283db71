/**
 * The page's surroundings: frames, foreign elements, a browser that stores nothing. Reported or shown, never punished.
 */
import { report } from './report.ts';

/** The policy refuses frames already; in a browser that ignores it, the page says so and shows nothing to press. */
export function refuseFrames(): void {
  if (top === self) return;
  report('framed', 'shown inside another page');
  document.documentElement.hidden = true;
}

/** Elements the product never creates. Browser extensions create them, too, so they are only reported. */
export function watchInjections(): void {
  const look = (element: Element) => {
    const found = suspicion(element);
    if (found) report('injected', found);
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) look(node);
  }).observe(document.documentElement, { childList: true, subtree: true });
}

function suspicion(element: Element): string | undefined {
  switch (element.localName) {
    case 'base':
      return 'base';
    case 'script': {
      const { src } = element as HTMLScriptElement;
      return src && !src.startsWith(`${location.origin}/`) ? `script of ${hostOf(src)}` : undefined;
    }
    case 'form': {
      const action = element.getAttribute('action');
      return action && new URL(action, location.href).origin !== location.origin
        ? `form to ${hostOf(action)}`
        : undefined;
    }
    default:
      return undefined;
  }
}

const hostOf = (url: string) =>
  URL.canParse(url) ? new URL(url).host || new URL(url).protocol : 'an unreadable address';

/** Sets `data-keeps-nothing` on the html element to what this browser does not store, for the page to show. */
export function checkStorage(): void {
  const closed = [
    // Checked last, because the page waits for the browser's answer.
    document.cookie || navigator.cookieEnabled ? '' : 'cookies',
    worksLocally() ? '' : 'settings',
  ].filter(Boolean);
  if (closed.length > 0) document.documentElement.dataset.keepsNothing = closed.join(' ');
}

function worksLocally(): boolean {
  try {
    localStorage.setItem('gauntlet.probe', '1');
    localStorage.removeItem('gauntlet.probe');
    return true;
  } catch {
    return false;
  }
}
