/**
 * A page is declared as a plain value in its domain's `domain.web.ts`; `pages.ts` collects them. Navigation, code
 * splitting, guards, titles, the command palette, and the accessibility check derive from these values.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';

/**
 * Access to a page: `public` anyone; `open` anyone, but inside the shell; `user` any signed-in user; `admin`
 * administrators only (others are redirected to `/`, and the attempt is reported).
 */
export type Guard = 'public' | 'open' | 'user' | 'admin';

/** Raw search parameters: strings as in the address, or decoded JSON objects, lists, and quoted strings. */
export type RawSearch = Record<string, unknown>;

/** Facts about an address before its page is drawn. */
export interface PageAddress {
  /** Parameters of the path. */
  params: Record<string, string>;
  search: RawSearch;
}

/** A page's chunk. */
export interface PageModule {
  default: ComponentType;
  /** Starts the reads the page needs, as soon as its code has loaded and before it is drawn. */
  prepare?: (client: QueryClient, address: PageAddress) => void;
}

export interface PageOptions {
  /** Shown as `<title>`, announced after navigation, found by the command palette. */
  title: string;
  guard: Guard;
  /** Whether the page has header and sidebar. Default: yes, unless the guard is `public`. */
  shell?: boolean;
  load: () => Promise<PageModule>;
}

export interface Page extends PageOptions {
  /** Path with parameters in braces, as in the specification: `/clients/{id}`. */
  path: `/${string}`;
  shell: boolean;
  /** Its page is not built yet: the sidebar says so, and the palette lists it last. */
  planned?: boolean;
}

/** Declares a page. */
export function page(path: Page['path'], options: PageOptions): Page {
  return { ...options, path, shell: options.shell ?? options.guard !== 'public' };
}

/** An address that redirects to another, for example `/setup-wizard` to `/register`. */
export interface Redirect {
  path: Page['path'];
  to: Page['path'];
}

/** Whether a path has parameters and so cannot be opened without a record. */
export function hasParameters(path: string): boolean {
  return path.includes('{');
}
