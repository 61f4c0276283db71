/**
 * A page is declared as a plain value in its domain's `web/routes.ts`; the entry point collects them. Navigation, code
 * splitting, guards, titles, the command palette and the accessibility check all follow from these values.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';

/**
 * Who may see a page: `public` anyone; `open` anyone, but inside the shell; `user` any signed-in user; `admin` users of
 * role admin only (others are led to `/`, and the denial is reported).
 */
export type Guard = 'public' | 'open' | 'user' | 'admin';

/**
 * Raw search parameters: strings as they stand in the address, and whatever valid JSON objects, lists or quoted strings
 * decode to.
 */
export type RawSearch = Record<string, unknown>;

/** What is known of an address before its page is drawn. */
export interface PageAddress {
  /** Parameters of the path. */
  params: Record<string, string>;
  search: RawSearch;
}

/** A page's chunk. */
export interface PageModule {
  default: ComponentType;
  /** Begins the reads without which the page is empty, as soon as its code is there and before it is drawn. */
  prepare?: (client: QueryClient, address: PageAddress) => void;
}

export interface PageOptions {
  /** Shown as `<title>`, announced after navigation, found by the command palette. */
  title: string;
  guard: Guard;
  /** Whether header and sidebar surround the page. Default: yes, unless the guard is `public`. */
  shell?: boolean;
  load: () => Promise<PageModule>;
  /** Words beside the title under which the command palette finds the page. */
  keywords?: readonly string[];
}

export interface Page extends PageOptions {
  /** Path with parameters in braces, as the specification writes them: `/clients/{id}`. */
  path: `/${string}`;
  shell: boolean;
}

/** Declares a page. */
export function page(path: Page['path'], options: PageOptions): Page {
  return { ...options, path, shell: options.shell ?? options.guard !== 'public' };
}

/** One address that leads to another, for example `/setup-wizard` to `/register`. */
export interface Redirect {
  path: Page['path'];
  to: Page['path'];
}

/** Whether a path holds parameters and so cannot be opened without knowing a record. */
export function hasParameters(path: string): boolean {
  return path.includes('{');
}
