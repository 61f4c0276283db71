import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { messageFor } from '../../../web/api/error.ts';
import { call, read, readKey } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { NewReply, support, type SupportReply } from '../contract.ts';

/** Writing, changing and deleting prepared answers. */
export default function RepliesDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(read(support.replies));
  const [edited, setEdited] = useState<SupportReply | 'new' | null>(null);
  if (edited)
    return (
      <ReplyForm
        key={edited === 'new' ? 'new' : edited.id}
        reply={edited === 'new' ? undefined : edited}
        onDone={() => setEdited(null)}
      />
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Prepared answers"
      description="Everybody of the team can use them."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" icon={<Plus />} onClick={() => setEdited('new')}>
            New answer
          </Button>
        </>
      }
    >
      {data?.items.length === 0 && <EmptyState title="None yet">Prepare the answers that you give often.</EmptyState>}
      <ul className="divide-y divide-line">
        {data?.items.map((reply) => (
          <ReplyRow key={reply.id} reply={reply} onEdit={() => setEdited(reply)} />
        ))}
      </ul>
    </Dialog>
  );
}

function ReplyRow({ reply, onEdit }: { reply: SupportReply; onEdit: () => void }) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: readKey(support.replies) });
  const remove = async () => {
    try {
      await call(support.removeReply, { params: { id: reply.id } });
      toast({
        type: 'success',
        title: `“${reply.title}” deleted`,
        action: {
          label: 'Undo',
          onSelect: () =>
            void call(support.createReply, { body: { title: reply.title, text: reply.text } }).then(refresh),
        },
      });
    } catch (error) {
      toast({ type: 'error', title: 'The answer was not deleted', description: messageFor(error, 'Try again.') });
    }
    await refresh();
  };
  return (
    <li className="flex items-start gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">{reply.title}</p>
        <p className="line-clamp-2 text-sm text-muted">{reply.text}</p>
      </div>
      <IconButton label={`Change “${reply.title}”`} icon={<Pencil />} onClick={onEdit} />
      <IconButton label={`Delete “${reply.title}”`} icon={<Trash2 />} tone="danger" onClick={() => void remove()} />
    </li>
  );
}

function ReplyForm({ reply, onDone }: { reply: SupportReply | undefined; onDone: () => void }) {
  const client = useQueryClient();
  const form = useContractForm(NewReply, {
    defaultValues: { title: reply?.title ?? '', text: reply?.text ?? '' },
    failure: 'The answer could not be saved.',
    onSubmit: async (body) => {
      await (reply
        ? call(support.updateReply, { params: { id: reply.id }, body: { ...body, version: reply.version } })
        : call(support.createReply, { body }));
      await client.invalidateQueries({ queryKey: readKey(support.replies) });
      onDone();
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onDone}
      title={reply ? 'Change a prepared answer' : 'New prepared answer'}
      submit="Save"
    >
      <FormField name="title" label="Name" required autoFocus />
      <FormField name="text" label="Answer" rows={6} required />
    </EntryDialog>
  );
}
