import { useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../web/api/error.ts';
import { newIntent } from '../../web/api/idempotency-key.ts';
import { send } from '../../web/api/send.ts';
import { toast } from '../../web/shell/toast.ts';
import { KINDS } from '../contract/kinds.ts';
import { catchLostFocus } from './restore-focus.ts';
import { offerUndo } from '../../web/shell/undo.ts';
import type { RecordOf } from './record-ref.ts';

/** Moving a record to the trash and back, each undone by the other. */
export function useTrash({ kind, id }: RecordOf, name: string) {
  const client = useQueryClient();
  const { path } = KINDS[kind];
  const own = `${path}/${id}`;
  const refresh = () => client.invalidateQueries({ queryKey: [path] });
  const restore = async () => {
    const restored = await send<unknown>('POST', `${own}/restore`, { headers: { 'Idempotency-Key': newIntent() } });
    client.setQueryData([own], restored);
    await Promise.all([refresh(), client.invalidateQueries({ queryKey: [`${own}/timeline`] })]);
  };
  const failed = (title: string) => (error: unknown) =>
    void toast({ type: 'error', title, description: messageFor(error, 'Try again.') });
  return {
    remove: async () => {
      try {
        await send<void>('DELETE', own);
        await client.invalidateQueries({ queryKey: [own] });
        await refresh();
        catchLostFocus();
        offerUndo({ title: `${name} moved to the trash`, undo: restore });
      } catch (error) {
        failed(`Couldn’t delete ${name}`)(error);
      }
    },
    restore: () =>
      restore().then(
        () => {
          catchLostFocus();
          toast({ type: 'success', title: `${name} restored` });
        },
        failed(`Couldn’t restore ${name}`),
      ),
  };
}
