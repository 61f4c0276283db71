/**
 * The page's policy requires Trusted Types: text becomes markup or a script's address only through a policy, and these
 * are the only two. Imported before everything else, because the default policy applies from then on.
 */
interface Policy {
  createScriptURL(url: string): string;
}

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createHTML?: (text: string) => string | null; createScriptURL?: (url: string) => string | null },
  ): Policy;
}

/** Browsers without Trusted Types: the rest of the policy still holds. */
const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;

/**
 * A named character such as `&eacute;`, which the manual's renderer lets the browser decode. Everything else is
 * refused.
 */
const CHARACTER = /^&[A-Za-z][A-Za-z0-9]{0,31};$/;
factory?.createPolicy('default', { createHTML: (text) => (CHARACTER.test(text) ? text : null) });

// Otherwise Zod tests whether it may compile functions from text, which the policy refuses and the console reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const WORKER = '/sw.js';
const workers = factory?.createPolicy('worker', { createScriptURL: (url) => (url === WORKER ? url : null) });

/** The service worker's address, in the type the browser requires. */
export function workerUrl(): string {
  return workers?.createScriptURL(WORKER) ?? WORKER;
}
