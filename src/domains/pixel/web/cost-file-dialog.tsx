import { useRef } from 'react';
import Upload from 'lucide-react/icons/upload';
import * as z from 'zod';
import { call } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { counted } from '../../../web/ui/format.ts';
import { pixelCosts } from '../contract/costs.ts';
import type { PixelSite } from '../contract/sites.ts';

const MAX = 500_000;
const FileForm = z.object({
  text: z.string().min(1, 'Choose a file, or paste its rows.').max(MAX, 'Use at most 500,000 characters.'),
});

/** Sets costs from a file. */
export default function CostFileDialog({
  site,
  onClose,
  onSaved,
}: {
  site: PixelSite;
  onClose: () => void;
  onSaved: () => void;
}) {
  const file = useRef<HTMLInputElement>(null);
  const form = useContractForm(FileForm, {
    defaultValues: { text: '' },
    failure: 'The costs were not imported.',
    onSubmit: async (body) => {
      const { saved } = await call(pixelCosts.importFile, { params: { siteId: site.id }, body });
      toast({ type: 'success', title: `Import finished: ${counted(saved, 'cost')} saved` });
      onSaved();
      onClose();
    },
  });
  const { setValue, setError } = form.methods;
  const readFile = async (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > MAX * 4) {
      setError('text', { message: 'This file is too large. Use at most 500,000 characters.' });
      return;
    }
    setValue('text', await chosen.text(), { shouldDirty: true, shouldValidate: true });
  };
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title="Import costs"
      description="All rows are saved, or none. A row of the same month, channel, and campaign replaces the amount."
      submit="Import costs"
    >
      <FormField
        name="text"
        label="Rows"
        required
        rows={8}
        hint={`CSV with a header row: month, channel, campaign, amount. Amounts are in ${site.currency}.`}
        placeholder={'month,channel,campaign,amount\n2026-11,Paid search,Fall offer,1200'}
      />
      <div>
        <input
          ref={file}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          className="sr-only"
          aria-label="Cost file"
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
