/**
 * Apps are the parts of the product that a client may have or not. Each domain declares its own in `apps.ts`, next to
 * its pages. Navigation, palette, server, and the administrators' pages read this one catalog.
 *
 * Pages that no app claims (sign-in, dashboard, settings, help) are always there.
 */

export interface App {
  /** Stored, so it never changes: `opportunities`. */
  id: string;
  name: string;
  /** One sentence: what a client can do with it. */
  description: string;
  /** The wing of the product it belongs to, as a heading. */
  wing: string;
  /** Pages of the app, with everything beneath them. */
  pages: readonly `/${string}`[];
  /** Calls of the app, with everything beneath them. */
  calls: readonly `/api/${string}`[];
  /** WebSocket addresses of the app. */
  sockets?: readonly `/ws/${string}`[];
  /** Apps it cannot work without, and why. */
  needs?: readonly { app: string; why: string }[];
  /** Permissions that come with the app for the client's people and machines, a sentence each. */
  allows: readonly string[];
}

const catalogue = new Map<string, App>();
let callsByLength: (readonly [string, App])[] | undefined;

/**
 * Declares an app. People see apps in the order of declaration.
 * @throws Error for a name or an address that is taken
 */
export function defineApp(app: App): App {
  if (catalogue.has(app.id)) throw new Error(`There are two apps called ${app.id}`);
  for (const other of catalogue.values()) {
    const taken = [...app.pages, ...app.calls].find(
      (path) => (other.pages as readonly string[]).includes(path) || (other.calls as readonly string[]).includes(path),
    );
    if (taken) throw new Error(`Two apps claim ${taken}`);
  }
  catalogue.set(app.id, app);
  callsByLength = undefined;
  return app;
}

export function allApps(): readonly App[] {
  return [...catalogue.values()];
}

export function appOf(id: string): App | undefined {
  return catalogue.get(id);
}

/** Longest first, because a deeper path may belong to another app. */
function indexed(pathsOf: (app: App) => readonly string[]): (readonly [string, App])[] {
  return [...catalogue.values()]
    .flatMap((app) => pathsOf(app).map((path) => [path, app] as const))
    .sort(([one], [other]) => other.length - one.length);
}

function owner(index: readonly (readonly [string, App])[], path: string): App | undefined {
  return index.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))?.[1];
}

/** The app that a call belongs to, by its declared or actual path. */
export function appOfCall(path: string): App | undefined {
  return owner((callsByLength ??= indexed(({ calls }) => calls)), path);
}

/** The app that a WebSocket address belongs to. */
export function appOfSocket(path: string): App | undefined {
  return allApps().find(({ sockets }) => (sockets as readonly string[] | undefined)?.includes(path));
}

/** Error message of a page or call whose app is off. */
export const appOffMessage = (app: Pick<App, 'name'>): string =>
  `“${app.name}” is turned off for this workspace. Your agency can turn it on.`;

/** Apps that are on but cannot work while `off` are off, each with the app it misses. */
export function unmetNeeds(apps: readonly App[], off: readonly string[]): { app: App; missing: string; why: string }[] {
  return apps
    .filter(({ id }) => !off.includes(id))
    .flatMap((app) =>
      (app.needs ?? [])
        .filter((need) => off.includes(need.app))
        .map((need) => ({ app, missing: need.app, why: need.why })),
    );
}

type Dependent = Pick<App, 'id'> & { needs?: readonly { app: string }[] };

/**
 * The set of apps that are off after one is switched, including apps switched along because they depend on it.
 * @returns the ids in the catalog's order, and those that were switched along
 */
export function switched(
  apps: readonly Dependent[],
  off: readonly string[],
  id: string,
  on: boolean,
): { off: string[]; along: string[] } {
  const next = new Set(off);
  const turn = (one: string) => {
    if (next.has(one) !== on) return;
    if (on) next.delete(one);
    else next.add(one);
    if (on) for (const need of apps.find((app) => app.id === one)?.needs ?? []) turn(need.app);
    else for (const app of apps) if (app.needs?.some((need) => need.app === one)) turn(app.id);
  };
  turn(id);
  const result = apps.map((app) => app.id).filter((one) => next.has(one));
  const along = apps.map((app) => app.id).filter((one) => one !== id && next.has(one) !== off.includes(one));
  return { off: result, along };
}
