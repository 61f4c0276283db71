import { useId, useState } from 'react';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Textarea } from '../../../web/ui/input.tsx';

interface RejectDialogProps {
  /** The rejected request: a title, or a number of requests. */
  what: string;
  /** Usual ones, to be taken with one press. */
  reasons: readonly string[];
  onClose: () => void;
  onReject: (reason: string) => void;
}

/** Asks why. The reason stays with the request, and those who made the rule or the workflow can learn from it. */
export function RejectDialog({ what, reasons, onClose, onReject }: RejectDialogProps) {
  const formId = useId();
  const [reason, setReason] = useState('');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Reject"
      description={what}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="danger">
            Reject
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          onReject(reason.trim());
        }}
      >
        <Field label="Reason" optional>
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              autoFocus
              maxLength={1000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
                  event.currentTarget.form?.requestSubmit();
              }}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-1.5 empty:hidden" role="group" aria-label="Common reasons">
          {reasons.map((one) => (
            <Button key={one} size="sm" onClick={() => setReason(one)}>
              {one}
            </Button>
          ))}
        </div>
      </form>
    </Dialog>
  );
}
