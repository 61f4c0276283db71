import { fold } from '../../../../kernel/text.ts';
import { send } from '../../../../web/api/send.ts';
import type { SearchHit } from '../../../../web/shell/commands.ts';
import type { Favourite } from '../../../../records/contract/collaboration.ts';
import { RECORD_PATHS } from '../../../../records/paths.ts';
import { favouriteDetail } from '../../../../records/web/collaboration/favorite-labels.ts';

/**
 * A person's favorites in their order; with a query the saved views among them, for records are found by themselves.
 */
export async function searchFavourites(query: string, signal: AbortSignal): Promise<SearchHit[]> {
  const { items } = await send<{ items: Favourite[] }>('GET', RECORD_PATHS.favorites, { signal });
  const wanted = fold(query);
  return items
    .filter(({ kind, name }) => wanted === '' || (kind === 'view' && fold(name).includes(wanted)))
    .map((one) => ({ id: one.id, title: one.name, detail: favouriteDetail(one), to: one.path }));
}
