import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call, read, readKey } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { offerUndo } from '../../../web/shell/undo.ts';
import { type Favourite, type FavouriteKind, favourites } from '../../contract/collaboration.ts';

interface Target {
  kind: FavouriteKind;
  id: string;
  name: string;
}

/**
 * A person's favourites, and what can be done with them. Every change shows at once and goes back when it is refused.
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
  const add = ({ kind, id, name }: Target, before?: string) =>
    change(undefined, `Couldn’t add ${name} to your favorites`, () =>
      call(favourites.add, { body: { kind, id, ...(before && { before }) } }),
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
          description: 'Find your favorites at the top of the command palette and under the star above each list.',
        });
    },
    remove: async (target: Target) => {
      const at = items?.findIndex((one) => one.id === target.id) ?? -1;
      const behind = items?.[at + 1]?.id;
      const done = await change(
        items?.filter((one) => one.id !== target.id),
        `Couldn’t remove ${target.name} from your favorites`,
        () => call(favourites.remove, { params: { id: target.id } }),
      );
      if (done) offerUndo({ title: `${target.name} removed from your favorites`, undo: () => add(target, behind) });
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
