/**
 * A person's notifications as their screens use them: read from the cache, changed at once, put right by the server.
 */
import { useMemo } from 'react';
import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { send } from '../../../web/api/send.ts';
import { useGo } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { fillPath } from '../../../kernel/path.ts';
import { newIntent } from '../../../web/api/idempotency-key.ts';
import type { Notification, NotificationSummary } from '../contract.ts';
import { NOTIFICATIONS } from '../paths.ts';

/** The counts and the newest; undefined while they are not known. */
export function useSummary(): NotificationSummary | undefined {
  return useQuery<NotificationSummary>({ queryKey: [NOTIFICATIONS.summary] }).data;
}

type Cached = InfiniteData<{ items: Notification[] }> | undefined;

const post = <T>(path: string, body?: unknown) =>
  send<T>('POST', path, { body, headers: { 'Idempotency-Key': newIntent() } });

function complain(title: string, error: unknown): void {
  toast({ type: 'error', title, description: messageFor(error, 'Try again.') });
}

/** Actions on notifications. Without contracts, because the bell is part of the first load. */
export function useNotificationActs() {
  const client = useQueryClient();
  const go = useGo();
  return useMemo(() => {
    const changeShown = (change: (items: Notification[]) => Notification[]) =>
      client.setQueriesData<Cached>(
        { queryKey: [NOTIFICATIONS.list] },
        (cached) =>
          cached && { ...cached, pages: cached.pages.map((page) => ({ ...page, items: change(page.items) })) },
      );
    const refresh = () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [NOTIFICATIONS.list] }),
        client.invalidateQueries({ queryKey: [NOTIFICATIONS.summary] }),
      ]);

    /** Shows the change at once; what the server then says stands. */
    async function attempt<T>(failure: string, act: () => Promise<T>): Promise<T | undefined> {
      try {
        return await act();
      } catch (error) {
        complain(failure, error);
        return undefined;
      } finally {
        await refresh();
      }
    }

    const mark = (body: { read: boolean; ids: string[] } | { read: boolean; upTo: string }) =>
      post<{ ids: string[] }>(NOTIFICATIONS.mark, body);

    function setRead({ id }: Notification, read: boolean): Promise<unknown> {
      changeShown((items) => items.map((item) => (item.id === id ? { ...item, read, seen: true } : item)));
      return attempt(read ? 'Couldn’t mark as read' : 'Couldn’t mark as unread', () => mark({ ids: [id], read }));
    }

    return {
      setRead,
      /** Goes to what it is about; opening it is reading it. */
      open(notification: Notification): void {
        if (!notification.read) void setRead(notification, true);
        if (notification.href) void go(notification.href);
      },
      async readAll(newest: Notification): Promise<void> {
        changeShown((items) => items.map((item) => ({ ...item, read: true, seen: true })));
        const marked = await attempt('Couldn’t mark as read', () => mark({ upTo: newest.id, read: true }));
        if (!marked || marked.ids.length === 0) return;
        const undo = () => void attempt('Couldn’t undo', () => mark({ ids: marked.ids, read: false }));
        toast({
          type: 'success',
          title:
            marked.ids.length === 1
              ? '1 notification marked as read'
              : `${marked.ids.length} notifications marked as read`,
          action: { label: 'Undo', onSelect: undo },
        });
      },
      async remove({ id }: Notification): Promise<void> {
        changeShown((items) => items.filter((item) => item.id !== id));
        const removed = await attempt('Couldn’t remove it', async () => {
          await send('DELETE', fillPath(NOTIFICATIONS.one, { id }));
          return true;
        });
        if (removed)
          toast({
            type: 'success',
            title: 'Notification removed',
            action: {
              label: 'Undo',
              onSelect: () => void attempt('Couldn’t restore it', () => post(fillPath(NOTIFICATIONS.restore, { id }))),
            },
          });
      },
      /** The list is open: nothing in it counts as new any more. Failing that, it counts as new once more. */
      seen(): void {
        client.setQueryData<NotificationSummary>(
          [NOTIFICATIONS.summary],
          (summary) => summary && { ...summary, unseen: 0 },
        );
        post(NOTIFICATIONS.seen).catch(() => undefined);
      },
    };
  }, [client, go]);
}

export type NotificationActs = ReturnType<typeof useNotificationActs>;
