import { useQueryClient } from '@tanstack/react-query';
import Upload from 'lucide-react/icons/upload';
import { useRef } from 'react';
import * as z from 'zod';
import { call } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { counted } from '../../../web/ui/format.ts';
import { type Watch, watches } from '../contract.ts';
import { SOCIAL_SCANNER } from '../paths.ts';

const MAX = 800_000;
const ImportForm = z.object({
  name: z.string().trim().min(1, 'Name is required.').max(120, 'Use at most 120 characters.'),
  content: z.string().min(1, 'Paste rows, or choose a file.').max(MAX, 'Use at most 800,000 characters.'),
});
type ImportForm = z.infer<typeof ImportForm>;

/** Looks through posts that were exported elsewhere. */
export default function ImportDialog({ watch, onClose }: { watch: Watch; onClose: () => void }) {
  const client = useQueryClient();
  const file = useRef<HTMLInputElement>(null);
  const form = useContractForm(ImportForm, {
    defaultValues: { name: '', content: '' },
    failure: 'The posts were not imported.',
    onSubmit: async (body) => {
      const result = await call(watches.importPosts, { params: { id: watch.id }, body });
      await Promise.all(
        [SOCIAL_SCANNER.watches, SOCIAL_SCANNER.hits].map((path) => client.invalidateQueries({ queryKey: [path] })),
      );
      toast({
        type: 'success',
        title: `Import finished: ${counted(result.added, 'post')} added`,
        description: [
          `${result.matches.toLocaleString('en')} of ${counted(result.posts, 'post')} match the query.`,
          result.left > 0 ? `${counted(result.left, 'row')} had no text.` : '',
        ]
          .filter(Boolean)
          .join(' '),
      });
      onClose();
    },
  });
  const { setValue, getValues, setError } = form.methods;
  const readFile = async (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > MAX * 4) {
      setError('content', { message: 'This file is too large. Use at most 800,000 characters.' });
      return;
    }
    setValue('content', await chosen.text(), { shouldDirty: true, shouldValidate: true });
    if (!getValues('name')) setValue('name', chosen.name.slice(0, 120), { shouldDirty: true, shouldValidate: true });
  };
  return (
    <EntryDialog
      form={form}
      title="Import posts"
      description={`Posts that match “${watch.name}” are added to it.`}
      submit="Import posts"
      onClose={onClose}
    >
      <FormField<ImportForm> name="name" label="Name" required placeholder="Neighborhood group, November" />
      <FormField<ImportForm>
        name="content"
        label="Posts"
        required
        rows={8}
        hint="CSV with a header row, JSON, or JSON lines. Columns such as text, title, author, url, and date are recognized."
        placeholder={'text,author,url,date\n"Can anyone recommend a roofer?",Ann,https://…,2026-11-20'}
      />
      <div>
        <input
          ref={file}
          type="file"
          accept=".csv,.json,.jsonl,.ndjson,.txt,text/csv,application/json,text/plain"
          className="sr-only"
          aria-label="Export file"
          tabIndex={-1}
          onChange={(event) => void readFile(event.target.files?.[0])}
        />
        <Button size="sm" icon={<Upload />} onClick={() => file.current?.click()}>
          Choose file
        </Button>
      </div>
    </EntryDialog>
  );
}
