/** Entries of the command palette besides pages: actions and records, contributed by the domains. */
import type { LucideIcon } from 'lucide-react';
import type { SessionUser } from '../api/session.ts';
import { missingApp } from '../router/apps.ts';

export interface SearchHit {
  /** Stable and unique within its provider. */
  id: string;
  title: string;
  /** A second line that distinguishes equal names: company, email address. */
  detail?: string;
  /** Target address. */
  to: string;
  icon?: LucideIcon;
}

export interface SearchProvider {
  id: string;
  /** Heading of its hits: "Contacts". */
  label: string;
  /** Page of the results: not searched where the workspace does not have its app. */
  page: `/${string}`;
  /** Condition for offering it; everyone if absent. The server checks anyway. */
  when?: (user: SessionUser) => boolean;
  /** It has entries before anything is typed: its `search` is called with an empty query. */
  first?: boolean;
  /** Best results for the query, at most about eight; honors the signal. */
  search: (query: string, signal: AbortSignal) => Promise<readonly SearchHit[]>;
}

export interface CommandAction {
  id: string;
  /** Begins with a verb: "Create contact". */
  label: string;
  icon?: LucideIcon;
  /** Keys that do the same, as in shortcuts.ts. */
  keys?: string;
  keywords?: readonly string[];
  /** It makes something new: "New contact". A phone's Add button lists these. */
  creates?: boolean;
  /** Its page: not offered where the workspace does not have its app. */
  page?: `/${string}`;
  /** Condition for offering it; everyone if absent. The server checks anyway. */
  when?: (user: SessionUser) => boolean;
  run: (tools: { go: (to: string) => void }) => void;
}

const providers: SearchProvider[] = [];
const actions: CommandAction[] = [];

let load: () => Promise<unknown> = () => Promise.resolve();

/** Where the domains' entries are; they load with the palette. */
export function setCommandSource(next: () => Promise<unknown>): void {
  load = next;
}

export const loadCommands = (): Promise<unknown> => load();

/** Adds records of a domain to the palette. Called by a domain's `web/palette.ts`. */
export function registerSearchProvider(provider: SearchProvider): void {
  providers.push(provider);
}

export function registerAction(action: CommandAction): void {
  actions.push(action);
}

export function searchProviders(user: SessionUser): readonly SearchProvider[] {
  return providers.filter(({ page, when }) => (!when || when(user)) && !missingApp(user, page));
}

export function commandActions(user: SessionUser): readonly CommandAction[] {
  return actions.filter(({ when, page }) => (!when || when(user)) && !(page && missingApp(user, page)));
}
