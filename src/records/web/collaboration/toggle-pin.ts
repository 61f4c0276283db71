import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { keepPins } from '../../../web/shell/pins.ts';
import { toast } from '../../../web/shell/toast.ts';
import { offerUndo } from '../../../web/shell/undo.ts';
import { type Favourite, favourites } from '../../contract/collaboration.ts';
import { bodyOf } from './use-favorites.ts';

const show = (items: readonly Favourite[]) => keepPins(items.map(({ path, name }) => ({ path, title: name })));

/** Adds a page to the person's favorites, or takes it (or the record at its path) out of them. */
export async function togglePin({ path, title }: { path: string; title: string }): Promise<void> {
  try {
    const { items } = await call(favourites.list);
    const at = items.findIndex((one) => one.path === path);
    const known = items[at];
    if (!known) {
      show((await call(favourites.add, { body: { kind: 'page', path, name: title } })).items);
      return;
    }
    await call(favourites.remove, { params: { id: known.id } });
    show(items.toSpliced(at, 1));
    offerUndo({
      title: `${known.name} is no favorite any more`,
      undo: async () => {
        show((await call(favourites.add, { body: bodyOf(known, items[at + 1]?.id) })).items);
        return true;
      },
    });
  } catch (error) {
    toast({ type: 'error', title: 'Your favorites were not changed', description: messageFor(error, 'Try again.') });
  }
}
