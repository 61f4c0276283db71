import BookOpen from 'lucide-react/icons/book-open';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { lazy, Suspense, useState } from 'react';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Menu, MenuItem, MenuLabel, MenuRadioGroup, MenuSeparator } from '../../../../web/ui/dropdown-menu.tsx';
import type { Finance } from './use-finance.ts';

const ShareDialog = lazy(() => import('./share-dialog.tsx'));
const RenameDialog = lazy(() => import('./rename-dialog.tsx'));
const RatesSheet = lazy(() => import('./rates-sheet.tsx'));

interface LedgerSwitchProps {
  finance: Finance;
  onChoose: (id: string) => void;
  onCreate: () => void;
}

/** Chooses the ledger, with actions on the whole ledger. */
export function LedgerSwitch({ finance, onChoose, onCreate }: LedgerSwitchProps) {
  const { ledger, ledgers, isOwner } = finance;
  const [dialog, setDialog] = useState<'share' | 'rename' | 'rates'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button
            variant="ghost"
            icon={<BookOpen />}
            aria-label={`Ledger: ${ledger.name}`}
            className="max-w-64 min-w-0"
          >
            <span className="truncate">{ledger.name}</span>
            <ChevronsUpDown size={14} className="shrink-0 text-muted" aria-hidden="true" />
          </Button>
        }
      >
        <MenuLabel>Ledgers</MenuLabel>
        <MenuRadioGroup
          value={ledger.id}
          onValueChange={onChoose}
          options={ledgers.map((one) => ({
            value: one.id,
            label: (
              <span className="flex items-center gap-2">
                <span className="truncate">{one.name}</span>
                <Badge>{one.currency}</Badge>
              </span>
            ),
          }))}
        />
        <MenuSeparator />
        <MenuItem onSelect={onCreate}>New ledger…</MenuItem>
        <MenuItem onSelect={() => setDialog('share')}>{isOwner ? 'Share ledger…' : 'View access…'}</MenuItem>
        {isOwner && <MenuItem onSelect={() => setDialog('rename')}>Rename ledger…</MenuItem>}
        <MenuItem onSelect={() => setDialog('rates')}>Exchange rates…</MenuItem>
      </Menu>
      {ledger.role === 'viewer' && <Badge>Read only</Badge>}
      <Suspense fallback={null}>
        {dialog === 'share' && <ShareDialog ledger={ledger} onClose={close} />}
        {dialog === 'rename' && <RenameDialog ledger={ledger} onClose={close} />}
        {dialog === 'rates' && <RatesSheet today={finance.today} onClose={close} />}
      </Suspense>
    </>
  );
}
