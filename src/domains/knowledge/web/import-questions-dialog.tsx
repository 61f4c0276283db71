import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { DropZone } from '../../../web/files/drop-zone.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { counted } from '../../../web/ui/format.ts';
import { type ImportedQuestion, knowledgeTests, MAX_QUESTION_FILE } from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';

interface Chosen {
  name: string;
  format: 'csv' | 'jsonl';
  text: string;
  rows: ImportedQuestion[];
}

/** Rows that the preview shows. */
const SHOWN = 200;
const EXAMPLE =
  'question,document,words,must say,must not say\n"How much notice?",client-onboarding.md,30 days’ notice,30 days,60 days; 90 days\n';

/** Imports questions of a file: preview first, with what is wrong in each row. */
export default function ImportQuestionsDialog({ setId, onClose }: { setId: string; onClose: () => void }) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Chosen>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const good = chosen?.rows.filter(({ problems }) => problems.length === 0).length ?? 0;
  const attempt = async (act: () => Promise<void>, what: string) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await act();
    } catch (error) {
      setFailure(messageFor(error, what));
    }
    setBusy(false);
  };
  const preview = (file: File) =>
    attempt(async () => {
      setChosen(undefined);
      if (file.size > MAX_QUESTION_FILE) return setFailure('Use a file of at most 1 MB.');
      const text = await file.text();
      const format = /\.(?:jsonl|ndjson|json)$/i.test(file.name) ? 'jsonl' : 'csv';
      const { rows } = await call(knowledgeTests.importQuestions, {
        params: { id: setId },
        body: { format, text, commit: false },
      });
      setChosen({ name: file.name, format, text, rows });
    }, 'The file was not read.');
  const save = ({ format, text }: Chosen) =>
    attempt(async () => {
      const { added } = await call(knowledgeTests.importQuestions, {
        params: { id: setId },
        body: { format, text, commit: true },
      });
      await client.invalidateQueries({ queryKey: [`${KNOWLEDGE.tests}/${setId}`] });
      toast({ type: 'success', title: `Import finished: ${counted(added, 'question')} added` });
      onClose();
    }, 'The questions were not imported.');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title="Import questions"
      footer={
        chosen && (
          <Button variant="primary" loading={isBusy} disabled={good === 0} onClick={() => void save(chosen)}>
            Import {counted(good, 'question')}
          </Button>
        )
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <DropZone
          action={chosen ? 'Choose another file' : 'Choose a file'}
          accept=".csv,.tsv,.txt,.jsonl,.ndjson"
          disabled={isBusy}
          onFiles={([file]) => file && void preview(file)}
        >
          Or drop it here: CSV with a first row of names, or JSON Lines, up to 1 MB.
        </DropZone>
        {!chosen && (
          <div className="text-xs text-muted">
            <p>
              Columns: <code>question</code>, <code>document</code> (its title), <code>words</code> of the passage that
              must be found, <code>must say</code>, and <code>must not say</code>. Divide facts by semicolons. Leave{' '}
              <code>document</code> empty for a question that nothing answers.
            </p>
            <a
              className="text-accent-ink underline underline-offset-2"
              download="test-questions.csv"
              href={`data:text/csv;charset=utf-8,${encodeURIComponent(EXAMPLE)}`}
            >
              Download an example
            </a>
          </div>
        )}
        {failure && (
          <p role="alert" className="text-sm break-words text-danger-ink">
            {failure}
          </p>
        )}
        {chosen && <Preview chosen={chosen} good={good} />}
      </div>
    </Dialog>
  );
}

function Preview({ chosen: { name, rows }, good }: { chosen: Chosen; good: number }) {
  const bad = rows.length - good;
  return (
    <section aria-label="Preview">
      <p role="status" className="mb-2 text-sm break-words">
        {name}: {counted(good, 'question')} can be imported.
        {bad > 0 && ` ${counted(bad, 'row')} with problems will be skipped.`}
      </p>
      <ul className="divide-y divide-line border-y border-line">
        {rows.slice(0, SHOWN).map((row) => (
          <Row key={row.line} row={row} />
        ))}
      </ul>
      {rows.length > SHOWN && (
        <p className="mt-2 text-xs text-muted">The first {SHOWN} rows are shown. All are imported.</p>
      )}
    </section>
  );
}

function Row({ row: { line, question, expected, mustSay, mustNotSay, problems } }: { row: ImportedQuestion }) {
  const facts = [
    expected.length > 0
      ? `Must find: ${expected.map(({ title, quote }) => (quote ? `${title} (“${quote}”)` : title)).join(', ')}`
      : problems.length === 0 && 'Nothing answers this',
    mustSay.length > 0 && `Must say: ${mustSay.join('; ')}`,
    mustNotSay.length > 0 && `Must not say: ${mustNotSay.join('; ')}`,
  ];
  return (
    <li data-testid="import-row" className="flex items-start gap-3 py-2 text-sm">
      <span className="tabular shrink-0 text-muted">Row {line}</span>
      <div className="min-w-0 flex-1">
        <p className="line-clamp-3 font-medium break-words">{question || 'No question'}</p>
        <p className="line-clamp-2 text-xs break-words text-muted">{facts.filter(Boolean).join(' · ')}</p>
        {problems.map((problem) => (
          <p key={problem} className="text-xs break-words text-danger-ink">
            {problem}
          </p>
        ))}
      </div>
      <Badge tone={problems.length === 0 ? 'success' : 'danger'}>{problems.length === 0 ? 'Ready' : 'Skipped'}</Badge>
    </li>
  );
}
