import { useQuery, useQueryClient } from '@tanstack/react-query';
import Bell from 'lucide-react/icons/bell';
import BellRing from 'lucide-react/icons/bell-ring';
import Star from 'lucide-react/icons/star';
import { lazy, Suspense, useRef, useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { call, read, readKey } from '../../../web/api/request.ts';
import { type Shortcut, useShortcuts } from '../../../web/shell/shortcuts.ts';
import { toast } from '../../../web/shell/toast.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Popover } from '../../../web/ui/popover.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { COLLABORATION } from '../../contract/collaboration.ts';
import { KINDS } from '../../contract/kinds.ts';
import type { RecordOf } from '../record-ref.ts';
import { useFavourites } from './use-favorites.ts';

const WatchPanel = lazy(() => import('./watch-panel.tsx'));

/** Star and bell of a record: keep it near at hand, hear of what others do with it. */
export function RecordTools({ of, name }: { of: RecordOf; name: string }) {
  const { has, add, remove } = useFavourites();
  const starred = has(of.id);
  const target = { ...of, name };
  const toggle = () => void (starred ? remove(target) : add(target));
  const { state, set } = useWatch(of);
  const [open, setOpen] = useState(false);
  const watching = state?.watching ?? false;
  const acts = useRef({ star: toggle, watch: () => set(!watching) });
  acts.current = { star: toggle, watch: () => set(!watching) };
  const [shortcuts] = useState((): Shortcut[] => [
    { keys: 'f', label: 'Add to or remove from favorites', group: 'Record', run: () => acts.current.star() },
    { keys: 'w', label: 'Watch or stop watching', group: 'Record', run: () => void acts.current.watch() },
  ]);
  useShortcuts(shortcuts);
  return (
    <>
      <IconButton
        label={starred ? 'Remove from favorites' : 'Add to favorites'}
        shortcut="F"
        aria-keyshortcuts="f"
        pressed={starred}
        icon={<Star fill={starred ? 'currentColor' : 'none'} />}
        onClick={toggle}
      />
      <Popover
        label="Watching"
        align="end"
        open={open}
        onOpenChange={setOpen}
        className="w-80 p-4"
        trigger={
          <IconButton
            label={watching ? `You watch this ${KINDS[of.kind].one}` : `Watch this ${KINDS[of.kind].one}`}
            shortcut="W"
            aria-keyshortcuts="w"
            className={watching ? 'text-accent-ink' : undefined}
            icon={watching ? <BellRing /> : <Bell />}
          />
        }
      >
        <Suspense fallback={<Skeleton className="h-48 w-full" />}>
          <WatchPanel of={of} state={state} onWatch={set} />
        </Suspense>
      </Popover>
    </>
  );
}

function useWatch({ kind, id }: RecordOf) {
  const client = useQueryClient();
  const { watch } = COLLABORATION[kind];
  const { data: state } = useQuery(read(watch.get, { params: { id } }));
  const key = readKey(watch.get, { params: { id } });
  const set = async (watching: boolean) => {
    if (state) client.setQueryData(key, { ...state, watching });
    try {
      client.setQueryData(key, await call(watch.set, { params: { id }, body: { watching } }));
      toast({
        title: watching
          ? `You are now watching this ${KINDS[kind].one}`
          : `You stopped watching this ${KINDS[kind].one}`,
      });
    } catch (error) {
      client.setQueryData(key, state);
      toast({ type: 'error', title: 'No changes were saved', description: messageFor(error, 'Try again.') });
    }
  };
  return { state, set };
}
