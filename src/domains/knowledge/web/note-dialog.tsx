import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { knowledgeDocuments, NewNote } from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';

interface NoteDialogProps {
  sourceId: string;
  /** The note to change; absent for a new one. */
  note?: { id: string; title: string; text: string; version: number };
  onClose: () => void;
}

/** Writes a note into a source. */
export default function NoteDialog({ sourceId, note, onClose }: NoteDialogProps) {
  const client = useQueryClient();
  const form = useContractForm(NewNote, {
    defaultValues: { title: note?.title ?? '', text: note?.text ?? '' },
    failure: 'The note was not saved.',
    onSubmit: async (body) => {
      await (note
        ? call(knowledgeDocuments.updateNote, { params: { id: note.id }, body: { ...body, version: note.version } })
        : call(knowledgeDocuments.addNote, { params: { id: sourceId }, body }));
      await client.invalidateQueries({ queryKey: [KNOWLEDGE.documents] });
      if (note) await client.invalidateQueries({ queryKey: [`${KNOWLEDGE.documents}/${note.id}`] });
      onClose();
    },
  });
  return (
    <EntryDialog
      form={form}
      size="lg"
      title={note ? 'Edit note' : 'New note'}
      submit="Save note"
      description="Headings with # divide it into passages."
      onClose={onClose}
    >
      <FormField name="title" label="Title" required autoFocus />
      <FormField name="text" label="Text" rows={12} required />
    </EntryDialog>
  );
}
