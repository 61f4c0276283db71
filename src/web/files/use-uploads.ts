import { useCallback, useEffect, useRef, useState } from 'react';
import type { EndpointSpec, ParamsIn, QueryIn } from '../../kernel/endpoint.ts';
import { messageFor } from '../api/error.ts';
import { underWay } from '../api/pending-changes.ts';
import { upload } from '../api/upload.ts';

/** A file being uploaded. */
export interface Sending {
  key: number;
  file: File;
  /** Sent share, 0 to 1. */
  share: number;
  /** The error, in words for the person. */
  problem?: string;
}

interface UploadsOptions<E extends EndpointSpec> {
  endpoint: E;
  params?: ParamsIn<E>;
  query?: QueryIn<E>;
  maxSize: number;
  /** Message for a file that is too large. */
  tooLarge: string;
  failure: string;
  onDone: (answer: unknown) => void;
}

let lastKey = 0;

/** Uploads files one after another, each with progress; a failed one can be retried or dismissed. */
export function useUploads<E extends EndpointSpec>(options: UploadsOptions<E>) {
  const latest = useRef(options);
  latest.current = options;
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const aborts = useRef(new Map<number, AbortController>());
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  // Leaving the page stops unfinished uploads, because the person would not see how they end.
  useEffect(
    () => () => {
      for (const abort of aborts.current.values()) abort.abort();
    },
    [],
  );

  const change = useCallback(
    (key: number, part: Partial<Sending>) =>
      setSending((now) => now.map((one) => (one.key === key ? { ...one, ...part } : one))),
    [],
  );
  const forget = useCallback((key: number) => {
    aborts.current.get(key)?.abort();
    aborts.current.delete(key);
    setSending((now) => now.filter((one) => one.key !== key));
  }, []);

  const run = useCallback(
    ({ key, file }: Pick<Sending, 'key' | 'file'>) => {
      const { maxSize, tooLarge } = latest.current;
      if (file.size > maxSize) return change(key, { problem: tooLarge });
      if (file.size === 0) return change(key, { problem: `${file.name} is empty.` });
      const abort = new AbortController();
      aborts.current.set(key, abort);
      change(key, { problem: undefined, share: 0 });
      queue.current = underWay(
        queue.current.then(async () => {
          if (abort.signal.aborted) return;
          const { endpoint, params, query, failure, onDone } = latest.current;
          try {
            const answer = await upload(endpoint, {
              params,
              query,
              file,
              signal: abort.signal,
              onProgress: (share) => change(key, { share }),
            });
            forget(key);
            onDone(answer);
          } catch (error) {
            if (!abort.signal.aborted) change(key, { problem: messageFor(error, failure) });
          }
        }),
      );
    },
    [change, forget],
  );

  const add = useCallback(
    (files: readonly File[]) => {
      const entries = files.map((file): Sending => ({ key: (lastKey += 1), file, share: 0 }));
      setSending((now) => [...now, ...entries]);
      for (const entry of entries) run(entry);
    },
    [run],
  );

  return { sending, add, forget, retry: run };
}
