import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { counted } from '../../../web/ui/format.ts';
import { type Hit, hits, mutes } from '../contract.ts';
import { SOCIAL_SCANNER } from '../paths.ts';

export interface HitActs {
  /** Hits that were decided on and have not left the list yet. */
  gone: ReadonlySet<string>;
  makeLead: (hit: Hit) => Promise<void>;
  archive: (hit: Hit) => Promise<void>;
  snooze: (hit: Hit, until: string) => Promise<void>;
  mute: (hit: Hit, kind: 'author' | 'site') => Promise<void>;
  restore: (ids: readonly string[]) => Promise<void>;
  markPosted: (hit: Hit) => Promise<void>;
  refresh: () => Promise<void>;
}

/** Actions on a post. A decided post leaves the list right away and returns if the request fails. */
export function useHitActs(): HitActs {
  const client = useQueryClient();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const hide = (ids: readonly string[], isGone: boolean) =>
    setGone((before) => new Set([...before].filter((id) => !ids.includes(id)).concat(isGone ? ids : [])));
  const refresh = () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [path] }) =>
        typeof path === 'string' && Object.values(SOCIAL_SCANNER).some((start) => path.startsWith(start)),
    });
  const run = async (ids: readonly string[], act: () => Promise<void>, failure: string) => {
    hide(ids, true);
    try {
      await act();
    } catch (error) {
      toast({ type: 'error', title: failure, description: messageFor(error, 'Try again.') });
    }
    await refresh();
    hide(ids, false);
  };
  const restore = (ids: readonly string[]) =>
    run(
      [],
      async () => {
        await call(hits.restore, { body: { ids: [...ids] } });
      },
      'The post did not change',
    );
  const undo = (id: string) => ({ label: 'Undo', onSelect: () => void restore([id]) });
  return {
    gone,
    refresh,
    restore,
    makeLead: ({ id }) =>
      run(
        [id],
        async () => {
          const { isNewLead } = await call(hits.makeLead, { params: { id } });
          toast({
            type: 'success',
            title: isNewLead ? 'Lead created' : 'Post added to the author’s lead',
            action: undo(id),
          });
        },
        'The lead was not created',
      ),
    archive: ({ id }) =>
      run(
        [id],
        async () => {
          await call(hits.archive, { body: { ids: [id] } });
          toast({ type: 'success', title: 'Post archived', action: undo(id) });
        },
        'The post was not archived',
      ),
    snooze: ({ id }, until) =>
      run(
        [id],
        async () => {
          await call(hits.snooze, { body: { ids: [id], until } });
          toast({ type: 'success', title: 'Post snoozed', action: undo(id) });
        },
        'The post was not snoozed',
      ),
    mute: ({ id }, kind) =>
      run(
        [id],
        async () => {
          const mute = await call(mutes.add, { body: { hitId: id, kind } });
          toast({
            type: 'success',
            title: `${mute.label} muted`,
            description: `${counted(mute.hidden, 'post')} hidden.`,
            action: {
              label: 'Undo',
              onSelect: () =>
                void run(
                  [],
                  async () => {
                    await call(mutes.remove, { params: { id: mute.id } });
                  },
                  'Still muted',
                ),
            },
          });
        },
        'Nothing was muted',
      ),
    markPosted: ({ id }) =>
      run(
        [],
        async () => {
          await call(hits.markPosted, { params: { id } });
          toast({ type: 'success', title: 'Reply marked as posted' });
        },
        'The reply did not change',
      ),
  };
}
