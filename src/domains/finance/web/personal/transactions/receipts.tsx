import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import Paperclip from 'lucide-react/icons/paperclip';
import Trash2 from 'lucide-react/icons/trash-2';
import { call, download, read } from '../../../../../web/api/request.ts';
import { DropZone } from '../../../../../web/files/drop-zone.tsx';
import { SendingList } from '../../../../../web/files/sending-list.tsx';
import { useUploads } from '../../../../../web/files/use-uploads.ts';
import { confirm } from '../../../../../web/ui/confirm.ts';
import { fileSize } from '../../../../../web/ui/format.ts';
import { IconButton } from '../../../../../web/ui/icon-button.tsx';
import { MAX_RECEIPT, type Receipt, transactions } from '../../../contract/transactions.ts';
import { attempt } from '../../accounts/run-action.ts';
import { useTransactionActs } from './use-transactions.ts';

/** Receipts of a transaction: dropped, downloaded, deleted. */
export function Receipts({ id, canEdit }: { id: string; canEdit: boolean }) {
  const { data, refetch } = useQuery(read(transactions.receipts, { params: { id } }));
  const acts = useTransactionActs();
  const refresh = () => Promise.all([refetch(), acts.refresh()]);
  const uploads = useUploads({
    endpoint: transactions.attachReceipt,
    params: { id },
    maxSize: MAX_RECEIPT,
    tooLarge: `Receipts can be up to ${fileSize(MAX_RECEIPT)}.`,
    failure: 'The receipt could not be attached. Try again.',
    onDone: () => void refresh(),
  });
  const remove = async (receipt: Receipt) => {
    if (
      !(await confirm({
        title: `Delete ${receipt.name}?`,
        description: 'The file is permanently deleted.',
        action: 'Delete receipt',
        tone: 'danger',
      }))
    )
      return;
    await attempt('Couldn’t delete the receipt', () =>
      call(transactions.removeReceipt, { params: { id, receiptId: receipt.id } }),
    );
    await refresh();
  };
  const save = (receipt: Receipt) =>
    attempt('Couldn’t download the receipt', () =>
      download(transactions.downloadReceipt, receipt.name, { params: { id, receiptId: receipt.id } }),
    );
  if (!canEdit && data?.items.length === 0) return null;
  return (
    <section aria-label="Receipts" className="grid gap-2">
      <h3 className="text-sm font-medium">Receipts</h3>
      {data?.items.map((receipt) => (
        <div key={receipt.id} className="flex items-center gap-2 rounded-md border border-line py-1 pr-1 pl-3 text-sm">
          <Paperclip size={14} className="shrink-0 text-muted" aria-hidden="true" />
          <span className="min-w-0 flex-1 truncate" title={receipt.name}>
            {receipt.name} <span className="text-xs text-muted">{fileSize(receipt.size)}</span>
          </span>
          <IconButton
            size="sm"
            label={`Download ${receipt.name}`}
            icon={<Download />}
            onClick={() => void save(receipt)}
          />
          {canEdit && (
            <IconButton
              size="sm"
              label={`Delete ${receipt.name}`}
              icon={<Trash2 />}
              onClick={() => void remove(receipt)}
            />
          )}
        </div>
      ))}
      <SendingList sending={uploads.sending} onForget={uploads.forget} onRetry={uploads.retry} />
      {canEdit && (
        <DropZone action="Attach receipt" accept="image/*,application/pdf" onFiles={uploads.add} className="py-3!">
          An image or PDF, up to {fileSize(MAX_RECEIPT)}.
        </DropZone>
      )}
    </section>
  );
}
