/** The table behind each id in an address, so that ids of another workspace can be tried on every call. */
import { ELSEWHERE, TABLES } from './index.ts';

/** Parameters beside an id that are no ids: a day, a year. */
const NO_ID = /\{(year|day|key|number)\}$/;

/** Whether the ids in an address belong to one workspace. */
export const isWalled = (path: string): boolean =>
  path.includes('{') && !Object.keys(ELSEWHERE).some((start) => path.startsWith(start));

/**
 * The tables behind the parameters of an address, by name; undefined for parameters that are no ids.
 * @throws Error for an unlisted parameter
 */
export function tablesBehind(path: string): Record<string, string> {
  return Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].flatMap((match) => {
      const prefix = path.slice(0, match.index + match[0].length);
      if (NO_ID.test(prefix)) return [];
      const table = TABLES[prefix];
      if (!table) throw new Error(`${prefix} stands neither among the tables nor among what is elsewhere`);
      return [[match[1]!, table]];
    }),
  );
}
