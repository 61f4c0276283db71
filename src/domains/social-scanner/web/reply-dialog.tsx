import * as z from 'zod';
import { call } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { type Hit, hits } from '../contract.ts';
import { headOf } from './labels.ts';

const ReplyForm = z.object({
  text: z.string().trim().min(1, 'Reply is required.').max(3_000, 'Use at most 3,000 characters.'),
});

/** A reply to a post, which goes to Approvals. */
export default function ReplyDialog({
  hit,
  onClose,
  onSubmitted,
}: {
  hit: Hit;
  onClose: () => void;
  onSubmitted: () => void;
}) {
  const form = useContractForm(ReplyForm, {
    defaultValues: { text: hit.replyState === 'rejected' ? hit.reply : '' },
    failure: 'The reply was not submitted.',
    draft: `social-reply-${hit.id}`,
    onSubmit: async (body) => {
      await call(hits.draftReply, { params: { id: hit.id }, body });
      toast({ type: 'success', title: 'Reply submitted for approval' });
      onSubmitted();
    },
  });
  return (
    <EntryDialog
      form={form}
      title="Draft reply"
      description="Once it is approved, you copy it and post it yourself."
      submit="Submit for approval"
      onClose={onClose}
    >
      <blockquote className="max-h-32 overflow-y-auto rounded-md bg-sunken px-3 py-2 text-sm break-words whitespace-pre-line">
        {[hit.title, hit.text].filter(Boolean).join('\n') || headOf(hit)}
      </blockquote>
      <FormField<z.infer<typeof ReplyForm>> name="text" label="Reply" required rows={6} autoFocus />
    </EntryDialog>
  );
}
