import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';

/** Milliseconds the pointer must rest on a row before its details are read, so that passing over reads nothing. */
const INTENT_PAUSE = 80;

/**
 * Reads a row's details while the pointer or the focus rests on it, so that it opens at once: for a list's `onIntent`,
 * or for {@link aheadProps}.
 *
 * @param begin loads the code and prefetches the reads of the row's target, with the same options
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

/** Props that make a button or link report intent. */
export function aheadProps<Subject>(ahead: (subject: Subject) => void, subject: Subject) {
  const tell = () => ahead(subject);
  return { onPointerEnter: tell, onFocus: tell };
}
