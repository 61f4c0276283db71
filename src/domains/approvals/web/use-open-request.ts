import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../web/api/request.ts';
import { type Approval, approvals } from '../contract.ts';

interface Shown {
  queue: string;
  item: Approval;
}

/** Only a whole id is asked for; the other one stands for none. */
const isId = (id: string) => /^[0-9a-f-]{36}$/.test(id);

/**
 * The request of the address; on a wide screen the first of the queue where the address names none. What is shown stays
 * until the person moves on: when someone else decides on it, it says so there, and no other one comes up under the
 * hand that is about to press.
 * @param queue names what the list is narrowed by: another queue begins with its own first
 * @returns the request, and `forget` for when there is none to go on to
 */
export function useOpenRequest(
  id: string,
  queue: string,
  items: readonly Approval[],
  wide: boolean,
): { open: Approval | undefined; forget: () => void } {
  const [shown, setShown] = useState<Shown>();
  const kept = shown?.queue === queue ? shown.item : undefined;
  const wanted = isId(id) ? id : wide ? (kept?.id ?? items[0]?.id ?? '') : '';
  const listed = items.find((item) => item.id === wanted);
  const elsewhere = useQuery({
    ...read(approvals.get, { params: { id: wanted || 'none' } }),
    enabled: wanted !== '' && !listed,
  });
  const known = listed ?? elsewhere.data ?? (kept?.id === wanted ? kept : undefined);
  // An address that leads nowhere is no reason to jump either.
  const open =
    known ?? (wide && elsewhere.isError ? (items.find((item) => item.id === kept?.id) ?? kept ?? items[0]) : undefined);
  if (open && (open !== shown?.item || queue !== shown.queue)) setShown({ queue, item: open });
  return { open, forget: () => setShown(undefined) };
}
