import Lock from 'lucide-react/icons/lock';
import { useSessionUser } from '../../web/api/session.ts';
import { Badge } from '../../web/ui/badge.tsx';
import type { Ref } from '../contract/field-values.ts';

/** Ids of who may read a note beside its author; null for everyone. */
export type Readers = readonly string[] | null;

/** Readers as a draft kept them; what is no such list is left as it was. */
export function draftedReaders(kept: unknown, initial: Readers): Readers {
  if (kept === null) return null;
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : initial;
}

/** That not everyone reads this, and who does. Nothing for a note that everyone may read. */
export function ReadersBadge({ readers, author }: { readers: readonly Ref[] | null; author: string | undefined }) {
  const me = useSessionUser()?.id;
  if (readers === null) return null;
  const others = readers.filter(({ id }) => id !== me).map(({ name }) => name);
  const mine = author === me;
  const words = mine
    ? others.length > 0
      ? `Only you and ${others.join(', ')}`
      : 'Only you'
    : others.length > 0
      ? `Shared with you and ${others.join(', ')}`
      : 'Shared with you';
  return (
    <Badge tone="warning">
      <Lock size={10} aria-hidden="true" />
      <span className="truncate">{words}</span>
    </Badge>
  );
}
