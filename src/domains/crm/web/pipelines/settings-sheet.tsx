import { Sheet } from '../../../../web/ui/sheet.tsx';
import { Tabs } from '../../../../web/ui/tabs.tsx';
import { PipelinesPanel } from './pipelines-panel.tsx';
import { RatesPanel } from './rates-panel.tsx';
import { ReasonsPanel } from './reasons-panel.tsx';

/** How the workspace sells: its pipelines, why deals end, and what other currencies are worth. */
export default function SalesSettings({
  tab,
  onTab,
  onClose,
}: {
  tab: string;
  onTab: (tab: string) => void;
  onClose: () => void;
}) {
  const items = [
    { value: 'pipelines', label: 'Pipelines', content: <PipelinesPanel /> },
    { value: 'reasons', label: 'Reasons', content: <ReasonsPanel /> },
    { value: 'rates', label: 'Exchange rates', content: <RatesPanel /> },
  ];
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Sales settings"
      description="These settings apply to everyone in this workspace."
    >
      <Tabs
        label="Settings sections"
        value={items.some(({ value }) => value === tab) ? tab : 'pipelines'}
        onValueChange={onTab}
        items={items}
      />
    </Sheet>
  );
}
