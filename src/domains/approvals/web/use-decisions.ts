import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { call, readKey } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { type Approval, approvals } from '../contract.ts';
import { APPROVALS } from '../paths.ts';
import { inParts, type Outcome, PART } from './decide-in-batches.ts';

type Refused = (error: unknown) => void;
type BulkBody = Parameters<typeof call<typeof approvals.bulk>>[1]['body'];

/** Many that are being decided on. */
export interface Running {
  through: number;
  count: number;
}

const plural = (count: number) => (count === 1 ? 'request' : 'requests');

/**
 * Deciding on requests. What is decided on leaves the queue at once and comes back if the server refuses; every
 * decision that can be taken back offers that.
 */
export function useDecisions() {
  const client = useQueryClient();
  /** Decided here, and not yet gone from what the server answered. */
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const hide = (ids: readonly string[]) => setGone((before) => new Set([...before, ...ids]));
  const show = (ids: readonly string[]) => setGone((before) => new Set([...before].filter((id) => !ids.includes(id))));
  // Reads of the list, the counts and the histories have keys of their own beneath the path.
  const refresh = () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(APPROVALS.list),
    });

  const again = async (present: Approval) => {
    client.setQueryData(readKey(approvals.get, { params: { id: present.id } }), present);
    await refresh();
  };

  const [running, setRunning] = useState<Running>();
  const stopped = useRef(false);
  /** Decides part by part; more than one part shows how far it is. */
  const decideOn = async (body: BulkBody): Promise<Outcome> => {
    const count = body.ids.length;
    stopped.current = false;
    try {
      return await inParts(
        body.ids,
        (ids) => call(approvals.bulk, { body: { ...body, ids } }),
        (through) => {
          if (count > PART) setRunning({ through, count });
          return !stopped.current;
        },
      );
    } finally {
      setRunning(undefined);
    }
  };

  const undo = async (ids: readonly string[]) => {
    const { done, skipped, error } = await decideOn({ act: 'undo', ids: [...ids] });
    show(ids);
    if (error)
      toast({
        type: 'error',
        title: done.length > 0 ? 'Some decisions could not be undone' : 'The decision could not be undone',
        description: messageFor(error, 'Try again.'),
      });
    else if (skipped[0])
      toast({ type: 'warning', title: 'Some decisions could not be undone', description: skipped[0].why });
    await refresh();
  };

  const one = async (
    id: string,
    work: () => Promise<Approval>,
    said: string,
    onRefused?: Refused,
  ): Promise<boolean> => {
    hide([id]);
    try {
      const present = await work();
      toast({
        type: 'success',
        title: said,
        description: present.title,
        ...(present.undoable && { action: { label: 'Undo', onSelect: () => void undo([id]) } }),
      });
      await again(present);
      show([id]);
      return true;
    } catch (error) {
      show([id]);
      if (onRefused) onRefused(error);
      else toast({ type: 'error', title: 'Decision not saved', description: messageFor(error, 'Try again.') });
      await refresh();
      return false;
    }
  };

  const many = async (body: BulkBody, said: string) => {
    hide(body.ids);
    const { done, skipped, left, error } = await decideOn(body);
    const why = error ? messageFor(error, 'Try again.') : skipped[0]?.why;
    const untouched = skipped.length + left.length;
    if (error && done.length === 0) toast({ type: 'error', title: 'Decision not saved', description: why! });
    else {
      toast({
        type: untouched > 0 ? 'warning' : 'success',
        title: `${done.length} ${plural(done.length)} ${said}`,
        ...(untouched > 0 && {
          description: why ? `${untouched} left unchanged: ${why}` : `${untouched} left unchanged.`,
        }),
        ...(done.length > 0 && body.act !== 'snooze' && { action: { label: 'Undo', onSelect: () => void undo(done) } }),
      });
    }
    await refresh();
    show(body.ids);
  };

  return {
    gone,
    undo,
    running,
    /** Lets the part that is under way end, and begins no other. */
    stop: () => void (stopped.current = true),
    approve: ({ id, version }: Approval, content?: Record<string, unknown>, onRefused?: Refused) =>
      one(
        id,
        () => call(approvals.approve, { params: { id }, body: { version, ...(content && { content }) } }),
        'Approved',
        onRefused,
      ),
    reject: ({ id, version }: Approval, reason: string) =>
      one(id, () => call(approvals.reject, { params: { id }, body: { version, reason } }), 'Rejected'),
    snooze: ({ id, version }: Approval, until: string | null) =>
      one(id, () => call(approvals.snooze, { params: { id }, body: { version, until } }), until ? 'Snoozed' : 'Woken'),
    retry: ({ id }: Approval, ran: boolean) =>
      one(id, () => call(approvals.retry, { params: { id }, body: { ran } }), ran ? 'Settled' : 'Retrying'),
    approveMany: (ids: string[]) => many({ act: 'approve', ids }, 'approved'),
    rejectMany: (ids: string[], reason: string) => many({ act: 'reject', ids, reason }, 'rejected'),
    snoozeMany: (ids: string[], until: string) => many({ act: 'snooze', ids, until }, 'snoozed'),
  };
}

export type Decisions = ReturnType<typeof useDecisions>;
