/** Paths to the data of an incoming call, as steps can read them. Pure. */

export interface SamplePath {
  path: string;
  kind: 'text' | 'number' | 'boolean';
}

const NAME = /^[A-Za-z_][\w-]*$/;
const MAX = 60;
const DEEPEST = 4;

/**
 * The values of some data, the first of each list; values of several samples are put together, the first one's first.
 */
export function pathsOf(samples: readonly unknown[]): SamplePath[] {
  const found = new Map<string, SamplePath>();
  const walk = (value: unknown, names: readonly string[]) => {
    if (found.size >= MAX || names.length > DEEPEST) return;
    if (typeof value === 'object' && value !== null) {
      const parts = Array.isArray(value)
        ? value.slice(0, 1).map((one, n): [string, unknown] => [String(n), one])
        : Object.entries(value);
      for (const [name, part] of parts)
        if (Array.isArray(value) ? names.length > 0 : NAME.test(name)) walk(part, [...names, name]);
      return;
    }
    const path = names.join('.');
    if (path !== '' && !found.has(path))
      found.set(path, {
        path,
        kind: typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text',
      });
  };
  for (const sample of samples) walk(sample, []);
  return [...found.values()];
}
