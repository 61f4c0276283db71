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
import { Failure } from '../../../web/ui/failure.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { type MailTemplate, mailTemplates, NewMailTemplate } from '../contract.ts';

/** Adds, changes, and deletes templates of emails. */
export default function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(read(mailTemplates.list));
  const [edited, setEdited] = useState<MailTemplate | 'new' | null>(null);
  if (edited) return <TemplateForm template={edited === 'new' ? undefined : edited} onDone={() => setEdited(null)} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Templates"
      description="Everyone in the workspace can use them."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" icon={<Plus />} onClick={() => setEdited('new')}>
            New template
          </Button>
        </>
      }
    >
      {error && <Failure error={error} what="Templates" onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <EmptyState title="No templates yet">Save the emails you send often.</EmptyState>}
      <ul className="divide-y divide-line">
        {data?.items.map((template) => (
          <TemplateRow key={template.id} template={template} onEdit={() => setEdited(template)} />
        ))}
      </ul>
    </Dialog>
  );
}

function TemplateRow({ template, onEdit }: { template: MailTemplate; onEdit: () => void }) {
  const client = useQueryClient();
  const { id, name, subject, text } = template;
  const refresh = () => client.invalidateQueries({ queryKey: readKey(mailTemplates.list) });
  const remove = async () => {
    try {
      await call(mailTemplates.remove, { params: { id } });
      toast({
        type: 'success',
        title: `“${name}” deleted`,
        action: {
          label: 'Undo',
          onSelect: () => void call(mailTemplates.create, { body: { name, subject, text } }).then(refresh),
        },
      });
    } catch (error) {
      toast({ type: 'error', title: 'Template not deleted', description: messageFor(error, 'Try again.') });
    }
    await refresh();
  };
  return (
    <li className="flex items-start gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">{name}</p>
        <p className="line-clamp-2 text-sm text-muted">{text}</p>
      </div>
      <IconButton label={`Edit “${name}”`} icon={<Pencil />} onClick={onEdit} />
      <IconButton label={`Delete “${name}”`} icon={<Trash2 />} tone="danger" onClick={() => void remove()} />
    </li>
  );
}

function TemplateForm({ template, onDone }: { template: MailTemplate | undefined; onDone: () => void }) {
  const client = useQueryClient();
  const form = useContractForm(NewMailTemplate, {
    defaultValues: { name: template?.name ?? '', subject: template?.subject ?? '', text: template?.text ?? '' },
    failure: 'The template could not be saved.',
    onSubmit: async (body) => {
      await (template
        ? call(mailTemplates.update, { params: { id: template.id }, body: { ...body, version: template.version } })
        : call(mailTemplates.create, { body }));
      await client.invalidateQueries({ queryKey: readKey(mailTemplates.list) });
      onDone();
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onDone}
      title={template ? 'Edit template' : 'New template'}
      description="{{first_name}} and {{name}} become the recipient’s."
      submit="Save template"
    >
      <FormField name="name" label="Name" required autoFocus />
      <FormField name="subject" label="Subject" optional />
      <FormField name="text" label="Text" rows={6} required />
    </EntryDialog>
  );
}
