/** Lucide's icons without what a browser never needs: the keys of their shapes, and the code that computes them anew. */
import { join } from 'node:path';
import type { Plugin } from 'vite';

const ICONS = /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/;
const OURS = join(import.meta.dirname, '../../src/web/ui/create-icon.ts');

export function lightIcons(): Plugin {
  return {
    name: 'light-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) => (source.endsWith('/createLucideIcon.mjs') && importer && ICONS.test(importer) ? OURS : undefined),
    transform: (code, id) => (ICONS.test(id) ? { code: code.replace(/,\s*key:\s*"[^"]*"/g, '').replace(/\bsize:\s*24,/g, ''), map: null } : undefined),
  };
}
