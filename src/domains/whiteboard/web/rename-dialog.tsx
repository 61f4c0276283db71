import * as z from 'zod';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { type BoardRow, NewBoard, whiteboards } from '../contract.ts';
import { WHITEBOARDS } from '../paths.ts';

const Title = z.object({ title: NewBoard.shape.title });
type Title = z.infer<typeof Title>;

export default function RenameDialog({ board, onClose }: { board: BoardRow; onClose: () => void }) {
  const client = useQueryClient();
  const form = useContractForm(Title, {
    defaultValues: { title: board.title },
    failure: 'The board was not renamed.',
    onSubmit: async ({ title }) => {
      await call(whiteboards.update, { params: { id: board.id }, body: { version: board.version, title } });
      await client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(WHITEBOARDS) });
      onClose();
    },
  });
  return (
    <EntryDialog form={form} title="Rename board" submit="Rename board" onClose={onClose}>
      <FormField<Title> name="title" label="Title" required />
    </EntryDialog>
  );
}
