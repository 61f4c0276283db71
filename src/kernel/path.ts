/** Paths are separate from their schemas, so the browser's first load needs no schema library. */

/**
 * Fills a path's parameters, each encoded as one path segment.
 * @throws Error when a parameter is missing, which is a bug in our code
 */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '')
      throw new Error(`Path parameter ${name} of ${path} is missing`);
    return encodeURIComponent(value);
  });
}
