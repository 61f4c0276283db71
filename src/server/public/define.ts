/** Declares pages for people without an account. */
import type { PageContent } from './layout.ts';
import type { Site } from './site.ts';

export interface PublicRequest {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** Address of the reader. */
  ip: string;
  /** `Accept-Language`. */
  languages: string;
  userAgent: string;
  /** Host of the other site that the reader came from; empty where it is unknown. */
  referrer: string;
  /** Workspace whose own domain was asked; undefined on the product's own. Pages of another workspace are not there. */
  domainOf: string | undefined;
}

export interface PublicPost extends PublicRequest {
  /** Submitted fields; if a name occurs twice, the last value. */
  fields: Readonly<Record<string, string>>;
}

/** The data of a page and its workspace. */
export interface Loaded<Data> {
  /** Absent where the page belongs to the product itself. */
  workspaceId?: string;
  data: Data;
}

/** Answer to a form: another page (303), or content of its own. */
export type PostAnswer =
  | { redirect: `/p/${string}` }
  | { workspaceId?: string; content: PageContent; workBits?: number }
  /** A receiver that is no browser: plain text. */
  | { text: string };

export interface PublicPage<Data = unknown> {
  /** Names the page in caches and counters. */
  name: string;
  /** With parameters as `:name`. */
  path: `/p/${string}`;
  /** @returns undefined where there is nothing under this address. Runs as system: it opens the workspace itself. */
  load: (request: PublicRequest) => Promise<Loaded<Data> | undefined>;
  render: (data: Data, site: Site) => PageContent;
  /**
   * `paths`: changes of these API paths in the workspace outdate the page in the server's memory, at most `seconds` old.
   * Browsers may keep it for `browserSeconds` without asking. `none`: made for every request.
   */
  cache: { seconds: number; browserSeconds?: number; paths: readonly string[] } | 'none';
  /** Parts of the address that change the page besides its parameters; others are ignored. */
  varies?: readonly string[];
  /** Further inputs that vary the page, such as the reader's variant of a split test. */
  versionOf?: (request: PublicRequest) => Promise<string>;
  /** Told of each reader of the page, also where it came from memory. It must not wait or throw. */
  seen?: (request: PublicRequest) => void;
  /** Changes with the reader's language. */
  byLanguage?: true;
  /** For the tokens of a page with a form: the name they are bound to. */
  formOf?: (request: PublicRequest) => string;
  post?: (request: PublicPost) => Promise<PostAnswer | undefined>;
}

const pages = new Map<string, PublicPage>();

export function definePublicPage<Data>(page: PublicPage<Data>): PublicPage<Data> {
  if (pages.has(page.path)) throw new Error(`There are two public pages under ${page.path}`);
  pages.set(page.path, page as unknown as PublicPage);
  return page;
}

export function publicPages(): readonly PublicPage[] {
  return [...pages.values()];
}

/** A file of public pages, such as a logo. */
export interface PublicFile {
  path: `/p/${string}`;
  /** Absent: the address changes with the content, so it is cached for ever. `none`: nothing keeps it. */
  cache?: 'none';
  /** With a name it is downloaded; otherwise it is shown. */
  load: (request: PublicRequest) => Promise<
    | {
        type: string;
        content: Buffer;
        name?: string;
        /** Of a document that pages of the same host show in a frame. It must sandbox what is not ours. */
        policy?: string;
      }
    | undefined
  >;
}

const files = new Map<string, PublicFile>();

export function definePublicFile(file: PublicFile): void {
  if (files.has(file.path)) throw new Error(`There are two public files under ${file.path}`);
  files.set(file.path, file);
}

export function publicFiles(): readonly PublicFile[] {
  return [...files.values()];
}
