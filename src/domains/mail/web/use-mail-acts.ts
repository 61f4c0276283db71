import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { mailThreads, type ThreadAct } from '../contract.ts';

const DONE: Partial<Record<ThreadAct, string>> = {
  archive: 'Conversation archived',
  trash: 'Conversation moved to the trash',
  junk: 'Conversation moved to junk',
  inbox: 'Conversation moved to the inbox',
  snooze: 'Conversation snoozed',
  unread: 'Marked as unread',
};
const UNDO: Partial<Record<ThreadAct, ThreadAct>> = {
  archive: 'inbox',
  trash: 'inbox',
  junk: 'inbox',
  snooze: 'snooze',
};

export interface ActOptions {
  until?: string;
  label?: string;
}

/** Forgets what browsers know of mail, so that it is read again. */
export function useMailRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith('/api/mail'),
      }),
    [client],
  );
}

/** Does something with conversations, says so, and offers to undo it. */
export function useMailActs() {
  const refresh = useMailRefresh();
  return useCallback(
    async (ids: readonly string[], act: ThreadAct, options: ActOptions = {}): Promise<boolean> => {
      const send = (what: ThreadAct, more: ActOptions = {}) =>
        call(mailThreads.act, { body: { ids: [...ids], act: what, ...more } });
      try {
        await send(act, options);
        const title = DONE[act];
        const undo = UNDO[act];
        if (title)
          toast({
            type: 'success',
            title: act === 'snooze' && !options.until ? 'Snooze ended' : title,
            ...(undo &&
              (act !== 'snooze' || options.until) && {
                action: { label: 'Undo', onSelect: () => void send(undo).then(refresh) },
              }),
          });
      } catch (error) {
        toast({ type: 'error', title: 'Nothing was changed', description: messageFor(error, 'Try again.') });
        return false;
      }
      await refresh();
      return true;
    },
    [refresh],
  );
}
