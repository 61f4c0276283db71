/** Builds the browser application into `dist/web` when its sources changed, with a compressed copy of each file. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { buildProtection } from './web/protection.ts';
import { buildServiceWorker } from './web/service-worker.ts';

const ROOT = join(import.meta.dirname, '..');
const OUT = join(ROOT, 'dist/web');
const MARK = join(OUT, '.sources');
const SOURCES = [
  'src/index.html',
  'src/main-web.tsx',
  'src/kernel/**',
  'src/web/**',
  'src/records/{contract,web,engine}/**',
  'src/domains/*/{contract,web,engine}/**',
  'src/domains/*/*.ts',
  'vite.config.ts',
  'scripts/web/**',
  'package-lock.json',
];
const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|wasm)$/;

/** Changes when any source of the browser application changes. */
function sourcesHash(): string {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: ROOT }).sort()) {
    const path = join(ROOT, file);
    if (statSync(path).isFile()) hash.update(file).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

async function compress(folder: string): Promise<void> {
  const gz = promisify(gzip);
  const br = promisify<Buffer, object, Buffer>(brotliCompress);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && COMPRESSIBLE.test(entry.name),
  );
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const bytes = readFileSync(path);
      // The page itself gets a fresh nonce each time and is sent uncompressed.
      if (bytes.length < 1024 || entry.name === 'index.html') return;
      writeFileSync(`${path}.gz`, await gz(bytes, { level: 9 }));
      writeFileSync(`${path}.br`, await br(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
    }),
  );
}

/** @returns whether anything had to be built */
export async function buildWeb(options: { force?: boolean } = {}): Promise<boolean> {
  const hash = sourcesHash();
  if (!options.force && existsSync(MARK) && readFileSync(MARK, 'utf8') === hash) return false;
  await build({ configFile: join(ROOT, 'vite.config.ts'), logLevel: 'warn' });
  await buildServiceWorker(ROOT, OUT);
  await buildProtection(ROOT, OUT);
  await compress(OUT);
  writeFileSync(MARK, hash);
  return true;
}

if (import.meta.main) {
  const built = await buildWeb({ force: process.argv.includes('--force') });
  process.stdout.write(built ? 'Built dist/web\n' : 'dist/web is up to date\n');
}
