import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';

/** Rest of the pointer on a row before what lies behind it is read, in milliseconds: passing over reads nothing. */
const INTENT_PAUSE = 80;

/**
 * Reads what lies behind a row while the pointer or the focus rests on it, so that it opens at once: for `onIntent` of
 * a list, or for {@link aheadProps}.
 *
 * @param begin fetches the code and prefetches the reads of what the row opens, with the very options that it reads
 *   them by
 */
export function useReadAhead<Subject>(
  begin: (client: QueryClient, subject: Subject) => void,
): (subject: Subject) => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(begin);
  latest.current = begin;
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (subject: Subject) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => latest.current(client, subject), INTENT_PAUSE);
    },
    [client],
  );
}

/** What makes a button or link tell its intent. */
export function aheadProps<Subject>(ahead: (subject: Subject) => void, subject: Subject) {
  const tell = () => ahead(subject);
  return { onPointerEnter: tell, onFocus: tell };
}
