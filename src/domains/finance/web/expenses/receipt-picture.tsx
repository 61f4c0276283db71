import FileText from 'lucide-react/icons/file-text';
import { fillPath } from '../../../../kernel/path.ts';
import { buttonClass } from '../../../../web/ui/button.tsx';
import { expenseReceipts } from '../../contract/expenses.ts';

/** The receipt as it was sent; a PDF opens in a tab of its own. */
export function ReceiptPicture({ receipt }: { receipt: { id: string; name: string; type: string } }) {
  const address = fillPath(expenseReceipts.file.path, { id: receipt.id });
  if (receipt.type === 'application/pdf') {
    return (
      <a href={address} target="_blank" rel="noreferrer" className={buttonClass({ className: 'w-full' })}>
        <FileText size={16} aria-hidden="true" />
        <span className="truncate">{receipt.name}</span>
      </a>
    );
  }
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className="block overflow-hidden rounded-lg border border-line bg-sunken"
    >
      <img
        src={address}
        alt={`Receipt ${receipt.name}`}
        className="mx-auto max-h-[56vh] w-auto max-w-full object-contain"
      />
    </a>
  );
}
