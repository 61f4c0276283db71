/** Browser reports to the server: what happened and where in the product, never to whom or with which data. */

/** Kinds of reports; the server's contract has the same names. */
export type ReportKind = 'altered' | 'framed' | 'injected' | 'error';

const ADDRESS = '/api/browser-reports';
/** A broken page reports a few times, not a thousand times. */
const MOST = 20;
const said = new Set<string>();

/** @param detail one of our files, an error's name and place, or the kind of finding; never text of a page */
export function report(kind: ReportKind, detail: string): void {
  const text = detail.slice(0, 300);
  if (said.size >= MOST || said.has(kind + text)) return;
  said.add(kind + text);
  const body = JSON.stringify({ kind, detail: text, page: location.pathname.slice(0, 300), build: __BUILD__ });
  navigator.sendBeacon(ADDRESS, new Blob([body], { type: 'application/json' }));
}

/** Our own file and position; nothing about foreign scripts (extensions). */
function placeOf(source: string | undefined, line?: number, column?: number): string | undefined {
  if (!source?.startsWith(`${location.origin}/`)) return undefined;
  return `${source.slice(location.origin.length).split('?', 1)[0]}:${line ?? 0}:${column ?? 0}`;
}

const nameOf = (thrown: unknown) => (thrown instanceof Error ? thrown.name : typeof thrown);

/** Reports uncaught errors: name and place, not the message, which may quote typed text. */
export function watchErrors(): void {
  addEventListener('error', ({ error, filename, lineno, colno }) => {
    const place = placeOf(filename, lineno, colno);
    if (place) report('error', `${nameOf(error)} at ${place}`);
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    const frame = reason instanceof Error ? /(https?:\/\/[^\s)]+):(\d+):(\d+)/.exec(reason.stack ?? '') : null;
    const place = frame && placeOf(frame[1], Number(frame[2]), Number(frame[3]));
    // Offline, calls fail, which is no fault.
    if (place && navigator.onLine) report('error', `${nameOf(reason)} unhandled at ${place}`);
  });
}
