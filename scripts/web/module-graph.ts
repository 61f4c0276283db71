/**
 * The modules of a build, and their real imports. A package's index (`export { Dialog } from './dialog'`, a hundred
 * times) imports everything while its users need one thing, so indexes are resolved to their sources.
 */
import type { Rolldown } from 'vite';

/** One module and the modules its code needs. */
export interface GraphModule {
  id: string;
  /** Length of its code. */
  size: number;
  imports: readonly string[];
}

interface Specifier {
  type: string;
  imported?: { name?: string; value?: string };
  local?: { name?: string; value?: string };
  exported?: { name?: string; value?: string };
}

interface Statement {
  type: string;
  source?: { value: string } | null;
  specifiers?: Specifier[];
  exported?: { name?: string } | null;
}

type Context = Rolldown.PluginContext;
/** Exported name → source module; `stars` are re-exported whole. */
interface Door {
  names: Map<string, { id: string; name: string }>;
  stars: string[];
}

const nameOf = (part: Specifier['imported']): string => part?.name ?? part?.value ?? '';

/** The re-exports of a pure index module; undefined for a module with its own code. */
async function doorOf(context: Context, id: string, code: string): Promise<Door | undefined> {
  const body = context.parse(code).body as unknown as Statement[];
  const isDoor =
    body.length > 0 &&
    body.every(
      ({ type, source, specifiers }) =>
        type === 'ImportDeclaration' ||
        type === 'ExportAllDeclaration' ||
        (type === 'ExportNamedDeclaration' && (source || (specifiers?.length ?? 0) > 0)),
    );
  if (!isDoor || !body.some(({ type }) => type.startsWith('Export'))) return undefined;
  const door: Door = { names: new Map(), stars: [] };
  const imported = new Map<string, { id: string; name: string }>();
  for (const { type, source, specifiers = [], exported } of body) {
    const target = source && (await context.resolve(source.value, id))?.id;
    if (source && !target) return undefined;
    if (type === 'ExportAllDeclaration' && !exported) door.stars.push(target!);
    else if (type === 'ExportAllDeclaration') door.names.set(nameOf(exported!), { id: target!, name: '*' });
    else if (type === 'ImportDeclaration') {
      for (const one of specifiers)
        imported.set(nameOf(one.local), {
          id: target!,
          name: one.imported ? nameOf(one.imported) : one.type === 'ImportNamespaceSpecifier' ? '*' : 'default',
        });
    } else {
      for (const one of specifiers) {
        const from = target ? { id: target, name: nameOf(one.local) } : imported.get(nameOf(one.local));
        if (from) door.names.set(nameOf(one.exported), from);
      }
    }
  }
  return door;
}

const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const HANDED_ON =
  /\b(?:import|export)\b[^;'"()=]*?\bfrom\s*["'][^"']+["'];?|\bexport\s*\{[^}]*\};?|["']use client["'];?/g;
/** `import { a as b } from 'c'`, `import * as d from 'c'`, `export { e } from 'c'` */
const IMPORTED = /\b(?:import|export)\s+([\w$*{][^;'"()=]*?)\s*from\s*["']([^"']+)["']/g;

/** Whether a module may be a pure index: a close look costs a thousand times more. */
function mayBeDoor(code: string): boolean {
  return (
    code.length < 200_000 && /\bexport\b/.test(code) && code.replace(COMMENTS, '').replace(HANDED_ON, '').trim() === ''
  );
}

/** Names of a clause such as `d, { a as b }`; `*` for all of them. */
function namesIn(clause: string): string[] {
  if (clause.includes('*')) return ['*'];
  const [, before = '', braced = ''] = /^([^{]*)(?:\{([^}]*)\})?/.exec(clause) ?? [];
  const named = braced
    .split(',')
    .map((one) => one.trim().split(/\s+as\s+/)[0]!)
    .filter(Boolean);
  return before.replace(',', '').trim() ? ['default', ...named] : named;
}

/** Reads the graph once all modules are loaded (`buildEnd`). */
export async function readGraph(context: Context): Promise<GraphModule[]> {
  const infos = new Map([...context.getModuleIds()].map((id) => [id, context.getModuleInfo(id)!]));
  const doors = new Map<string, Door>();
  for (const [id, { code }] of infos) {
    const door = code && mayBeDoor(code) ? await doorOf(context, id, code) : undefined;
    if (door) doors.set(id, door);
  }
  const behind = (id: string, name: string, seen = new Set<string>()): string[] => {
    const door = doors.get(id);
    if (!door) return [id];
    if (seen.has(id)) return [];
    seen.add(id);
    if (name === '*')
      return [...door.names.values()]
        .flatMap((one) => behind(one.id, one.name, seen))
        .concat(door.stars.flatMap((star) => behind(star, '*', seen)));
    const named = door.names.get(name);
    if (named) return behind(named.id, named.name);
    return door.stars
      .filter((star) => infos.get(star)?.exports?.includes(name) || doors.has(star))
      .flatMap((star) => behind(star, name, seen));
  };
  const importsOf = async ({ id, code, importedIds }: Rolldown.ModuleInfo): Promise<string[]> => {
    const plain = importedIds.filter((imported) => !doors.has(imported));
    if (plain.length === importedIds.length || !code) return plain;
    const through = await Promise.all(
      [...code.replace(COMMENTS, '').matchAll(IMPORTED)].map(async ([, clause, source]) => {
        const target = (await context.resolve(source!, id))?.id;
        return target && doors.has(target) ? namesIn(clause!).flatMap((name) => behind(target, name)) : [];
      }),
    );
    return [...new Set([...plain, ...through.flat()])];
  };
  return Promise.all(
    [...infos.values()].map(async (info) => ({
      id: info.id,
      size: info.code?.length ?? 0,
      imports: doors.has(info.id) ? [] : await importsOf(info),
    })),
  );
}
