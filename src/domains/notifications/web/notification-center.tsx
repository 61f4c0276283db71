import { useState } from 'react';
import { useToasts } from '../../../web/shell/toast.ts';
import { Sheet } from '../../../web/ui/sheet.tsx';
import { Tabs } from '../../../web/ui/tabs.tsx';
import type { NotificationSummary } from '../contract.ts';
import { Inbox } from './inbox.tsx';
import { VisitList } from './visit-list.tsx';

interface NotificationCentreProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  summary: NotificationSummary | undefined;
}

/** Everything that the product has told the person: what was sent to them, and what toasts have said on this visit. */
export default function NotificationCentre({ open, onOpenChange, summary }: NotificationCentreProps) {
  const { history } = useToasts();
  const [tab, setTab] = useState('inbox');
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Notifications" size="sm" modal={false}>
      <Tabs
        label="Notifications"
        value={tab}
        onValueChange={setTab}
        items={[
          {
            value: 'inbox',
            label: 'For you',
            ...(summary && summary.unread > 0 && { count: summary.unread }),
            content: <Inbox summary={summary} onLeave={() => onOpenChange(false)} />,
          },
          {
            value: 'visit',
            label: 'This visit',
            ...(history.length > 0 && { count: history.length }),
            content: <VisitList />,
          },
        ]}
      />
    </Sheet>
  );
}
