import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { knowledgeAnswers, NewVerifiedAnswer } from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';

interface VerifyDialogProps {
  question: string;
  answer: string;
  onClose: () => void;
}

/** Writes a verified answer, which everyone’s questions find. */
export default function VerifyDialog({ question, answer, onClose }: VerifyDialogProps) {
  const client = useQueryClient();
  const form = useContractForm(NewVerifiedAnswer, {
    defaultValues: { question, answer },
    failure: 'The answer was not saved.',
    onSubmit: async (body) => {
      await call(knowledgeAnswers.verify, { body });
      for (const path of [KNOWLEDGE.sources, KNOWLEDGE.documents, KNOWLEDGE.status, '/api/knowledge/gaps'])
        await client.invalidateQueries({ queryKey: [path] });
      toast({ type: 'success', title: 'Verified answer saved' });
      onClose();
    },
  });
  return (
    <EntryDialog
      form={form}
      size="lg"
      title="New verified answer"
      submit="Save verified answer"
      description="Everyone in the workspace finds it, and it closes the gaps of its question."
      onClose={onClose}
    >
      <FormField name="question" label="Question" required autoFocus={question === ''} />
      <FormField name="answer" label="Answer" rows={8} required autoFocus={question !== ''} />
    </EntryDialog>
  );
}
