import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { knowledge, knowledgeSources, knowledgeTests, MAX_PROPOSED } from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';

/** Asks for questions drafted from documents; each waits for a review. */
export default function ProposeDialog({ setId, onClose }: { setId: string; onClose: () => void }) {
  const client = useQueryClient();
  const { data: sources } = useQuery(read(knowledgeSources.list));
  const { data: status } = useQuery(read(knowledge.status));
  const [sourceId, setSourceId] = useState('');
  const [count, setCount] = useState('10');
  const [failure, setFailure] = useState<string>();
  const [saving, setSaving] = useState(false);
  const start = async () => {
    setSaving(true);
    setFailure(undefined);
    try {
      await call(knowledgeTests.propose, {
        params: { id: setId },
        body: { count: Number(count), ...(sourceId && { sourceId }) },
      });
      await client.invalidateQueries({ queryKey: [`${KNOWLEDGE.tests}/${setId}`] });
      onClose();
    } catch (error) {
      setFailure(messageFor(error, 'No questions were proposed.'));
      setSaving(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Propose questions"
      description={
        status?.hasModel
          ? 'The language model drafts questions from passages of your documents, which uses credits. You review each before it counts.'
          : 'Questions are drafted from headings, definitions, and figures in your documents. You review each before it counts.'
      }
      footer={
        <Button variant="primary" loading={saving} onClick={() => void start()}>
          Propose questions
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <Field label="Source">
          {(control) => (
            <Select
              {...control}
              value={sourceId}
              placeholder="All sources"
              options={(sources?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(event) => setSourceId(event.target.value)}
            />
          )}
        </Field>
        <Field label="Questions" hint={`At most ${MAX_PROPOSED}.`}>
          {(control) => (
            <Input
              {...control}
              type="number"
              inputMode="numeric"
              min={1}
              max={MAX_PROPOSED}
              value={count}
              onChange={(event) => setCount(event.target.value)}
            />
          )}
        </Field>
        {failure && (
          <p role="alert" className="text-sm text-danger-ink">
            {failure}
          </p>
        )}
      </div>
    </Dialog>
  );
}
