import type { Favourite } from '../../contract/collaboration.ts';
import { KINDS } from '../../contract/kinds.ts';

/** Detail next to a favorite's name: `Lead`, `View of opportunities`. */
export function favouriteDetail({ kind, object }: Favourite): string {
  if (kind === 'view') return object ? `View of ${KINDS[object].many}` : 'View';
  if (kind === 'page') return 'Page';
  const { one } = KINDS[kind];
  return one.charAt(0).toUpperCase() + one.slice(1);
}
