/**
 * Keeps schemas out of pages that only call. A screen needs an endpoint's method, path, and access; the schemas beside
 * them, and Zod, weigh more than most pages. The build therefore splits an import of a contract: endpoints and plain
 * data come from a light copy (the contract is run, and its plain part written down), and only the rest (schemas for
 * forms, functions) from the contract.
 *
 * In development and tests contracts are imported unchanged: the two differ in weight only.
 */
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import * as z from 'zod';

/** Modules that hold schemas. */
const CONTRACT = /\/src\/(records|domains\/[^/]+)\/contract(\.ts|\/[^/]+\.ts)$|\/src\/kernel\/(endpoint|filter)\.ts$/;
const IN_BROWSER = /\/src\/(web|records\/web|domains\/[^/]+\/web)\/|\/src\/main-web\.tsx$|\?light$/;
const LIGHT = '?light';
/** Parts of an endpoint that the browser's calls do not use. */
const HEAVY_PARTS = ['params', 'query', 'body', 'response'];

type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };

function isObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null)
  );
}

function isEndpoint(value: unknown): value is { method: string; path: string; access: string } {
  return (
    isObject(value) &&
    typeof value.method === 'string' &&
    typeof value.path === 'string' &&
    typeof value.access === 'string'
  );
}

/** The plain copy of a value: JSON stays, endpoints lose their schemas; undefined for everything else. */
export function lighten(value: unknown): Plain | undefined {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as Plain;
  if (isEndpoint(value)) return { method: value.method, path: value.path, access: value.access };
  if (Array.isArray(value)) {
    const items = value.map(lighten);
    return items.includes(undefined) ? undefined : (items as Plain[]);
  }
  if (!isObject(value)) return undefined;
  const parts = Object.entries(value).map(([key, part]) => [key, lighten(part)] as const);
  return parts.some(([, part]) => part === undefined) ? undefined : (Object.fromEntries(parts) as Plain);
}

/** One export of the light copy. */
interface LightExport {
  code: string;
  /** Finds uses beyond the copy, for which the importing module needs the contract itself. */
  beyond: (localName: string) => RegExp;
}

/** Screens use an enumeration's choices, and its check of a text. */
const enumeration = (choices: readonly unknown[]) =>
  `{ options: ${JSON.stringify(choices)}, parse(value) { if (!this.options.includes(value)) throw new TypeError('Not one of the choices'); return value; } }`;

function lightExport(value: unknown): LightExport | undefined {
  if (value instanceof z.ZodEnum)
    return { code: enumeration(value.options), beyond: (name) => new RegExp(`\\b${name}\\b(?!\\.(options|parse)\\b)`) };
  const plain = lighten(value);
  return plain === undefined
    ? undefined
    : {
        code: JSON.stringify(plain),
        beyond: (name) => new RegExp(`\\b${name}\\.\\w+\\.(${HEAVY_PARTS.join('|')})\\b`),
      };
}

/** The light copies of a module, by export name. */
async function lightExports(file: string): Promise<Map<string, LightExport>> {
  // The query makes each build read the file again.
  const module = (await import(`${pathToFileURL(file).href}?${Date.now()}`)) as Record<string, unknown>;
  return new Map(
    Object.entries(module).flatMap(([name, value]) => {
      const light = lightExport(value);
      return light ? [[name, light] as const] : [];
    }),
  );
}

interface Specifier {
  type: string;
  imported?: { name: string };
  local: { name: string };
}

/** The import declaration, split between the contract and its plain copy. */
function split(specifiers: readonly Specifier[], source: string, isLight: (specifier: Specifier) => boolean): string {
  const list = (some: readonly Specifier[]) =>
    some.map(({ imported, local }) => `${imported?.name} as ${local.name}`).join(', ');
  const light = specifiers.filter(isLight);
  const rest = specifiers.filter((specifier) => !isLight(specifier));
  return [
    light.length > 0 ? `import { ${list(light)} } from ${JSON.stringify(source + LIGHT)};` : '',
    rest.length > 0 ? `import { ${list(rest)} } from ${JSON.stringify(source)};` : '',
  ].join('');
}

export function lightContracts(): Plugin {
  const known = new Map<string, Promise<Map<string, LightExport>>>();
  const lightPartOf = (file: string) => {
    const exports = known.get(file) ?? lightExports(file);
    known.set(file, exports);
    return exports;
  };
  return {
    name: 'light-contracts',
    apply: 'build',
    enforce: 'post',
    buildStart: () => known.clear(),
    resolveId(source, importer) {
      return source.endsWith(LIGHT) && importer ? join(dirname(importer.replace(/\?.*$/, '')), source) : undefined;
    },
    async load(id) {
      if (!id.endsWith(LIGHT)) return undefined;
      const exports = await lightPartOf(id.slice(0, -LIGHT.length));
      const code = [...exports].map(([name, light]) => `export const ${name} = ${light.code};`).join('\n');
      return { code, moduleType: 'js', moduleSideEffects: false };
    },
    async transform(code, id) {
      if (CONTRACT.test(id)) return { code, moduleSideEffects: false };
      if (!IN_BROWSER.test(id) || !/contract|kernel/.test(code)) return undefined;
      let result = code;
      // From last to first, so that replacements do not move later ones.
      for (const node of this.parse(code).body.toReversed()) {
        if (node.type !== 'ImportDeclaration') continue;
        const source = String(node.source.value);
        const file = join(dirname(id), source);
        if (!source.startsWith('.') || !CONTRACT.test(file)) continue;
        const specifiers = node.specifiers as unknown as Specifier[];
        if (specifiers.some(({ type }) => type !== 'ImportSpecifier')) continue;
        const exports = await lightPartOf(file);
        const rest = result.slice(0, node.start) + result.slice(node.end);
        const isLight = ({ imported, local }: Specifier) =>
          exports.get(imported!.name)?.beyond(local.name).test(rest) === false;
        result = result.slice(0, node.start) + split(specifiers, source, isLight) + result.slice(node.end);
      }
      return result === code ? undefined : { code: result, map: null };
    },
  };
}
