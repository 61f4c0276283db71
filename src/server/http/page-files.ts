/** Which files an address needs beside the entry: the list that the build writes, as tags for the page's head. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface FileList {
  /** For addresses without a page of their own. */
  otherwise: string[];
  /** Paths carry parameters in braces: `/clients/{id}`. */
  pages: { path: string; shell: boolean; files: string[] }[];
  /** Files of pages that are likely to come next, and of some that are a little less so. */
  next: string[][];
}

/** Matches one path segment that is a parameter. */
const PARAMETER = /^\{\w+\}$/;

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean);
}

/** Whether an address is one of a path's; plain segments only where the path has plain ones. */
function fits(pattern: readonly string[], address: readonly string[]): boolean {
  return (
    pattern.length === address.length &&
    pattern.every((segment, index) => PARAMETER.test(segment) || segment === address[index])
  );
}

/** Fewer parameters come first: `/contacts/import` before `/contacts/{id}`. */
function byParameters(one: { segments: string[] }, other: { segments: string[] }): number {
  const count = ({ segments }: { segments: string[] }) => segments.filter((segment) => PARAMETER.test(segment)).length;
  return count(one) - count(other);
}

const tags = (files: readonly string[]) =>
  files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('');

/** Whoever is here is about to go further. */
const ENTRANCES = new Set(['/login', '/auth']);

/** The names of files of later pages, for `web/router/next-files.ts`: without folder and ending, each once. */
function nextFiles(next: readonly (readonly string[])[], present: readonly string[]): string {
  const named = new Set(present);
  const groups = next.map((files) =>
    files.filter((file) => !named.has(file) && named.add(file)).map((file) => file.replace(/^assets\/|\.js$/g, '')),
  );
  return `<meta name="next-files" content="${groups.map((names) => names.join(' ')).join('|')}">`;
}

/** What the page says for an address. */
export interface PageFiles {
  /** For its head. */
  tags: string;
  /** Whether it stands inside the shell. */
  shell: boolean;
}

/** @returns what each address needs; nothing where the application was not built. */
export function pagePreloads(webFolder: string): (path: string) => PageFiles {
  const file = join(webFolder, '.vite/pages.json');
  if (!existsSync(file)) return () => ({ tags: '', shell: false });
  const { otherwise, pages, next } = JSON.parse(readFileSync(file, 'utf8')) as FileList;
  const known = pages
    .map(({ path, shell, files }) => ({
      segments: segmentsOf(path),
      shell,
      tags: tags(files) + (shell || ENTRANCES.has(path) ? nextFiles(next, files) : ''),
    }))
    .sort(byParameters);
  const unknown = { tags: tags(otherwise), shell: true };
  return (path) => {
    const address = segmentsOf(path);
    return known.find(({ segments }) => fits(segments, address)) ?? unknown;
  };
}
