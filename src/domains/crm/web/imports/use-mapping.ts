import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FieldError } from '../../../../kernel/errors.ts';
import { ApiError, messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { useWaitingChange } from '../../../../web/form/unsaved.ts';
import { type RecordImport, imports } from '../../contract/imports.ts';
import { columnProblem, draftOf, type MappingDraft, toMapping, withGuesses } from './mapping-draft.ts';

/** Wait after the last change before it is saved, in milliseconds. */
const PAUSE = 350;

/**
 * The mapping while it is edited. Each change is saved by itself, so that leaving, reloading or another device loses
 * nothing; `saved` counts up each time, which is when a preview is worth making again.
 */
export function useMapping(current: RecordImport) {
  const client = useQueryClient();
  const { id } = current;
  const params = useMemo(() => ({ id }), [id]);
  const [draft, setDraft] = useState(() => draftOf(current));
  const [saved, setSaved] = useState(0);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<{ message: string; fields: readonly FieldError[] }>();
  const latest = useRef(draft);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<boolean>>(Promise.resolve(true));

  /** Saves what is there now, after a save that is under way. Answers whether the server took it. */
  const flush = useCallback((): Promise<boolean> => {
    clearTimeout(timer.current);
    running.current = running.current.then(async () => {
      const sent = latest.current;
      if (sent.columns.some((_, index) => columnProblem(current.kind, sent.columns, index))) {
        setPending(false);
        return false;
      }
      try {
        const answer = await call(imports.setMapping, { params, body: toMapping(sent) });
        client.setQueryData(read(imports.get, { params }).queryKey, answer);
        setProblem(undefined);
        setSaved((count) => count + 1);
        return true;
      } catch (error) {
        setProblem({
          message: messageFor(error, 'The column mapping could not be saved. Try again.'),
          fields: error instanceof ApiError ? error.fields : [],
        });
        return false;
      } finally {
        if (latest.current === sent) setPending(false);
      }
    });
    return running.current;
  }, [client, params, current.kind]);

  const change = useCallback(
    (next: MappingDraft) => {
      latest.current = next;
      setDraft(next);
      setPending(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flush(), PAUSE);
    },
    [flush],
  );

  useWaitingChange(pending);
  // Changes made just before leaving the page are still saved.
  const unsaved = useRef(false);
  unsaved.current = pending;
  useEffect(
    () => () => {
      if (unsaved.current) void flush();
    },
    [flush],
  );

  return {
    draft,
    change,
    saved,
    pending,
    problem,
    /** Saves what is not saved yet. Answers whether the server has everything. */
    settle: () => (unsaved.current || problem ? flush() : running.current),
    /** Sets whether the first row has column names. The columns are then recognized again. */
    setHasHeader: async (hasHeader: boolean) => {
      change({ ...latest.current, hasHeader });
      if (!(await flush())) return;
      const answer = client.getQueryData(read(imports.get, { params }).queryKey);
      if (answer) change(withGuesses(latest.current, answer.columns));
    },
  };
}
