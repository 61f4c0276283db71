/**
 * Writes NOTICE.md: every package that the product ships or bundles, with version and license. Fails on a license that
 * would bind the product (AGPL, GPL, SSPL, …) or that no one has reviewed. `--check` only compares.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const TARGET = join(ROOT, 'NOTICE.md');

/** Licenses that require no more than this notice. */
const ACCEPTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unicode-3.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
]);

/** Packages whose package.json lacks a clear license that their files state. */
const STATED: Readonly<Record<string, string>> = {};

interface LockedPackage {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  license?: string;
  link?: boolean;
}

interface Notice {
  name: string;
  version: string;
  license: string;
  author: string;
}

/** All packages of a production installation, from the lock file, including those of other platforms. */
function productionPackages(): { path: string; locked: LockedPackage }[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return Object.entries(packages)
    .filter(([path, locked]) => path !== '' && !locked.dev && !locked.link)
    .map(([path, locked]) => ({ path, locked }));
}

interface Manifest {
  license?: string | { type?: string };
  licenses?: { type?: string }[];
  author?: string | { name?: string };
}

function noticeOf({ path, locked }: { path: string; locked: LockedPackage }): Notice {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const file = join(ROOT, path, 'package.json');
  const manifest = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {};
  const license =
    STATED[name] ??
    locked.license ??
    nameOf(manifest.license) ??
    manifest.licenses?.map(nameOf).join(' OR ') ??
    byFile(join(ROOT, path)) ??
    'unknown';
  // Platform-specific packages must not change the list.
  const author = locked.optional
    ? ''
    : typeof manifest.author === 'string'
      ? manifest.author
      : (manifest.author?.name ?? '');
  return { name, version: locked.version ?? '', license, author: author.replace(/\s*[<(].*$/, '') };
}

function nameOf(license: Manifest['license']): string | undefined {
  return typeof license === 'string' ? license : license?.type;
}

/** Some packages state their license only in a file. */
function byFile(folder: string): string | undefined {
  const file = existsSync(folder) ? readdirSync(folder).find((name) => /^licen[cs]e/i.test(name)) : undefined;
  return file && /Permission is hereby granted, free of charge/.test(readFileSync(join(folder, file), 'utf8'))
    ? 'MIT'
    : undefined;
}

/**
 * Of a choice (`MIT OR GPL-3.0`) one acceptable license is enough; of a sum (`MIT AND Zlib`) every part must be
 * acceptable.
 */
function isAccepted(license: string): boolean {
  return license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => ACCEPTED.has(part.trim())));
}

const seen = new Map<string, Notice>();
for (const notice of productionPackages().map(noticeOf)) seen.set(`${notice.name} ${notice.version}`, notice);
const notices = [...seen.values()].sort(
  (one, other) => one.name.localeCompare(other.name, 'en') || one.version.localeCompare(other.version, 'en'),
);
const refused = notices.filter(({ license }) => !isAccepted(license));
if (refused.length > 0) {
  process.stderr.write(
    `These licenses are not accepted:\n${refused.map(({ name, version, license }) => `  ${name} ${version}: ${license}`).join('\n')}\n`,
  );
  process.exit(1);
}

const cell = (text: string) => text.replaceAll('|', '\\|');
const document = [
  '# Notices',
  '',
  'Gauntlet contains or runs on the following packages, each under its own license. Their full texts lie in the packages themselves, under `node_modules`.',
  'This list is written by `npm run notices` from the lock file.',
  '',
  '| package | version | license | author |',
  '| --- | --- | --- | --- |',
  ...notices.map(
    ({ name, version, license, author }) => `| ${name} | ${version} | ${cell(license)} | ${cell(author)} |`,
  ),
  '',
].join('\n');

if (process.argv.includes('--check')) {
  const current = existsSync(TARGET) && readFileSync(TARGET, 'utf8') === document;
  process.stdout.write(
    current ? `${notices.length} packages, all licenses accepted\n` : 'NOTICE.md is out of date: run npm run notices\n',
  );
  process.exit(current ? 0 : 1);
}
writeFileSync(TARGET, document);
process.stdout.write(`${notices.length} packages in NOTICE.md\n`);
