import { useDeferredValue, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input, Textarea } from '../../../web/ui/input.tsx';
import { type FoundPassage, knowledgeDocuments, knowledgeTests, type TestQuestion } from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';
import { factsOf } from './test-figures.ts';

/** Characters of a passage by which it is known again. */
const QUOTED = 400;

/** A passage that must be found, chosen now or before. */
interface Choice {
  key: string;
  label: string;
  text: string;
  expected: { documentId: string; quote: string };
}

function choiceOf(passage: FoundPassage): Choice {
  const { documentId, documentTitle, heading, place, text } = passage;
  const quote = text.slice(0, QUOTED);
  return {
    key: `${documentId} ${quote}`,
    label: [documentTitle, heading, place].filter(Boolean).join(' · '),
    text,
    expected: { documentId, quote },
  };
}

const earlierChoice = ({ documentId, quote, title }: TestQuestion['expected'][number]): Choice => ({
  key: `${documentId} ${quote}`,
  label: title,
  text: quote || 'Any passage of this document',
  expected: { documentId, quote },
});

/** Whether some words were chosen of a passage that the search found, too. */
const isWithin = ({ expected: { documentId, quote } }: Choice, found: Choice) =>
  quote !== '' && found.expected.documentId === documentId && found.text.includes(quote);

interface TestQuestionDialogProps {
  setId: string;
  /** The question to change; absent for a new one. A proposed one is accepted with it. */
  question?: TestQuestion;
  onClose: () => void;
}

/** Writes a question of a test set, with the passages that must be found for it and the facts of its answer. */
export default function TestQuestionDialog({ setId, question: old, onClose }: TestQuestionDialogProps) {
  const client = useQueryClient();
  const [question, setQuestion] = useState(old?.question ?? '');
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<readonly Choice[]>(() =>
    (old?.expected ?? []).filter(({ title, quote }) => title !== 'Removed document' || quote !== '').map(earlierChoice),
  );
  const [mustSay, setMustSay] = useState(old?.mustSay.join('\n') ?? '');
  const [mustNotSay, setMustNotSay] = useState(old?.mustNotSay.join('\n') ?? '');
  const [failure, setFailure] = useState<string>();
  const [saving, setSaving] = useState(false);
  const q = useDeferredValue((words || question).trim());
  const { data } = useQuery({
    ...read(knowledgeDocuments.search, { query: { q, limit: 10 } }),
    enabled: q !== '',
    placeholderData: (previous) => previous,
  });
  const found = (q === '' ? [] : (data?.items ?? []))
    .map(choiceOf)
    .filter((one) => !chosen.some((other) => other.key !== one.key && isWithin(other, one)));
  const others = chosen.filter(({ key }) => !found.some((one) => one.key === key));
  const action = old ? (old.state === 'proposed' ? 'Accept question' : 'Save question') : 'Add question';
  const save = async () => {
    setSaving(true);
    setFailure(undefined);
    try {
      const body = {
        question,
        expected: chosen.map(({ expected }) => expected),
        mustSay: factsOf(mustSay),
        mustNotSay: factsOf(mustNotSay),
      };
      await (old
        ? call(knowledgeTests.updateQuestion, { params: { id: old.id }, body })
        : call(knowledgeTests.addQuestion, { params: { id: setId }, body }));
      await client.invalidateQueries({ queryKey: [`${KNOWLEDGE.tests}/${setId}`] });
      onClose();
    } catch (error) {
      setFailure(messageFor(error, 'The question was not saved.'));
      setSaving(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={old ? 'Edit question' : 'Add question'}
      footer={
        <Button variant="primary" loading={saving} disabled={question.trim() === ''} onClick={() => void save()}>
          {action}
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4">
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
        <fieldset className="min-w-0">
          <legend className="mb-1 text-sm font-medium">Passages that must be found</legend>
          <p className="mb-2 text-xs text-muted">
            {chosen.length === 0
              ? 'Choose none when nothing answers the question: the knowledge base must say so then.'
              : `${chosen.length} chosen`}
          </p>
          <ul className="grid grid-cols-1 gap-2">
            {[...others, ...found].map((choice) => (
              <li key={choice.key} className="min-w-0 rounded-md border border-line p-2">
                <Checkbox
                  label={choice.label}
                  checked={chosen.some(({ key }) => key === choice.key)}
                  onChange={(event) =>
                    setChosen((before) =>
                      event.target.checked ? [...before, choice] : before.filter(({ key }) => key !== choice.key),
                    )
                  }
                />
                <p className="mt-1 line-clamp-2 pl-6 text-xs break-words text-muted">{choice.text}</p>
              </li>
            ))}
          </ul>
        </fieldset>
        <Field label="Find passages by other words" hint="Use it where the question itself does not find them.">
          {(control) => (
            <Input {...control} maxLength={500} value={words} onChange={(event) => setWords(event.target.value)} />
          )}
        </Field>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <FactsField label="Must say" value={mustSay} onChange={setMustSay} />
          <FactsField label="Must not say" value={mustNotSay} onChange={setMustNotSay} />
        </div>
        <p className="text-xs text-muted">
          One fact a line. A fact counts as said when one sentence of the answer, or of a quoted passage, holds all of
          its words and numbers and does not say the opposite. Word endings and order do not count. Separate two
          wordings of one fact by |, such as “30 days | one month”.
        </p>
        {failure && (
          <p role="alert" className="text-sm text-danger-ink">
            {failure}
          </p>
        )}
      </div>
    </Dialog>
  );
}

function FactsField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <Field label={label}>
      {(control) => (
        <Textarea
          {...control}
          rows={3}
          maxLength={4_000}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
