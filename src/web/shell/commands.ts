/** Entries of the command palette besides pages: actions and records, offered by the domains' `web/palette.ts`. */
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
  /** Its page: not offered where the workspace does not have its app. */
  page?: `/${string}`;
  /** Condition for offering it; everyone if absent. The server checks anyway. */
  when?: (user: SessionUser) => boolean;
  run: (tools: { go: (to: string) => void }) => void;
}

/** A domain's palette entries: the default export of its `web/palette.ts`. */
export interface DomainPalette {
  actions?: readonly CommandAction[];
  search?: readonly SearchProvider[];
  /** Words besides its title by which a page is found, by path. */
  keywords?: Readonly<Record<`/${string}`, readonly string[]>>;
}

export type PaletteLoader = () => Promise<{ default: DomainPalette }>;

let loaders: readonly PaletteLoader[] = [];
let loading: Promise<void> | undefined;
let palettes: readonly DomainPalette[] = [];

export const definePalette = (palette: DomainPalette): DomainPalette => palette;

/** Called once at start. */
export function offerPalettes(offered: readonly PaletteLoader[]): void {
  loaders = offered;
}

/** Loads what the domains offer, once; called before the palette is shown. A failure is tried again next time. */
export function loadPalettes(): Promise<void> {
  loading ??= Promise.all(loaders.map((load) => load())).then(
    (modules) => {
      palettes = modules.map((module) => module.default);
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

export function searchProviders(user: SessionUser): readonly SearchProvider[] {
  return palettes
    .flatMap(({ search = [] }) => search)
    .filter(({ page, when }) => (!when || when(user)) && !missingApp(user, page));
}

export function commandActions(user: SessionUser): readonly CommandAction[] {
  return palettes
    .flatMap(({ actions = [] }) => actions)
    .filter(({ when, page }) => (!when || when(user)) && !(page && missingApp(user, page)));
}

/** Words besides its title by which a page is found. */
export function keywordsOf(path: `/${string}`): readonly string[] {
  return palettes.flatMap(({ keywords }) => keywords?.[path] ?? []);
}
