import { fold } from '../../../../kernel/text.ts';
import { send } from '../../../../web/api/send.ts';
import type { SearchHit } from '../../../../web/shell/commands.ts';
import type { Favourite } from '../../contract/collaboration.ts';
import { CRM } from '../../paths.ts';
import { favouriteDetail } from '../collaboration/favourite-words.ts';

/**
 * A person's favourites in their order; with a query the saved views among them, for records are found by themselves.
 */
export async function searchFavourites(query: string, signal: AbortSignal): Promise<SearchHit[]> {
  const { items } = await send<{ items: Favourite[] }>('GET', CRM.favourites, { signal });
  const wanted = fold(query);
  return items
    .filter(({ kind, name }) => wanted === '' || (kind === 'view' && fold(name).includes(wanted)))
    .map((one) => ({ id: one.id, title: one.name, detail: favouriteDetail(one), to: one.path }));
}
