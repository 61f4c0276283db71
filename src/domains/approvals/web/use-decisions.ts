import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { call, readKey } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { type Approval, approvals } from '../contract.ts';
import { APPROVALS } from '../paths.ts';

type Refused = (error: unknown) => void;

const plural = (count: number) => (count === 1 ? 'request' : 'requests');

/**
 * Deciding on requests. What is decided on leaves the queue at once and comes back if the server refuses; every decision
 * that can be taken back offers that.
 */
export function useDecisions() {
  const client = useQueryClient();
  /** Decided here, and not yet gone from what the server answered. */
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const hide = (ids: readonly string[]) => setGone((before) => new Set([...before, ...ids]));
  const show = (ids: readonly string[]) => setGone((before) => new Set([...before].filter((id) => !ids.includes(id))));
  // Reads of the list, the counts and the histories have keys of their own beneath the path.
  const refresh = () => client.invalidateQueries({ predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(APPROVALS.list) });

  const again = async (present: Approval) => {
    client.setQueryData(readKey(approvals.get, { params: { id: present.id } }), present);
    await refresh();
  };

  const undo = async (ids: readonly string[]) => {
    try {
      const { skipped } = await call(approvals.bulk, { body: { act: 'undo', ids: [...ids] } });
      show(ids);
      if (skipped[0]) toast({ type: 'warning', title: 'Not everything could be taken back', description: skipped[0].why });
    } catch (error) {
      toast({ type: 'error', title: 'This could not be taken back', description: messageFor(error, 'Please try again.') });
    }
    await refresh();
  };

  const one = async (id: string, work: () => Promise<Approval>, said: string, onRefused?: Refused): Promise<boolean> => {
    hide([id]);
    try {
      const present = await work();
      toast({ type: 'success', title: said, description: present.title, ...(present.undoable && { action: { label: 'Undo', onSelect: () => void undo([id]) } }) });
      await again(present);
      show([id]);
      return true;
    } catch (error) {
      show([id]);
      if (onRefused) onRefused(error);
      else toast({ type: 'error', title: 'Nothing was decided', description: messageFor(error, 'Please try again.') });
      await refresh();
      return false;
    }
  };

  const many = async (body: Parameters<typeof call<typeof approvals.bulk>>[1]['body'], said: string) => {
    hide(body.ids);
    try {
      const { done, skipped } = await call(approvals.bulk, { body });
      toast({
        type: skipped.length > 0 ? 'warning' : 'success', title: `${done.length} ${plural(done.length)} ${said}`,
        ...(skipped[0] && { description: `${skipped.length} left as they are: ${skipped[0].why}` }),
        ...(done.length > 0 && body.act !== 'snooze' && { action: { label: 'Undo', onSelect: () => void undo(done) } }),
      });
    } catch (error) {
      toast({ type: 'error', title: 'Nothing was decided', description: messageFor(error, 'Please try again.') });
    }
    await refresh();
    show(body.ids);
  };

  return {
    gone,
    undo,
    approve: ({ id, version }: Approval, content?: Record<string, unknown>, onRefused?: Refused) =>
      one(id, () => call(approvals.approve, { params: { id }, body: { version, ...(content && { content }) } }), 'Approved', onRefused),
    reject: ({ id, version }: Approval, reason: string) => one(id, () => call(approvals.reject, { params: { id }, body: { version, reason } }), 'Rejected'),
    snooze: ({ id, version }: Approval, until: string | null) => one(id, () => call(approvals.snooze, { params: { id }, body: { version, until } }), until ? 'Put aside' : 'Brought back'),
    retry: ({ id }: Approval, ran: boolean) => one(id, () => call(approvals.retry, { params: { id }, body: { ran } }), ran ? 'Settled' : 'Trying again'),
    approveMany: (ids: string[]) => many({ act: 'approve', ids }, 'approved'),
    rejectMany: (ids: string[], reason: string) => many({ act: 'reject', ids, reason }, 'rejected'),
    snoozeMany: (ids: string[], until: string) => many({ act: 'snooze', ids, until }, 'put aside'),
  };
}

export type Decisions = ReturnType<typeof useDecisions>;
