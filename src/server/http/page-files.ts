/** The files an address needs besides the entry: the build's list, as tags for the page's head. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface FileList {
  /** The browser's list of all pages' files. */
  all: string;
  /** For addresses without their own page. */
  otherwise: string[];
  /** Paths have parameters in braces: `/clients/{id}`. */
  pages: { path: string; shell: boolean; files: string[] }[];
  /** Files of likely next pages, and of slightly less likely ones. */
  next: string[][];
}

/** Matches a path segment that is a parameter. */
const PARAMETER = /^\{\w+\}$/;

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean);
}

/** Whether an address matches a path; plain segments match literally. */
function fits(pattern: readonly string[], address: readonly string[]): boolean {
  return (
    pattern.length === address.length &&
    pattern.every((segment, index) => PARAMETER.test(segment) || segment === address[index])
  );
}

/** Fewer parameters first: `/contacts/import` before `/contacts/{id}`. */
function byParameters(one: { segments: string[] }, other: { segments: string[] }): number {
  const count = ({ segments }: { segments: string[] }) => segments.filter((segment) => PARAMETER.test(segment)).length;
  return count(one) - count(other);
}

const tags = (files: readonly string[]) =>
  files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('');

/** People on these pages are about to go further. */
const ENTRANCES = new Set(['/login', '/auth']);

/** File names of later pages, for `web/router/next-files.ts`: without folder and extension, each once. */
function nextFiles(next: readonly (readonly string[])[], present: readonly string[]): string {
  const named = new Set(present);
  const groups = next.map((files) =>
    files.filter((file) => !named.has(file) && named.add(file)).map((file) => file.replace(/^assets\/|\.js$/g, '')),
  );
  return `<meta name="next-files" content="${groups.map((names) => names.join(' ')).join('|')}">`;
}

/** The page's tags for an address. */
export interface PageFiles {
  /** For its head. */
  tags: string;
  /** Whether the page has the shell. */
  shell: boolean;
}

/** @returns the needs of each address; nothing where the application was not built */
export function pagePreloads(webFolder: string): (path: string) => PageFiles {
  const file = join(webFolder, '.vite/pages.json');
  if (!existsSync(file)) return () => ({ tags: '', shell: false });
  const { all, otherwise, pages, next } = JSON.parse(readFileSync(file, 'utf8')) as FileList;
  const allFiles = `<meta name="page-files" content="/${all}">`;
  const known = pages
    .map(({ path, shell, files }) => ({
      segments: segmentsOf(path),
      shell,
      tags: tags(files) + (shell || ENTRANCES.has(path) ? nextFiles(next, files) + allFiles : ''),
    }))
    .sort(byParameters);
  const unknown = { tags: tags(otherwise) + allFiles, shell: true };
  return (path) => {
    const address = segmentsOf(path);
    return known.find(({ segments }) => fits(segments, address)) ?? unknown;
  };
}
