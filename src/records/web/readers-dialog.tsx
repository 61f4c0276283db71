import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageFor } from '../../web/api/error.ts';
import { call, read } from '../../web/api/request.ts';
import { useSessionUser } from '../../web/api/session.ts';
import { offerUndo } from '../../web/shell/undo.ts';
import { Button } from '../../web/ui/button.tsx';
import { Dialog } from '../../web/ui/dialog.tsx';
import { Failure } from '../../web/ui/failure.tsx';
import { FieldError } from '../../web/ui/field.tsx';
import { Skeleton } from '../../web/ui/skeleton.tsx';
import { KINDS, type PrivateKind } from '../contract/kinds.ts';
import { READER_CALLS, type RecordReaders } from '../contract/readers.ts';
import type { Readers } from './note-readers.tsx';
import ReadersField from './readers-field.tsx';

interface ReadersDialogProps {
  kind: PrivateKind;
  id: string;
  name: string;
  onClose: () => void;
}

/** Dialog that sets who can see a record. */
export default function ReadersDialog({ kind, id, name, onClose }: ReadersDialogProps) {
  const { data, error, refetch } = useQuery(read(READER_CALLS[kind].get, { params: { id } }));
  const { one } = KINDS[kind];
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      size="sm"
      title="Access"
      description={`A private ${one} is hidden from everyone else, including in lists, search, totals, reports, and exports.`}
    >
      {data ? (
        <Choice kind={kind} id={id} name={name} present={data} onClose={onClose} />
      ) : error ? (
        <Failure error={error} what={`Who can see this ${one}`} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </Dialog>
  );
}

function Choice({ kind, id, name, present, onClose }: ReadersDialogProps & { present: RecordReaders }) {
  const client = useQueryClient();
  const me = useSessionUser()?.id;
  const chosen = (from: RecordReaders): Readers =>
    from.readers && from.readers.map((one) => one.id).filter((one) => one !== me && !from.always.includes(one));
  const before = chosen(present);
  const [readers, setReaders] = useState<Readers>(before);
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState(false);
  const { one, path } = KINDS[kind];
  const always = present.readers?.filter((reader) => reader.id !== me && present.always.includes(reader.id)) ?? [];

  const set = async (wanted: Readers) => {
    await call(READER_CALLS[kind].set, { params: { id }, body: { readers: wanted === null ? null : [...wanted] } });
    await client.invalidateQueries({
      predicate: ({ queryKey }) => typeof queryKey[0] === 'string' && queryKey[0].startsWith(path),
    });
  };
  const save = async () => {
    setSaving(true);
    setProblem(undefined);
    try {
      await set(readers);
      onClose();
      offerUndo({
        title: readers === null ? `${name} is shared with everyone` : `${name} is private`,
        undo: () => set(before),
      });
    } catch (error) {
      setProblem(messageFor(error, 'Access could not be saved. Try again.'));
      setSaving(false);
    }
  };
  if (!present.mayChange) {
    return (
      <p className="text-sm">
        {present.readers
          ? `Visible to ${present.readers.map((reader) => reader.name).join(', ')}. `
          : 'Visible to everyone in the workspace. '}
        Its owner, its creator, and administrators with access can change this.
      </p>
    );
  }
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="flex flex-wrap items-center gap-1.5">
        <ReadersField label="Who can see it" value={readers} onChange={setReaders} />
      </div>
      {readers !== null && (
        <p className="text-xs text-muted">
          {always.length > 0 &&
            `${always.map((reader) => reader.name).join(', ')} always ${always.length === 1 ? 'has' : 'have'} access as owner or creator. `}
          Its notes, files, comments, and activities are private too. Workflows, webhooks, and client sync skip it.
        </p>
      )}
      {problem && <FieldError id="readers-problem">{problem}</FieldError>}
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" loading={saving} disabled={String(readers) === String(before)}>
          {readers === null && before !== null ? `Share the ${one}` : 'Save'}
        </Button>
      </div>
    </form>
  );
}
