import { useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { toast } from '../../../web/shell/toast.ts';
import { CREDITS } from '../paths.ts';

/** Does something to the credits, says how it went, and reads them again. @returns whether it was done */
export function useCreditChange() {
  const client = useQueryClient();
  return async (work: () => Promise<unknown>, done: string, failed: string): Promise<boolean> => {
    let ok = true;
    try {
      await work();
      toast({ type: 'success', title: done });
    } catch (error) {
      ok = false;
      toast({ type: 'error', title: failed, description: messageFor(error, 'Try again.') });
    }
    await client.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(CREDITS.summary),
    });
    return ok;
  };
}
