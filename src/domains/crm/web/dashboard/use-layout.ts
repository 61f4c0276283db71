import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { underWay } from '../../../../web/api/under-way.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { dashboard, type DashboardLayout } from '../../contract/dashboard.ts';

/** Saves how the dashboard is arranged: at once on screen, one save after the other, the last one wins. */
export function useLayout() {
  const client = useQueryClient();
  const saves = useRef<Promise<unknown>>(Promise.resolve());
  const show = useCallback((layout: DashboardLayout) => {
    client.setQueryData(read(dashboard.get).queryKey, (data) => data && { ...data, layout });
  }, [client]);
  const save = useCallback((widgets: DashboardLayout['widgets']) => {
    show({ widgets });
    saves.current = underWay(saves.current.then(() => call(dashboard.arrange, { body: { widgets } }))).catch(async (error: unknown) => {
      toast({ type: 'error', title: 'The dashboard was not saved', description: messageFor(error, 'Try again.') });
      await client.invalidateQueries({ queryKey: read(dashboard.get).queryKey });
    });
  }, [client, show]);
  const reset = useCallback(async () => {
    try {
      await saves.current;
      show(await call(dashboard.reset));
    } catch (error) {
      toast({ type: 'error', title: 'The dashboard was not put back', description: messageFor(error, 'Try again.') });
    }
  }, [show]);
  return { save, reset };
}
