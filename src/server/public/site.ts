/** The workspace of a public page: its brand and its domains. */
import { appLink } from '../app-url.ts';

/** Changes of a workspace's brand are announced under this path. */
export const SITE_PATH = '/api/public-site';

/** How a workspace shows itself to people without an account. */
export interface Site {
  workspaceId: string;
  /** Name of the business. */
  name: string;
  /** Address of the logo, on the same host; empty without one. */
  logo: `/p/${string}` | '';
  /** `#rrggbb`; empty for the product's own. */
  color: string;
  /** Language of the workspace's own texts, BCP 47. */
  language: string;
  /** The legal notice: the responsible person and their postal address, by line. */
  imprint: string;
  /** Address of the privacy policy; empty without one. */
  privacyUrl: string;
}

export interface SiteSource {
  /** Undefined where the workspace does not exist or is archived. */
  siteOf(workspaceId: string): Promise<Site | undefined>;
  /** Verified domains of all workspaces, by host in lower case. */
  domains(): Promise<ReadonlyMap<string, string>>;
}

let source: SiteSource | undefined;

/** Sets where sites and domains come from. @returns how to go back to where they came from before, for tests */
export function useSites(sites: SiteSource): () => void {
  const former = source;
  source = sites;
  forgetDomains();
  return () => {
    source = former;
    forgetDomains();
  };
}

export function sites(): SiteSource {
  if (!source) throw new Error('useSites() has not been called.');
  return source;
}

/** Domains are read again after this many milliseconds, should a message about a change be lost. */
const READ_AGAIN = 30_000;
let known: { at: number; domains: Promise<ReadonlyMap<string, string>> } | undefined;

/** Forgets the domains that were read, after a change. */
export function forgetDomains(): void {
  known = undefined;
}

function domains(): Promise<ReadonlyMap<string, string>> {
  if (!known || performance.now() - known.at > READ_AGAIN) {
    const read = sites().domains();
    known = { at: performance.now(), domains: read };
    read.catch(forgetDomains);
  }
  return known.domains;
}

/** The workspace whose verified domain the host is. */
export async function workspaceOfHost(host: string): Promise<string | undefined> {
  return (await domains()).get(host.toLowerCase().replace(/:\d+$/, ''));
}

/** The full address of a public page: on the workspace's own domain where it has a verified one. */
export async function publicLink(workspaceId: string, path: `/p/${string}`): Promise<string> {
  for (const [host, owner] of await domains()) if (owner === workspaceId) return `https://${host}${path}`;
  return appLink(path);
}
