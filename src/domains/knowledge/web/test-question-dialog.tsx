import { useDeferredValue, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { type FoundPassage, knowledgeDocuments, knowledgeTests } from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';

/** Characters of a passage by which it is known again. */
const QUOTED = 400;

/** Adds a question to a test set, with the passages that must be found for it. */
export default function TestQuestionDialog({ setId, onClose }: { setId: string; onClose: () => void }) {
  const client = useQueryClient();
  const [question, setQuestion] = useState('');
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<readonly FoundPassage[]>([]);
  const [failure, setFailure] = useState<string>();
  const [saving, setSaving] = useState(false);
  const q = useDeferredValue((words || question).trim());
  const { data } = useQuery({
    ...read(knowledgeDocuments.search, { query: { q, limit: 10 } }),
    enabled: q !== '',
    placeholderData: (previous) => previous,
  });
  const found = q === '' ? [] : (data?.items ?? []);
  const others = chosen.filter(({ id }) => !found.some((one) => one.id === id));
  const save = async () => {
    setSaving(true);
    setFailure(undefined);
    try {
      const expected = chosen.map(({ documentId, text }) => ({ documentId, quote: text.slice(0, QUOTED) }));
      await call(knowledgeTests.addQuestion, { params: { id: setId }, body: { question, expected } });
      await client.invalidateQueries({ queryKey: [`${KNOWLEDGE.tests}/${setId}`] });
      onClose();
    } catch (error) {
      setFailure(messageFor(error, 'The question was not added.'));
      setSaving(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title="Add question"
      footer={
        <Button variant="primary" loading={saving} disabled={question.trim() === ''} onClick={() => void save()}>
          Add question
        </Button>
      }
    >
      <div className="grid gap-4">
        <Field label="Question" required>
          {(control) => (
            <Input
              {...control}
              maxLength={500}
              value={question}
              autoFocus
              onChange={(event) => setQuestion(event.target.value)}
            />
          )}
        </Field>
        <Field label="Find passages by other words" hint="Use it where the question itself does not find them.">
          {(control) => (
            <Input {...control} maxLength={500} value={words} onChange={(event) => setWords(event.target.value)} />
          )}
        </Field>
        <fieldset>
          <legend className="mb-1 text-sm font-medium">Passages that must be found</legend>
          <p className="mb-2 text-xs text-muted">
            {chosen.length === 0
              ? 'Choose none when nothing answers the question: the knowledge base must say so then.'
              : `${chosen.length} chosen`}
          </p>
          <ul className="grid gap-2">
            {[...others, ...found].map((passage) => (
              <li key={passage.id} className="rounded-md border border-line p-2">
                <Checkbox
                  label={[passage.documentTitle, passage.heading, passage.place].filter(Boolean).join(' · ')}
                  checked={chosen.some(({ id }) => id === passage.id)}
                  onChange={(event) =>
                    setChosen((before) =>
                      event.target.checked ? [...before, passage] : before.filter(({ id }) => id !== passage.id),
                    )
                  }
                />
                <p className="mt-1 line-clamp-2 pl-6 text-xs break-words text-muted">{passage.text}</p>
              </li>
            ))}
          </ul>
        </fieldset>
        {failure && (
          <p role="alert" className="text-sm text-danger-ink">
            {failure}
          </p>
        )}
      </div>
    </Dialog>
  );
}
