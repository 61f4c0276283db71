import { useQuery } from '@tanstack/react-query';
import Lock from 'lucide-react/icons/lock';
import Users from 'lucide-react/icons/users';
import { lazy, Suspense, useState } from 'react';
import { read } from '../../web/api/request.ts';
import { useSessionUser } from '../../web/api/session.ts';
import type { PrivateKind } from '../contract/kinds.ts';
import { READER_CALLS, type RecordReaders as Readers } from '../contract/readers.ts';

const ReadersDialog = lazy(() => import('./readers-dialog.tsx'));

/** The readers in a few words. */
function wordsOf(readers: Readers['readers'] | undefined, me: string | undefined): string {
  if (!readers) return 'Private';
  const others = readers.filter(({ id }) => id !== me);
  if (others.length === 0) return 'Only you';
  return others.length === 1 ? `You and ${others[0]!.name}` : `You and ${others.length} others`;
}

/**
 * Shows and changes who can see a record. If everyone can, the current readers are fetched only when someone opens the
 * dialog.
 */
export function RecordReaders({
  kind,
  id,
  name,
  isPrivate,
  readOnly,
}: {
  kind: PrivateKind;
  id: string;
  name: string;
  isPrivate: boolean;
  readOnly: boolean;
}) {
  const [open, setOpen] = useState(false);
  const me = useSessionUser()?.id;
  const { data } = useQuery({ ...read(READER_CALLS[kind].get, { params: { id } }), enabled: isPrivate && !readOnly });
  const words = isPrivate ? wordsOf(data?.readers, me) : 'Everyone';
  const names = isPrivate ? data?.readers?.map((one) => one.name).join(', ') : undefined;
  const Icon = isPrivate ? Lock : Users;
  return (
    <>
      <button
        type="button"
        disabled={readOnly}
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        aria-label={`Access: ${words}`}
        title={names}
        className="inline-flex min-h-6 items-center gap-1 rounded-md border border-line px-1.5 text-xs text-muted enabled:hover:bg-hover enabled:hover:text-ink pointer-coarse:min-h-11 pointer-coarse:px-3"
        data-noprint
      >
        <Icon size={12} aria-hidden="true" />
        {words}
      </button>
      {open && (
        <Suspense fallback={null}>
          <ReadersDialog kind={kind} id={id} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
