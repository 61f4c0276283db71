/** Finds a Chromium: the headless one from an npm package for tests, the machine's own for benchmarks. */
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export interface TestChromium {
  executablePath: string;
  /** For Playwright's `launchOptions.args`. */
  args: string[];
  /** For Playwright's `launchOptions.env`, by which the packaged browser finds its libraries and fonts. */
  env: Record<string, string>;
  /** Its origin, for messages. */
  origin: string;
}

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_PATH = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const PACKAGE = join(import.meta.dirname, '../../node_modules/@sparticuz/chromium');
const NO_NETWORK = [
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * For tests: CHROMIUM_PATH, then the package `@sparticuz/chromium`, then the system. The packaged one has no window
 * system, which saves a quarter of the time of all end-to-end tests, and has the same version and fonts on every
 * machine.
 * @throws Error in one sentence when there is none: end-to-end tests are never skipped silently
 */
export async function findChromium(env: NodeJS.ProcessEnv = process.env): Promise<TestChromium> {
  const named = namedOne(env);
  if (named) return named;
  const none: string[] = [];
  const found = await packaged(env).catch((error: unknown) => {
    none.push((error as Error).message);
    return systemOne(env);
  });
  if (found) return found;
  throw new Error(
    `End-to-end tests need a Chromium and found none (${none.join(', ')}): install one (apt-get install chromium), or set CHROMIUM_PATH.`,
  );
}

/** For benchmarks: the full browser that people use, where the machine has one. */
export async function findWholeChromium(env: NodeJS.ProcessEnv = process.env): Promise<TestChromium> {
  return namedOne(env) ?? systemOne(env) ?? findChromium(env);
}

function namedOne(env: NodeJS.ProcessEnv): TestChromium | null {
  if (!env.CHROMIUM_PATH) return null;
  if (!isExecutable(env.CHROMIUM_PATH))
    throw new Error(`CHROMIUM_PATH names ${env.CHROMIUM_PATH}, which is no program that can be run.`);
  return system(env.CHROMIUM_PATH, env);
}

function systemOne(env: NodeJS.ProcessEnv): TestChromium | null {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = [...folders.flatMap((folder) => SYSTEM_NAMES.map((name) => join(folder, name))), MAC_PATH];
  const found = candidates.find((path) => isExecutable(path) && runs(path, env));
  return found ? system(found, env) : null;
}

function system(executablePath: string, env: NodeJS.ProcessEnv): TestChromium {
  return { executablePath, args: [...sandbox(), ...NO_NETWORK], env: defined(env), origin: executablePath };
}

/** Chromium's sandbox needs privileges that root in a container lacks. */
function sandbox(): string[] {
  return process.getuid?.() === 0 || existsSync('/.dockerenv') ? ['--no-sandbox'] : [];
}

/** @throws Error with the reason why the package's browser cannot be used here */
async function packaged(env: NodeJS.ProcessEnv): Promise<TestChromium> {
  if (process.platform !== 'linux') throw new Error('the packaged one is for Linux');
  const folder = await unpacked().catch((error: unknown) => {
    throw new Error(`the packaged one did not unpack: ${(error as Error).message}`);
  });
  const executablePath = join(folder, 'chromium');
  // The package's own arguments are omitted: --single-process breaks with several contexts, and --disable-web-security
  // would hide the very faults that tests look for.
  const args = ['--no-sandbox', '--headless=shell', ...NO_NETWORK];
  const plain = { ...defined(env), FONTCONFIG_FILE: fontsOf(folder), HOME: env.HOME ?? folder };
  const bundled = {
    ...plain,
    LD_LIBRARY_PATH: [join(folder, 'al2023/lib'), env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter),
  };
  // The machine's own libraries fit better than the bundled ones.
  for (const candidate of [plain, bundled]) {
    if (runs(executablePath, candidate))
      return { executablePath, args, env: candidate, origin: 'npm package @sparticuz/chromium' };
  }
  throw new Error('the packaged one does not run on this machine');
}

/**
 * The package's own configuration names folders that do not exist here; without any font the browser crashes at the
 * first input.
 */
function fontsOf(folder: string): string {
  const file = join(folder, 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'font-cache')}</cachedir>
</fontconfig>
`,
  );
  return file;
}

/** @returns the folder with the package's browser, libraries, and fonts; complete or not created */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
  const folder = join(tmpdir(), `gauntlet-chromium-${process.getuid?.() ?? 0}-${version}`);
  if (existsSync(folder)) return folder;
  const making = mkdtempSync(`${folder}-`);
  const previous = process.env.TMPDIR;
  // The package unpacks into the temporary folder and uses anything called `chromium` there.
  process.env.TMPDIR = making;
  try {
    const { default: chromium, inflate } = await import('@sparticuz/chromium');
    await chromium.executablePath();
    await inflate(join(PACKAGE, 'bin/al2023.tar.br'));
  } finally {
    if (previous === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = previous;
  }
  try {
    renameSync(making, folder);
  } catch (error) {
    // Another process was faster.
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** True if the browser starts. Detects a missing library, and Ubuntu's script that only says "install the snap". */
function runs(path: string, env: NodeJS.ProcessEnv): boolean {
  const result = spawnSync(path, ['--version', '--no-sandbox'], { env, encoding: 'utf8', timeout: 20_000 });
  return result.status === 0 && /\d+\.\d+/.test(result.stdout);
}

function defined(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
