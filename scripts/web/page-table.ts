/**
 * Reads the domains' `domain.web.ts` during the build: which address shows which module, with or without the shell. The
 * bundler learns what is loaded together, and the server what a page is about to need.
 */
import type { Plugin } from 'vite';
import { ALIASES, REDIRECTS } from '../../src/web/router/aliases.ts';

export interface PageModule {
  path: string;
  /** Absolute path of the page's module. */
  module: string;
  shell: boolean;
}

const ROUTES = /\/src\/domains\/[^/]+\/domain\.web\.ts$/;

interface Node {
  type: string;
  name?: string;
  value?: unknown;
  key?: Node;
  callee?: Node;
  body?: Node;
  source?: Node;
  arguments?: Node[];
  properties?: Node[];
}

/** Every `page('/path', { … })` beneath a node. */
function* pageCalls(node: unknown): Generator<Node> {
  if (Array.isArray(node)) for (const item of node) yield* pageCalls(item);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
  const one = node as Node;
  if (one.type === 'CallExpression' && one.callee?.name === 'page') yield one;
  else for (const part of Object.values(node)) yield* pageCalls(part);
}

/** The content of a call of `page()`; throws when it cannot be read without running it. */
export function readPage(call: Node): { path: string; source: string; shell: boolean } {
  const [path, options] = call.arguments ?? [];
  const option = (name: string) =>
    options?.properties?.find(({ key }) => key?.name === name)?.value as Node | undefined;
  const guard = option('guard')?.value;
  const source = option('load')?.body?.source?.value;
  if (typeof path?.value !== 'string' || typeof guard !== 'string' || typeof source !== 'string') {
    throw new Error(
      `page(${String(path?.value)}): path, guard and \`load: () => import('…')\` must be written out, so that the build can read them`,
    );
  }
  const shell = option('shell')?.value;
  return { path: path.value, source, shell: typeof shell === 'boolean' ? shell : guard !== 'public' };
}

/** The pages seen by the build, and the plugin that collects them. */
export function pageTable(): { plugin: Plugin; pages: () => PageModule[] } {
  const found = new Map<string, PageModule>();
  return {
    pages: () => withAliases([...found.values()]),
    plugin: {
      name: 'page-table',
      apply: 'build',
      enforce: 'post',
      buildStart: () => found.clear(),
      async transform(code, id) {
        if (!ROUTES.test(id)) return;
        for (const call of pageCalls(this.parse(code))) {
          const { path, source, shell } = readPage(call);
          const module = await this.resolve(source, id);
          if (!module) throw new Error(`${path}: ${source} is not there`);
          found.set(path, { path, module: module.id, shell });
        }
      },
    },
  };
}

/** Aliases and redirects need the same files as their targets. */
function withAliases(pages: readonly PageModule[]): PageModule[] {
  const byPath = new Map(pages.map((one) => [one.path, one]));
  const others = [...ALIASES, ...REDIRECTS.map(({ path, to }) => ({ path, sameAs: to }))];
  const aliases = others.flatMap(({ path, sameAs }) => {
    const target = byPath.get(sameAs);
    return target && !byPath.has(path) ? [{ ...target, path }] : [];
  });
  return [...pages, ...aliases];
}
