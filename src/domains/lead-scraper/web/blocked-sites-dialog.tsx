import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import Trash from 'lucide-react/icons/trash-2';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { type BlockedSite, blockedSites } from '../contract.ts';
import { LEAD_SCRAPER } from '../paths.ts';

const BlockForm = z.object({
  host: z.string().trim().min(1, 'Domain is required.').max(253, 'Use at most 253 characters.'),
  note: z.string().trim().max(200, 'Use at most 200 characters.'),
});

/** Sites that no crawl of this workspace touches. */
export default function BlockedSitesDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const list = useQuery(read(blockedSites.list));
  const [busy, setBusy] = useState<string>();
  const refresh = () => client.invalidateQueries({ queryKey: [LEAD_SCRAPER.blockedSites] });
  const form = useContractForm(BlockForm, {
    defaultValues: { host: '', note: '' },
    failure: 'The site was not blocked.',
    onSubmit: async (body) => {
      await call(blockedSites.add, { body });
      await refresh();
      form.methods.reset({ host: '', note: '' });
    },
  });
  const remove = async ({ id, host }: BlockedSite) => {
    setBusy(id);
    try {
      await call(blockedSites.remove, { params: { id } });
      await refresh();
      toast({ type: 'success', title: `${host} can be crawled again` });
    } catch (error) {
      toast({ type: 'error', title: 'The site is still blocked', description: messageFor(error, 'Try again.') });
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <EntryDialog
      form={form}
      title="Blocked sites"
      description="These sites and their subdomains are never crawled, whoever starts a crawl."
      submit="Block site"
      onClose={onClose}
    >
      <FormField<z.infer<typeof BlockForm>> name="host" label="Domain" required placeholder="example.com" />
      <FormField<z.infer<typeof BlockForm>> name="note" label="Reason" optional />
      {list.data && list.data.items.length > 0 && (
        <ul className="max-h-64 divide-y divide-line overflow-y-auto border-y border-line" aria-label="Blocked sites">
          {list.data.items.map((site) => (
            <li key={site.id} className="flex items-center gap-2 py-1.5">
              <span className="min-w-0 flex-1">
                <span className="block truncate text-sm font-medium">{site.host}</span>
                {site.note && <span className="block truncate text-xs text-muted">{site.note}</span>}
              </span>
              <IconButton
                label={`Unblock ${site.host}`}
                icon={<Trash />}
                disabled={busy === site.id}
                onClick={() => void remove(site)}
              />
            </li>
          ))}
        </ul>
      )}
    </EntryDialog>
  );
}
