/** Compares loaded files with the build's signed list. Detection, not protection: see docs/protection.md. */
import { report } from './report.ts';

const LIST = '/protect/integrity.json';
/** Milliseconds to wait until the page has settled, so that the check costs no one anything. */
const AFTER = 5_000;

/** The list from the build; `signature` covers `text`. */
interface SignedList {
  /** JSON of {@link FileList}. */
  text: string;
  signature: string;
}

interface FileList {
  build: string;
  /** Path → SHA-384 in base64. */
  files: Record<string, string>;
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
const base64Of = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

export function checkFiles(): void {
  // Without TLS the browser offers no cryptography, and anyone on the network could change the check as well.
  if (!globalThis.crypto?.subtle) return;
  setTimeout(() => void check().catch(() => undefined), AFTER);
}

async function check(): Promise<void> {
  const list = await readList();
  if (!list) return;
  for (const path of loadedFiles()) {
    const known = list.files[path];
    if (known === undefined) report('altered', `${path} is not of this build`);
    else if ((await digest(path)) !== known) report('altered', path);
  }
}

/** Undefined while another version is being rolled out. */
async function readList(): Promise<FileList | undefined> {
  const response = await fetch(LIST, { cache: 'no-cache' });
  if (!response.ok) return undefined;
  const { text, signature } = (await response.json()) as SignedList;
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(__PUBLIC_KEY__),
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['verify'],
  );
  const list = JSON.parse(text) as FileList;
  if (list.build !== __BUILD__) return undefined;
  const genuine = await crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    bytesOf(signature),
    new TextEncoder().encode(text),
  );
  if (genuine) return list;
  report('altered', LIST);
  return undefined;
}

/** Our scripts and styles that this page has loaded. */
function loadedFiles(): string[] {
  const paths = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname }) => pathname);
  return [...new Set(paths)].filter((path) => /^\/assets\/.*\.(js|css)$/.test(path));
}

async function digest(path: string): Promise<string> {
  // As loaded, from the browser's cache.
  const bytes = await (await fetch(path, { cache: 'force-cache' })).arrayBuffer();
  return base64Of(await crypto.subtle.digest('SHA-384', bytes));
}
