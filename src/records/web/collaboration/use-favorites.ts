import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call, read, readKey } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { offerUndo } from '../../../web/shell/undo.ts';
import { type Favourite, type FavouriteKind, favourites, type NewFavourite } from '../../contract/collaboration.ts';

interface Target {
  kind: FavouriteKind;
  id: string;
  name: string;
  /** Of a page, which is added by it. */
  path?: string;
}

/** The body of the call that adds one. */
export function bodyOf({ kind, id, name, path }: Target, before?: string): NewFavourite {
  const at = before ? { before } : {};
  return kind === 'page' ? { kind, path: path!, name, ...at } : { kind, id, ...at };
}

/**
 * A person's favorites, and what can be done with them. Every change shows at once and goes back when it is refused.
 */
export function useFavourites(enabled = true) {
  const client = useQueryClient();
  const key = readKey(favourites.list);
  const { data, error, refetch } = useQuery({ ...read(favourites.list), enabled });
  const items = data?.items;

  const change = async (
    shown: readonly Favourite[] | undefined,
    failed: string,
    act: () => Promise<unknown>,
  ): Promise<boolean> => {
    await client.cancelQueries({ queryKey: key });
    const before = client.getQueryData(key);
    if (shown) client.setQueryData(key, { items: [...shown] });
    try {
      await act();
      return true;
    } catch (reason) {
      client.setQueryData(key, before);
      toast({ type: 'error', title: failed, description: messageFor(reason, 'Try again.') });
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: key });
    }
  };
  const add = (target: Target, before?: string) =>
    change(undefined, `Couldn’t add ${target.name} to favorites`, () =>
      call(favourites.add, { body: bodyOf(target, before) }),
    );

  return {
    items,
    error,
    retry: () => void refetch(),
    has: (id: string) => items?.some((one) => one.id === id) ?? false,
    add: async (target: Target) => {
      if (await add(target))
        toast({
          type: 'success',
          title: `${target.name} added to your favorites`,
          description: 'Favorites are on top of the sidebar and come first in the command palette.',
        });
    },
    remove: async (target: Target) => {
      const at = items?.findIndex((one) => one.id === target.id) ?? -1;
      const behind = items?.[at + 1]?.id;
      const whole = items?.[at] ?? target;
      const done = await change(
        items?.filter((one) => one.id !== target.id),
        `Couldn’t remove ${target.name} from your favorites`,
        () => call(favourites.remove, { params: { id: target.id } }),
      );
      if (done) offerUndo({ title: `${target.name} removed from your favorites`, undo: () => add(whole, behind) });
    },
    /** Moves one by so many places. */
    move: (id: string, by: number) => {
      if (!items) return;
      const at = items.findIndex((one) => one.id === id);
      const to = Math.min(Math.max(at + by, 0), items.length - 1);
      if (at < 0 || to === at) return;
      const order = items.toSpliced(at, 1).toSpliced(to, 0, items[at]!);
      void change(order, 'Couldn’t reorder your favorites', () =>
        call(favourites.order, { body: { ids: order.map((one) => one.id) } }),
      );
    },
  };
}
