/** Reports of a browser to the server: what happened and where in the product, never to whom or with which data. */

/** What can be reported; the server's contract knows the same names. */
export type ReportKind = 'altered' | 'framed' | 'injected' | 'error';

const ADDRESS = '/api/browser-reports';
/** A page that is broken says so a few times, not a thousand times. */
const MOST = 20;
const said = new Set<string>();

/**
 * @param detail a file of ours, the name of an error with its place, or what kind of thing was found: no text of a page
 */
export function report(kind: ReportKind, detail: string): void {
  const text = detail.slice(0, 300);
  if (said.size >= MOST || said.has(kind + text)) return;
  said.add(kind + text);
  const body = JSON.stringify({ kind, detail: text, page: location.pathname.slice(0, 300), build: __BUILD__ });
  navigator.sendBeacon(ADDRESS, new Blob([body], { type: 'application/json' }));
}

/** Our own file and the place in it; of foreign scripts (extensions) nothing is said. */
function placeOf(source: string | undefined, line?: number, column?: number): string | undefined {
  if (!source?.startsWith(`${location.origin}/`)) return undefined;
  return `${source.slice(location.origin.length).split('?', 1)[0]}:${line ?? 0}:${column ?? 0}`;
}

const nameOf = (thrown: unknown) => (thrown instanceof Error ? thrown.name : typeof thrown);

/** Reports what nothing caught: the error's name and place, not its message, which may quote what somebody typed. */
export function watchErrors(): void {
  addEventListener('error', ({ error, filename, lineno, colno }) => {
    const place = placeOf(filename, lineno, colno);
    if (place) report('error', `${nameOf(error)} at ${place}`);
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    const frame = reason instanceof Error ? /(https?:\/\/[^\s)]+):(\d+):(\d+)/.exec(reason.stack ?? '') : null;
    const place = frame && placeOf(frame[1], Number(frame[2]), Number(frame[3]));
    // Without a connection calls fail, which is no fault.
    if (place && navigator.onLine) report('error', `${nameOf(reason)} unhandled at ${place}`);
  });
}
