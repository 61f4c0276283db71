/** Runs a change of a board and has the lists read again. */
import { useCallback } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { toast } from '../../../web/shell/toast.ts';
import { WHITEBOARDS } from '../paths.ts';

/** @returns a function that says whether the change was made; a failure is shown */
export function useBoardAct(): (act: () => Promise<unknown>, failure: string) => Promise<boolean> {
  const client = useQueryClient();
  return useCallback(
    async (act, failure) => {
      let done = false;
      try {
        await act();
        done = true;
      } catch (error) {
        toast({ type: 'error', title: failure, description: messageFor(error, 'Try again.') });
      }
      await client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(WHITEBOARDS) });
      return done;
    },
    [client],
  );
}
