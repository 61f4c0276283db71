import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { type InstallSummary, installs, type UndoItem } from '../contract/installs.ts';
import { PART_WORDS } from './labels.ts';

interface UndoDialogProps {
  install: Pick<InstallSummary, 'id' | 'templateName' | 'workspaceName'>;
  onClose: () => void;
  onStarted: () => void;
}

const keyOf = ({ part, key }: UndoItem) => `${part}:${key}`;

/** Preview of an undo: removed and kept items. */
export function UndoDialog({ install, onClose, onStarted }: UndoDialogProps) {
  const { data, error, refetch } = useQuery({
    ...read(installs.undoPreview, { params: { id: install.id } }),
    staleTime: 0,
  });
  const [insist, setInsist] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const kept = data?.items.filter((item) => item.kept !== '') ?? [];
  const going = (data?.items.length ?? 0) - kept.length + insist.length;
  const start = async () => {
    setBusy(true);
    try {
      await call(installs.undo, { params: { id: install.id }, body: { insist: [...insist] } });
      onStarted();
      onClose();
    } catch (failure) {
      setBusy(false);
      toast({ type: 'error', title: 'It was not undone', description: messageFor(failure, 'Try again.') });
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="md"
      title={`Undo “${install.templateName}”?`}
      description={`In ${install.workspaceName}. What people changed or use since stays, unless you tick it.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" loading={busy} disabled={!data} onClick={() => void start()}>
            {data ? `Remove ${going.toLocaleString()}` : 'Remove'}
          </Button>
        </>
      }
    >
      {error && <Failure error={error} what="What would be removed" onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-32 w-full" />}
      {data && (
        <div className="grid gap-3 text-sm">
          <p>
            {(data.items.length - kept.length).toLocaleString()} things that nobody has used are removed for good
            {kept.length > 0 ? `; ${kept.length.toLocaleString()} would stay:` : '.'}
          </p>
          {kept.length > 0 && (
            <ul className="divide-y divide-line rounded-md border border-line">
              {kept.map((item) => (
                <li key={keyOf(item)} className="px-3 py-2">
                  {item.removable ? (
                    <Checkbox
                      label={`${item.label} · ${PART_WORDS[item.part]}`}
                      hint={`${item.kept} Tick to remove it all the same.`}
                      checked={insist.includes(keyOf(item))}
                      onChange={(event) =>
                        setInsist(
                          event.target.checked ? [...insist, keyOf(item)] : insist.filter((key) => key !== keyOf(item)),
                        )
                      }
                    />
                  ) : (
                    <p>
                      {item.label} · {PART_WORDS[item.part]}
                      <span className="block text-xs text-muted">{item.kept} It can be removed once it is empty.</span>
                    </p>
                  )}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Dialog>
  );
}
