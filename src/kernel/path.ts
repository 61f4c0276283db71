/**
 * Paths apart from their schemas, so that the browser's first load carries no schema library.
 */

/**
 * Fills a path's parameters, each encoded as one path segment.
 * @throws Error when a parameter is missing: that is a mistake in our code, not in anyone's input.
 */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '')
      throw new Error(`Path parameter ${name} of ${path} is missing`);
    return encodeURIComponent(value);
  });
}
