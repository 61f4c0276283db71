/**
 * Decides which modules travel in one file. By itself the bundler makes a file for each set of pages that share
 * something: exact, but a list then requests forty files, and over HTTP/1.1 each costs part of a round trip. Here such
 * sets are joined, cheapest first, while a saved request is worth more than code fetched in vain.
 */
import type { Plugin, Rolldown } from 'vite';
import { type GraphModule, readGraph } from './module-graph.ts';
import type { PageModule } from './page-table.ts';

/** Something that is loaded as a whole: a page, a dialog, a menu. */
export interface PlanEntry {
  id: string;
  /** Other entries that are always loaded at the same time: all of them travel together. */
  companions?: readonly string[];
  /** Modules already loaded whenever this one is. */
  after: readonly string[];
  /** How much its speed matters; a page counts 1. */
  weight: number;
}

/**
 * Cost of a request, in characters of code: one to two milliseconds on a small machine. At 12,000 the shell grows from
 * 149.8 to 151.4 kB.
 */
const REQUEST = 9_000;
/** A larger file is not joined with another. */
const LARGEST = 120_000;

/** Modules that are loaded by the same entries, and later those joined with them. */
interface File {
  modules: string[];
  size: number;
  /** Loading entries, by index. */
  entries: Set<number>;
  /** An entry's own module, which is left to the bundler. */
  fixed: boolean;
}

interface Pair {
  one: File;
  other: File;
  gain: number;
}

/** Everything reached from some modules by static imports. */
export function closure(graph: ReadonlyMap<string, GraphModule>, from: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const open = [...from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const module = graph.get(id);
    if (!module || seen.has(id)) continue;
    seen.add(id);
    open.push(...module.imports);
  }
  return seen;
}

/**
 * Assigns modules to files. Entries' own modules, and modules that only one entry needs, are left to the bundler.
 * @returns module → name of its file
 */
export function planChunks(modules: readonly GraphModule[], entries: readonly PlanEntry[]): Map<string, string> {
  const graph = new Map(modules.map((module) => [module.id, module]));
  const files = new Joining(graph, entries, filesOf(graph, entries)).run();
  const inCompany = new Set(entries.flatMap(({ id, companions }) => (companions ? [id, ...companions] : [])));
  const planned = files.filter(
    ({ modules, entries: { size }, fixed }) => (size > 1 || modules.some((id) => inCompany.has(id))) && !fixed,
  );
  return new Map(planned.flatMap((file, index) => file.modules.map((id) => [id, `${nameOf(file)}${index}`] as const)));
}

/** One file for each set of entries that share modules, and one for each entry. */
function filesOf(graph: ReadonlyMap<string, GraphModule>, entries: readonly PlanEntry[]): File[] {
  const own = new Set(entries.filter(({ companions }) => !companions).map(({ id }) => id));
  const users = new Map<string, Set<number>>();
  entries.forEach(({ id, companions = [], after }, index) => {
    for (const module of closure(graph, [id, ...companions, ...after]))
      users.set(module, (users.get(module) ?? new Set()).add(index));
  });
  const files = new Map<string, File>();
  for (const [id, set] of users) {
    const key = own.has(id) ? id : [...set].join();
    const file = files.get(key) ?? { modules: [], size: 0, entries: set, fixed: own.has(id) };
    file.modules.push(id);
    file.size += graph.get(id)!.size;
    files.set(key, file);
  }
  return [...files.values()];
}

/** Named after its first module, for the network panel. */
function nameOf({ modules }: File): string {
  const own = modules.find((id) => id.includes('/src/') && !id.includes('/node_modules/'));
  return own?.replace(/^.*\//, '').replace(/\..*$/, '') ?? 'shared';
}

class Joining {
  readonly #graph: ReadonlyMap<string, GraphModule>;
  readonly #entries: readonly PlanEntry[];
  #files: File[];
  /** The files that a file imports. */
  #imports = new Map<File, Set<File>>();

  constructor(graph: ReadonlyMap<string, GraphModule>, entries: readonly PlanEntry[], files: File[]) {
    this.#graph = graph;
    this.#entries = entries;
    this.#files = files;
    this.#readImports();
  }

  run(): File[] {
    let pairs = this.#files.flatMap((one, index) => this.#pairs(one, this.#files.slice(index + 1)));
    for (;;) {
      const best = this.#takeBest(pairs);
      if (!best) return this.#files;
      const { one, other } = best;
      const joined = this.#join(one, other);
      const isGone = (file: File) => file === one || file === other;
      pairs = [
        ...pairs.filter((pair) => !isGone(pair.one) && !isGone(pair.other)),
        ...this.#pairs(
          joined,
          this.#files.filter((file) => file !== joined),
        ),
      ];
    }
  }

  #pairs(one: File, others: readonly File[]): Pair[] {
    return others.map((other) => ({ one, other, gain: this.#gain(one, other) })).filter(({ gain }) => gain > 0);
  }

  /** The pair with the largest gain. Earlier joins may have reduced it, so it is re-evaluated. */
  #takeBest(pairs: Pair[]): Pair | undefined {
    pairs.sort((a, b) => a.gain - b.gain);
    for (let best = pairs.pop(); best; best = pairs.pop()) {
      const gain = this.#gain(best.one, best.other);
      if (gain < best.gain && gain < (pairs.at(-1)?.gain ?? 0)) {
        best.gain = gain;
        pairs.push(best);
        pairs.sort((a, b) => a.gain - b.gain);
      } else if (gain > 0 && !this.#isBetween(best.one, best.other)) return best;
    }
    return undefined;
  }

  /** Gain of joining two files: saved requests of entries that load both, less code that the others load in vain. */
  #gain(one: File, other: File): number {
    if (one.fixed || other.fixed || one.size + other.size > LARGEST) return 0;
    let sum = 0;
    for (const index of one.entries)
      sum += this.#entries[index]!.weight * (other.entries.has(index) ? REQUEST : -this.#loadedInVain(other, index));
    for (const index of other.entries)
      if (!one.entries.has(index)) sum -= this.#entries[index]!.weight * this.#loadedInVain(one, index);
    return sum;
  }

  /** The file and its imports, as far as an entry does not load them anyway. */
  #loadedInVain(file: File, entry: number): number {
    let sum = 0;
    for (const one of this.#reach(file)) if (!one.entries.has(entry)) sum += one.size;
    return sum;
  }

  #join(one: File, other: File): File {
    const joined: File = {
      modules: [...one.modules, ...other.modules],
      size: one.size + other.size,
      entries: new Set([...one.entries, ...other.entries]),
      fixed: false,
    };
    this.#files = [...this.#files.filter((file) => file !== one && file !== other), joined];
    this.#readImports();
    // An entry that loads the file loads its imports, too.
    for (const file of this.#reach(joined)) file.entries = new Set([...file.entries, ...joined.entries]);
    return joined;
  }

  #readImports(): void {
    const fileOf = new Map(this.#files.flatMap((file) => file.modules.map((id) => [id, file] as const)));
    this.#imports = new Map(
      this.#files.map((file) => {
        const imported = file.modules.flatMap((id) =>
          this.#graph
            .get(id)!
            .imports.map((target) => fileOf.get(target))
            .filter((target) => target !== undefined),
        );
        return [file, new Set(imported.filter((target) => target !== file))];
      }),
    );
    this.#reached = new Map();
  }

  #reached = new Map<File, Set<File>>();

  /** A file with all its imports. */
  #reach(file: File): Set<File> {
    const known = this.#reached.get(file);
    if (known) return known;
    const seen = new Set<File>();
    const open = [file];
    for (let one = open.pop(); one; one = open.pop()) {
      if (seen.has(one)) continue;
      seen.add(one);
      open.push(...this.#imports.get(one)!);
    }
    this.#reached.set(file, seen);
    return seen;
  }

  /** Whether a third file is between two in the import order: joined, they would form a cycle. */
  #isBetween(one: File, other: File): boolean {
    const leads = (from: File, to: File) =>
      [...this.#imports.get(from)!].some((next) => next !== to && this.#reach(next).has(to));
    return leads(one, other) || leads(other, one);
  }
}

const ENTRY = /\/src\/main-web\.tsx$/;
const SHELL = /\/src\/main-shell\.tsx$/;
/** A dialog or a menu is wanted later and less often than a page. */
const PART_WEIGHT = 0.2;

/** Parts that every page loads once it is on screen, at once or when settled. Each line travels in one file. */
const COMPANIES = [
  ['/web/shell/protection-notices.tsx', '/web/ui/tooltip-layer.tsx'],
  [
    '/web/offline/browser-reads.ts',
    '/web/offline/offline-notice.tsx',
    '/web/shell/sounds.ts',
    '/web/install/updates.ts',
  ],
  [
    '/web/api/live-reads.ts',
    '/web/shell/overlays.tsx',
    '/support/web/launcher.tsx',
    '/notifications/web/bell.tsx',
    '/admin/web/jobs-tray.tsx',
  ],
  ['/web/ui/menu-layer.tsx', '/web/ui/popover-layer.tsx', '/workspaces/web/account-menu-items.tsx'],
];

/**
 * The whiteboard's canvas brings a megabyte of packages. It is planned for no one: pages are cut as if it were not there,
 * and it takes what they left in files of its own.
 */
const UNPLANNED = /\/whiteboard\/web\/board\/board-canvas\.tsx$|\/@excalidraw\/|whiteboard-(?:empty|subset|diagrams)$/;

/** Palette entries of domains are bundled with it. */
const PALETTE = /\/src\/domains\/[^/]+\/web\/palette\.ts$/;

/** The plugin that makes the plan once all modules are known, and the bundler's groups that follow it. */
export function chunkPlan(pages: () => readonly PageModule[]): {
  plugin: Plugin;
  groups: Rolldown.CodeSplittingGroup[];
} {
  let plan = new Map<string, string>();
  return {
    plugin: {
      name: 'chunk-plan',
      apply: 'build',
      async buildEnd() {
        const dynamic = [...this.getModuleIds()].flatMap((id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
        plan = planOf(await readGraph(this), dynamic, pages());
      },
    },
    groups: [
      // Everything the entry imports statically.
      { name: 'core', tags: ['$initial'], priority: 1 },
      { debugName: 'plan', name: (id) => plan.get(id) ?? null, includeDependenciesRecursively: false },
    ],
  };
}

/** @param dynamic modules that are loaded with `import()` */
function planOf(
  modules: readonly GraphModule[],
  dynamic: readonly string[],
  pages: readonly PageModule[],
): Map<string, string> {
  const [entry, shell] = [ENTRY, SHELL].map((name) => modules.find(({ id }) => name.test(id))?.id);
  if (!entry || !shell) throw new Error('The entry or the shell has gone');
  const core = closure(new Map(modules.map((module) => [module.id, module])), [entry]);
  const inShell = new Map(pages.map(({ module, shell: inside }) => [module, inside]));
  const apart = [...new Set(dynamic)].filter((id) => !core.has(id) && !UNPLANNED.test(id));
  const companies = [...COMPANIES, ['/web/shell/palette.tsx', ...apart.filter((id) => PALETTE.test(id))]].map((names) =>
    names.map((name) => {
      const id = apart.find((one) => one.endsWith(name));
      if (!id) throw new Error(`${name} is no longer loaded by itself`);
      return id;
    }),
  );
  const inCompany = new Set(companies.flat());
  const together = companies.map(([id, ...companions]): PlanEntry => ({
    id: id!,
    companions,
    after: [shell],
    weight: PART_WEIGHT,
  }));
  const entries = apart
    .filter((id) => !inCompany.has(id))
    .map((id): PlanEntry => {
      if (id === shell) return { id, after: [], weight: 0 };
      return { id, after: inShell.get(id) === false ? [] : [shell], weight: inShell.has(id) ? 1 : PART_WEIGHT };
    });
  return planChunks(
    modules.filter(({ id }) => !core.has(id)),
    [...together, ...entries],
  );
}
