import { messageFor } from '../../../../web/api/error.ts';
import { toast } from '../../../../web/shell/toast.ts';

/** Does something, and says so when it fails. Answers undefined then. */
export async function attempt<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    toast({ type: 'error', title: what, description: messageFor(error, 'Try again.') });
    return undefined;
  }
}
