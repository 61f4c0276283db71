/**
 * Excalidraw, the whiteboard's canvas, as this product ships it: fonts come from our own address, and tools that would
 * need a service elsewhere are gone. Each edit fails the build when a new version of the package no longer matches it.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const PACKAGE = /\/@excalidraw\/excalidraw\/dist\/prod\//;
const FONTS = join(import.meta.dirname, '../../node_modules/@excalidraw/excalidraw/dist/prod/fonts');
const EMPTY = '\0whiteboard-empty';
const SUBSET = '\0whiteboard-subset';
const DIAGRAMS = '\0whiteboard-diagrams';

interface Edit {
  find: RegExp;
  replace: string;
  why: string;
}

const EDITS: readonly Edit[] = [
  {
    find: /return r\.push\(new URL\(n,\w+\.ASSETS_FALLBACK_URL\)\),r\}/,
    replace: 'return r}',
    why: 'fonts of a public CDN',
  },
  { find: /`https:\/\/esm\.sh\/\$\{.*?\/dist\/prod\/`/, replace: '""', why: 'the address of the CDN' },
  { find: /var (\w+)=typeof Worker<"u",(\w+)=async\(/, replace: 'var $1=!1,$2=async(', why: 'the font worker' },
  {
    find: /(\w+)\((\w+)\.Item,\{onSelect:\(\)=>t\.setActiveTool\(\{type:"embeddable"\}\).*?children:g\("toolBar\.embeddable"\)\}\),/,
    replace: '',
    why: 'the tool that embeds other sites',
  },
  {
    find: /(\w+)\("div",\{style:\{margin:"6px 0",fontSize:14,fontWeight:600\},children:"Generate"\}\),/,
    replace: '',
    why: 'the heading of the tools below',
  },
  {
    find: /(\w+)\((\w+)\.Item,\{onSelect:\(\)=>t\.setOpenDialog\(\{name:"ttd",tab:"mermaid"\}\).*?children:g\("toolBar\.mermaidToExcalidraw"\)\}\),/,
    replace: '',
    why: 'the dialog for Mermaid',
  },
  {
    find: /"data-testid":"main-menu-trigger",/,
    replace: '"data-testid":"main-menu-trigger","aria-label":"Board menu",',
    why: 'the missing name of the menu',
  },
  {
    find: /"aria-label":(\w+)\("buttons\.resetZoom"\),(onClick:\(\)=>\{e\(null\)\},children:)/,
    replace: '$2',
    why: 'a name of the zoom that its text contradicts',
  },
];

/** Applies the edits that a file has a place for. @returns the text, and which edits were made */
export function editCanvas(code: string): { code: string; made: Set<string> } {
  const made = new Set<string>();
  let edited = code;
  for (const { find, replace, why } of EDITS) {
    if (!find.test(edited)) continue;
    edited = edited.replace(find, replace);
    made.add(why);
  }
  return { code: edited, made };
}

/** Whole fonts instead of their used letters: cutting them needs WebAssembly, which the page's policy refuses. */
const WHOLE_FONTS = `export const Commands = { Subset: 'SUBSET' };
export const toBase64 = async (bytes) => {
  let text = '';
  for (const byte of new Uint8Array(bytes)) text += String.fromCharCode(byte);
  return 'data:font/woff2;base64,' + btoa(text);
};
export const subsetToBinary = async (bytes) => bytes;
export const subsetToBase64 = toBase64;`;

/** Excalidraw asks Mermaid's renderer when text is pasted that looks like a diagram; after an error it stays text. */
const NO_DIAGRAMS = `export const parseMermaidToExcalidraw = () => {
  throw new Error('Diagrams are not read from pasted text.');
};`;
const MODULES: Readonly<Record<string, string>> = {
  [EMPTY]: 'export default {};',
  [SUBSET]: WHOLE_FONTS,
  [DIAGRAMS]: NO_DIAGRAMS,
};

/** The plugin: edits the package, leaves out its translations, and copies its fonts beside the application. */
export function whiteboardCanvas(): Plugin {
  const made = new Set<string>();
  let seen = false;
  let out = '';
  return {
    name: 'whiteboard-canvas',
    apply: 'build',
    enforce: 'pre',
    configResolved: (config) => void (out = join(config.root, config.build.outDir)),
    resolveId(source, importer) {
      if (!importer || !PACKAGE.test(importer)) return undefined;
      if (source === '@excalidraw/mermaid-to-excalidraw') return DIAGRAMS;
      if (source.endsWith('/subset-shared.chunk.js')) return SUBSET;
      // The product is in English, whose texts are in the package itself.
      if (source.includes('/locales/') || source.endsWith('/subset-worker.chunk.js')) return EMPTY;
      return undefined;
    },
    load: (id) => MODULES[id],
    transform(code, id) {
      if (!PACKAGE.test(id) || !id.endsWith('.js')) return undefined;
      seen = true;
      const edited = editCanvas(code);
      for (const why of edited.made) made.add(why);
      return { code: edited.code, map: null };
    },
    buildEnd(error) {
      const missed = EDITS.filter(({ why }) => !made.has(why)).map(({ why }) => why);
      if (!error && seen && missed.length > 0)
        this.error(`Excalidraw changed: scripts/web/whiteboard-canvas.ts no longer changes ${missed.join(', ')}`);
    },
    writeBundle: () => cpSync(FONTS, join(out, 'assets/whiteboard/fonts'), { recursive: true }),
  };
}
