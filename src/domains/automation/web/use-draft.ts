import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, messageFor } from '../../../web/api/error.ts';
import { call, readKey } from '../../../web/api/request.ts';
import { useWaitingChange } from '../../../web/form/unsaved.ts';
import { toast } from '../../../web/shell/toast.ts';
import type { Draft, Step } from '../contract/definition.ts';
import { type Workflow, workflows } from '../contract/workflows.ts';

const PAUSE = 600;

/** The edited draft: steps have their full shape, even if they are incomplete. */
export interface LocalDraft {
  trigger: Draft['trigger'];
  steps: Step[];
}

export type SaveState = 'saved' | 'saving' | 'unsaved' | 'conflict' | 'failed';

/**
 * A workflow's draft as it is worked on: shown at once, saved a moment after the last change, with a way back. Someone
 * else's change meanwhile stops the saving until one has chosen.
 */
export function useDraft(workflow: Workflow) {
  const client = useQueryClient();
  const { id } = workflow;
  const [draft, setDraft] = useState<LocalDraft>(() => localOf(workflow));
  const [past, setPast] = useState<readonly LocalDraft[]>([]);
  const [state, setState] = useState<SaveState>('saved');
  const latest = useRef(draft);
  const version = useRef(workflow.version);
  const busy = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = useCallback(async (): Promise<number | undefined> => {
    clearTimeout(timer.current);
    if (busy.current) return undefined;
    busy.current = true;
    setState('saving');
    try {
      for (;;) {
        const sent = latest.current;
        const present = await call(workflows.update, {
          params: { id },
          body: { version: version.current, draft: sent as unknown as Draft },
        });
        version.current = present.version;
        client.setQueryData<Workflow>(readKey(workflows.get, { params: { id } }), (cached) =>
          cached && cached.version > present.version ? cached : present,
        );
        if (latest.current === sent) break;
      }
      setState('saved');
      return version.current;
    } catch (error) {
      const stale = error instanceof ApiError && error.code === 'stale';
      setState(stale ? 'conflict' : 'failed');
      if (!stale) toast({ type: 'error', title: 'Draft not saved', description: messageFor(error, 'Try again.') });
      return undefined;
    } finally {
      busy.current = false;
    }
  }, [client, id]);

  const show = useCallback(
    (next: LocalDraft) => {
      latest.current = next;
      setDraft(next);
      setState((before) => (before === 'conflict' ? before : 'unsaved'));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), PAUSE);
    },
    [save],
  );

  const change = useCallback(
    (next: LocalDraft) => {
      // Read here: by the time that React calls the updater, `show` has put the next one in its place.
      const was = latest.current;
      setPast((before) => [...before.slice(-49), was]);
      show(next);
    },
    [show],
  );

  const undo = useCallback(() => {
    const before = past.at(-1);
    if (!before) return;
    setPast(past.slice(0, -1));
    show(before);
  }, [past, show]);

  // Changes by others come in while no change of this person waits. An older version is no such change: the cache tells
  // of a save a moment after `state` does, and a read that began before the save may be answered after it. To show that
  // version would take away the fields that were just added, together with a menu that is open in one of them.
  useEffect(() => {
    if (state !== 'saved' || workflow.version <= version.current) return;
    version.current = workflow.version;
    latest.current = localOf(workflow);
    setDraft(latest.current);
  }, [workflow, state]);

  useWaitingChange(state !== 'saved');
  // Leaving does not wait for the pause in typing.
  const unsaved = useRef(false);
  unsaved.current = state === 'unsaved';
  useEffect(
    () => () => {
      if (unsaved.current) void save();
    },
    [save],
  );

  return {
    draft,
    state,
    change,
    undo,
    canUndo: past.length > 0,
    save,
    /** The way back from a change, for a message: it leads back only as long as nothing was changed after it. */
    backFrom: (made: LocalDraft, before: LocalDraft) => ({
      label: 'Undo',
      onSelect: () => {
        if (latest.current === made) change(before);
        else
          toast({
            type: 'warning',
            title: 'Couldn’t undo',
            description: 'The workflow has changed since. Use Ctrl Z in the editor to step back.',
          });
      },
    }),
    /** Takes what the other person saved, or saves over it. */
    resolve: async (keepMine: boolean) => {
      const present = await client.fetchQuery({
        queryKey: readKey(workflows.get, { params: { id } }),
        queryFn: () => call(workflows.get, { params: { id } }),
      });
      version.current = present.version;
      if (keepMine) await save();
      else {
        latest.current = localOf(present);
        setDraft(latest.current);
        setState('saved');
      }
    },
    setVersion: (next: number) => {
      version.current = next;
    },
  };
}

function localOf({ draft }: Workflow): LocalDraft {
  return { trigger: draft.trigger, steps: draft.steps as unknown as Step[] };
}
