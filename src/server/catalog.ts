/**
 * Catalog entries besides apps (`kernel/apps.ts`): AI features and interfaces for other systems. Each domain declares
 * its own; the catalog page shows them with apps and connectors.
 */
import type { Port } from '../kernel/ports.ts';

export interface CatalogEntry {
  /** Dotted or hyphenated, and never changed: `agent-teams`. */
  id: string;
  name: string;
  /** One sentence: what one can do with it. */
  summary: string;
  category: string;
  /** Where it is used or set up, with its search: `/settings?tab=api`. */
  page: `/${string}`;
  /** Shown at /ai-features, too. */
  ai?: true;
  /** Only administrators can open its page. */
  admin?: true;
  needs?: readonly { port: Port; required: boolean; why: string }[];
  /** The metered feature whose credits it takes. */
  credits?: string;
  /** Permissions, one sentence each. */
  allows: readonly string[];
  /** Use in the present month, in words: `12 runs`. Runs in the scope of the workspace. */
  usage?: (monthStart: Date) => Promise<string>;
}

const entries = new Map<string, CatalogEntry>();

/** Declares an entry. People see entries in the order of declaration. @throws Error for an id that is taken */
export function defineCatalogEntry(entry: CatalogEntry): CatalogEntry {
  if (entries.has(entry.id)) throw new Error(`There are two catalog entries called ${entry.id}`);
  entries.set(entry.id, entry);
  return entry;
}

export const allCatalogEntries = (): readonly CatalogEntry[] => [...entries.values()];
