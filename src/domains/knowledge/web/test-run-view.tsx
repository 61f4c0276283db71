import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { ApiError, messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { cx } from '../../../web/ui/cx.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { counted, percent } from '../../../web/ui/format.ts';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { knowledge, knowledgeTests, type TestedSettings, type TestResult } from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';
import { FAULTS, FIGURES, HIDDEN, isRight } from './test-figures.ts';

/** One run: its figures, and for each question the passages that were found. */
export default function TestRunView({ id, set }: { id: string; set: string | undefined }) {
  const { data, error, refetch } = useQuery(read(knowledgeTests.results, { params: { id } }));
  if (error && !data) return <Failure error={error} what="The run" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-64 w-full" />;
  const { label, createdAt, figures, settings, results, model, answers } = data;
  const sorted = results.toSorted((one, other) => Number(isRight(one)) - Number(isRight(other)));
  return (
    <div className="grid grid-cols-1 gap-6" data-testid="record">
      <header>
        <Link
          to="/knowledge-testing-dashboard"
          search={set ? { set } : {}}
          className="text-sm text-muted hover:underline"
        >
          {set ? 'Test set' : 'Knowledge testing'}
        </Link>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h1 tabIndex={-1} className="page-title min-w-0 break-words">
            {label || 'Run'}
          </h1>
          <UseSettings settings={settings} />
        </div>
        <p className="text-sm text-muted">
          <RelativeTime value={createdAt} /> · Semantic weight {settings.embeddingWeight} · Minimum match{' '}
          {settings.minCoverage} · Query expansion {settings.isWidening ? 'on' : 'off'} · Answers {answers}
          {model && ` · ${model}`}
        </p>
      </header>
      {figures && (
        <dl className="grid grid-cols-2 gap-2 sm:grid-cols-4">
          {FIGURES.map(({ key, label: name, about }) => (
            <div key={key} className="rounded-lg border border-line bg-raised p-3" title={about}>
              <dt className="text-xs text-muted">{name}</dt>
              <dd className="tabular text-xl font-semibold">{percent(figures[key])}</dd>
            </div>
          ))}
        </dl>
      )}
      <section aria-labelledby="results">
        <h2 id="results" className="mb-2 text-base font-semibold">
          Questions
        </h2>
        <ul className="divide-y divide-line border-y border-line">
          {sorted.map((result) => (
            <Result key={result.questionId} result={result} />
          ))}
        </ul>
      </section>
    </div>
  );
}

function describeResult({
  places,
  abstained,
  shouldAbstain,
  mustSay,
  mustNotSay,
  sentences,
  error,
}: TestResult): string {
  if (error) return `No answer came: ${error}`;
  if (shouldAbstain) return abstained ? 'Rightly no answer' : 'Answered, though nothing answers it';
  const missing = places.filter((place) => place === null).length;
  const unsupported = sentences.filter(({ fault }) => fault !== null).length;
  const at = places.filter((place) => place !== null);
  return [
    at.length > 0 && `Found at ${at.join(', ')}`,
    missing > 0 && `${missing} not found`,
    abstained && 'No answer given',
    ...mustSay.flatMap(({ fact, isSaid }) => (isSaid ? [] : [`Not said: ${fact || HIDDEN}`])),
    ...mustNotSay.flatMap(({ fact, isSaid }) => (isSaid ? [`Said, but must not be: ${fact || HIDDEN}`] : [])),
    unsupported > 0 && `${counted(unsupported, 'sentence')} without support`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function Result({ result }: { result: TestResult }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li data-testid="result" className="py-2 text-sm">
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex w-full items-start gap-2 text-left pointer-coarse:min-h-11"
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight size={16} aria-hidden="true" className={cx('mt-0.5 shrink-0', isOpen && 'rotate-90')} />
        <span className="min-w-0 flex-1">
          <span className="block font-medium break-words">{result.question}</span>
          <span className="block text-xs text-muted">{describeResult(result)}</span>
        </span>
        <Badge tone={isRight(result) ? 'success' : 'danger'}>{isRight(result) ? 'Right' : 'Wrong'}</Badge>
      </button>
      {isOpen && <Checks result={result} />}
      {isOpen && (
        <ol aria-label="Passages found" className="mt-2 grid gap-2 pl-6">
          {result.found.length === 0 && <li className="text-muted">No passage was found.</li>}
          {result.found.map(({ passageId, documentId, title, place, text, coverage, isExpected, isQuoted }, at) => (
            <li
              key={passageId}
              className={cx('rounded-md border p-2', isExpected ? 'border-accent bg-accent-soft' : 'border-line')}
            >
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className="tabular text-muted">{at + 1}</span>
                {text === '' ? (
                  <span className="text-muted">Changed or removed since</span>
                ) : (
                  <Link
                    to="/knowledge-base-unified"
                    search={{ document: documentId, passage: passageId }}
                    className="font-medium hover:underline"
                  >
                    {title}
                  </Link>
                )}
                <span className="text-xs text-muted">
                  {place && `${place} · `}Match {percent(coverage)}
                </span>
                {isExpected && <Badge tone="accent">Expected</Badge>}
                {isQuoted && <Badge>Quoted</Badge>}
              </p>
              <p className="mt-1 line-clamp-3 text-xs break-words text-muted">{text}</p>
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

/** What was checked on the answer: its facts, and the sentences of a model with what speaks against them. */
function Checks({ result: { mustSay, mustNotSay, sentences } }: { result: TestResult }) {
  return (
    <div className="mt-2 grid grid-cols-1 gap-2 pl-6">
      {mustSay.length + mustNotSay.length > 0 && (
        <ul aria-label="Facts" className="grid grid-cols-1 gap-1">
          {[
            ...mustSay.map((one) => ({ ...one, label: 'Must say', isRight: one.isSaid })),
            ...mustNotSay.map((one) => ({ ...one, label: 'Must not say', isRight: !one.isSaid })),
          ].map(({ fact, label, isSaid, isRight: isGood }, n) => (
            <li key={`${label} ${fact || n}`} className="flex flex-wrap items-baseline gap-x-2">
              <Badge tone={isGood ? 'success' : 'danger'}>{isSaid ? 'Said' : 'Not said'}</Badge>
              <span className="min-w-0 break-words">
                <span className="text-muted">{label}:</span> {fact || HIDDEN}
              </span>
            </li>
          ))}
        </ul>
      )}
      {sentences.length > 0 && (
        <ol aria-label="Sentences written" className="grid grid-cols-1 gap-2">
          {sentences.map(({ text, fault }, at) => (
            <li key={at} className={cx('rounded-md border p-2', fault ? 'border-danger' : 'border-line')}>
              <p className="break-words">
                {text || 'Removed with its document, or from a document that you can’t read.'}
              </p>
              <p className={cx('text-xs', fault ? 'text-danger-ink' : 'text-muted')}>
                {fault ? `Left out of the answer. ${FAULTS[fault]}` : 'A cited passage supports it.'}
              </p>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** Makes the run's settings those of the workspace. */
function UseSettings({ settings }: { settings: TestedSettings }) {
  const client = useQueryClient();
  const { data: now } = useQuery(read(knowledge.settings));
  if (!now) return null;
  const { embeddingWeight, isWidening, minCoverage } = settings;
  const isInUse =
    now.embeddingWeight === embeddingWeight && now.isWidening === isWidening && now.minCoverage === minCoverage;
  if (isInUse) return <Badge tone="success">Settings in use</Badge>;
  const save = async (force: boolean): Promise<void> => {
    try {
      await call(knowledge.updateSettings, { body: { ...settings, version: now.version, force } });
      await client.invalidateQueries({ queryKey: [KNOWLEDGE.settings] });
      toast({ type: 'success', title: 'Settings saved' });
    } catch (error) {
      if (!force && error instanceof ApiError && error.code === 'conflict') {
        const yes = await confirm({
          title: 'Save these settings anyway?',
          description: messageFor(error, 'A test set loses more than it allows.'),
          action: 'Save anyway',
          tone: 'danger',
        });
        if (yes) await save(true);
        return;
      }
      toast({ type: 'error', title: 'Settings not saved', description: messageFor(error, 'Try again.') });
    }
  };
  return <Button onClick={() => void save(false)}>Use these settings</Button>;
}
