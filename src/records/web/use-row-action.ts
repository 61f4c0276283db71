import { useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../web/api/error.ts';
import { toast } from '../../web/shell/toast.ts';

/**
 * Does something with an entry of a list and reads the list again; says what went wrong.
 * @returns whether it was done
 */
export function useAct(path: string) {
  const client = useQueryClient();
  return async (done: string, failed: string, act: () => Promise<unknown>): Promise<boolean> => {
    try {
      await act();
      toast({ type: 'success', title: done });
      return true;
    } catch (error) {
      toast({ type: 'error', title: failed, description: messageFor(error, 'Try again.') });
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: [path] });
    }
  };
}
