import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { useUnsavedGuard } from '../../../web/form/unsaved.ts';
import { type Funnel, type FunnelDocument, funnels } from '../contract.ts';

/** The editor's draft. */
export interface Draft {
  name: string;
  slug: string;
  document: FunnelDocument;
}

export type SaveState = 'saved' | 'saving' | 'unsaved' | 'stale' | 'failed';

interface Past {
  draft: Draft;
  /** Changes of one text in a row are undone together. */
  what: string;
}

const MAX_STEPS_BACK = 200;
/** Milliseconds without a change after which the draft is saved. */
const PAUSE = 700;

/** A funnel's draft: undo and redo, saved by itself. */
export function useDraft(funnel: Funnel) {
  const [draft, setDraft] = useState<Draft>({ name: funnel.name, slug: funnel.slug, document: funnel.document });
  const [past, setPast] = useState<readonly Past[]>([]);
  const [future, setFuture] = useState<readonly Draft[]>([]);
  const [state, setState] = useState<SaveState>('saved');
  const [problem, setProblem] = useState<ApiError | null>(null);
  const version = useRef(funnel.version);
  const saved = useRef(draft);
  const current = useRef(draft);
  current.current = draft;
  const saving = useRef<Promise<void> | null>(null);

  const saveOnce = useCallback(async () => {
    const sent = current.current;
    setState('saving');
    try {
      const answer = await call(funnels.update, {
        params: { id: funnel.id },
        body: { version: version.current, ...sent },
      });
      version.current = answer.version;
      saved.current = sent;
      setProblem(null);
      setState(current.current === sent ? 'saved' : 'unsaved');
    } catch (error) {
      setProblem(error instanceof ApiError ? error : null);
      setState(error instanceof ApiError && error.code === 'stale' ? 'stale' : 'failed');
      throw error;
    }
  }, [funnel.id]);

  /** Saves what is not saved yet. @throws ApiError */
  const save = useCallback(async () => {
    while (saving.current) await saving.current.catch(() => undefined);
    if (current.current === saved.current) {
      // Undone and redone: there is nothing to save.
      setState((now) => (now === 'unsaved' ? 'saved' : now));
      return;
    }
    saving.current = saveOnce();
    try {
      await saving.current;
    } finally {
      saving.current = null;
    }
  }, [saveOnce]);

  useEffect(() => {
    // A save that failed is tried again with the next change, or when asked.
    if (state !== 'unsaved') return;
    const timer = setTimeout(() => {
      if (current.current === draft) void save().catch(() => undefined);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [draft, save, state]);

  // Leaving before the delayed save still saves the last change.
  useEffect(
    () => () => {
      if (current.current !== saved.current) void save().catch(() => undefined);
    },
    [save],
  );

  const change = useCallback((what: string, next: (draft: Draft) => Draft) => {
    const before = current.current;
    const after = next(before);
    if (after === before) return;
    current.current = after;
    setPast((list) =>
      what !== '' && list.at(-1)?.what === what ? list : [...list.slice(1 - MAX_STEPS_BACK), { draft: before, what }],
    );
    setFuture([]);
    setDraft(after);
    setState((now) => (now === 'stale' ? now : 'unsaved'));
  }, []);

  const undo = useCallback(() => {
    const last = past.at(-1);
    if (!last) return;
    setPast(past.slice(0, -1));
    setFuture([current.current, ...future]);
    current.current = last.draft;
    setDraft(last.draft);
    setState('unsaved');
  }, [past, future]);
  const redo = useCallback(() => {
    const [next, ...rest] = future;
    if (!next) return;
    setFuture(rest);
    setPast([...past, { draft: current.current, what: '' }]);
    current.current = next;
    setDraft(next);
    setState('unsaved');
  }, [past, future]);

  /** Takes a funnel that the server changed, such as an earlier version. */
  const take = useCallback((next: Funnel) => {
    version.current = next.version;
    const taken = { name: next.name, slug: next.slug, document: next.document };
    saved.current = taken;
    current.current = taken;
    setDraft(taken);
    setPast([]);
    setFuture([]);
    setState('saved');
  }, []);

  const changeDocument = useCallback(
    (what: string, next: (document: FunnelDocument) => FunnelDocument) =>
      change(what, (one) => ({ ...one, document: next(one.document) })),
    [change],
  );
  useUnsavedGuard(state === 'stale' || state === 'failed');
  const versionOf = useCallback(() => version.current, []);
  return useMemo(
    () => ({
      draft,
      state,
      problem,
      change,
      changeDocument,
      save,
      take,
      versionOf,
      undo: past.length > 0 ? undo : undefined,
      redo: future.length > 0 ? redo : undefined,
    }),
    [draft, state, problem, change, changeDocument, save, take, versionOf, past, future, undo, redo],
  );
}

export type DraftState = ReturnType<typeof useDraft>;
