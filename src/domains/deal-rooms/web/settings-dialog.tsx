import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, read } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { dealRooms, DealSettingsEntry } from '../contract.ts';
import { DEAL_ROOMS } from '../paths.ts';

/** Which deals are listed, and when they count as at risk. */
export default function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(read(dealRooms.list, { query: { limit: 1 } }));
  return data ? <SettingsForm {...data} onClose={onClose} /> : null;
}

function SettingsForm({
  settings: { threshold, quietDays, buyerQuietDays, currency },
  mayManage,
  onClose,
}: {
  settings: { threshold: string; quietDays: number; buyerQuietDays: number; currency: string };
  mayManage: boolean;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const form = useContractForm(DealSettingsEntry, {
    defaultValues: { threshold, quietDays, buyerQuietDays },
    failure: 'The settings could not be saved.',
    onSubmit: async (body) => {
      await call(dealRooms.saveSettings, { body });
      await client.invalidateQueries({ queryKey: [DEAL_ROOMS.rooms] });
      onClose();
    },
  });
  return (
    <EntryDialog form={form} onClose={onClose} title="Settings" submit="Save settings">
      {!mayManage && <Banner tone="info">Only administrators and owners of the workspace may change these.</Banner>}
      <FormField
        name="threshold"
        label={`Amount from which deals are listed (${currency})`}
        inputMode="decimal"
        required
        hint="Deals that have a room are always listed."
      />
      <FormField name="quietDays" label="Days without activity that are a risk" type="number" required />
      <FormField name="buyerQuietDays" label="Days without a buyer’s visit that are a risk" type="number" required />
    </EntryDialog>
  );
}
