import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { call } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { CheckboxField, FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { INTERVALS, MAX_SOURCES, RETENTIONS, type Watch, WatchFields, watches } from '../contract.ts';
import { SOCIAL_SCANNER } from '../paths.ts';
import { intervalWords } from './labels.ts';
import { QueryCheck } from './query-check.tsx';

const WatchForm = z.object({
  name: WatchFields.shape.name,
  query: WatchFields.shape.query,
  feeds: z
    .string()
    .max(50_000, 'Use at most 50,000 characters.')
    .refine((text) => linesOf(text).length <= MAX_SOURCES, `Add at most ${MAX_SOURCES} feeds.`),
  hackerNews: z.boolean(),
  intervalMinutes: z.string(),
  retentionDays: z.string(),
});
type WatchForm = z.infer<typeof WatchForm>;

const linesOf = (text: string): string[] =>
  text
    .split(/[\n,]+/)
    .map((line) => line.trim())
    .filter(Boolean);

/** Numbers that a select offers, with the present one where it is another. */
const optionsOf = (numbers: readonly number[], present: number, words: (value: number) => string) =>
  [...new Set([...numbers, present])]
    .toSorted((a, b) => a - b)
    .map((value) => ({ value: String(value), label: words(value) }));

/** Adds a watch, or changes one. */
export default function WatchDialog({
  watch,
  onClose,
  onSaved,
}: {
  watch?: Watch | undefined;
  onClose: () => void;
  onSaved: (id: string) => void;
}) {
  const client = useQueryClient();
  const interval = watch?.intervalMinutes ?? 60;
  const retention = watch?.retentionDays ?? 90;
  const form = useContractForm(WatchForm, {
    defaultValues: {
      name: watch?.name ?? '',
      query: watch?.query ?? '',
      feeds: (watch?.sources ?? [])
        .filter(({ kind }) => kind === 'feed')
        .map(({ address }) => address)
        .join('\n'),
      hackerNews: watch ? watch.sources.some(({ kind }) => kind === 'hacker_news') : true,
      intervalMinutes: String(interval),
      retentionDays: String(retention),
    },
    failure: 'The watch was not saved.',
    onSubmit: async ({ feeds, hackerNews, intervalMinutes, retentionDays, ...fields }) => {
      const body = {
        ...fields,
        intervalMinutes: Number(intervalMinutes),
        retentionDays: Number(retentionDays),
        sources: [
          ...linesOf(feeds).map((address) => ({ kind: 'feed' as const, address })),
          ...(hackerNews ? [{ kind: 'hacker_news' as const }] : []),
        ],
      };
      const saved = watch
        ? await call(watches.update, {
            params: { id: watch.id },
            body: { ...body, isPaused: watch.isPaused, version: watch.version },
          })
        : await call(watches.create, { body });
      await Promise.all(
        [SOCIAL_SCANNER.watches, SOCIAL_SCANNER.hits].map((path) => client.invalidateQueries({ queryKey: [path] })),
      );
      onSaved(saved.id);
    },
  });
  return (
    <EntryDialog
      form={form}
      title={watch ? 'Edit watch' : 'New watch'}
      submit={watch ? 'Save watch' : 'Create watch'}
      size="lg"
      onClose={onClose}
    >
      <FormField<WatchForm> name="name" label="Name" required placeholder="Roofers wanted in Denver" />
      <FormField<WatchForm>
        name="query"
        label="Query"
        required
        rows={2}
        placeholder={'(roofer OR "roof repair") AND Denver NOT hiring'}
      />
      <QueryCheck />
      <FormField<WatchForm>
        name="feeds"
        label="Feeds"
        rows={4}
        hint="One RSS, Atom, or JSON feed per line, or a page that links to its feed."
        placeholder={'https://www.reddit.com/r/Denver/new.rss\nhttps://news.example.com'}
      />
      <CheckboxField<WatchForm>
        name="hackerNews"
        label="Hacker News"
        hint="Stories and comments of the last 30 days."
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <FormField<WatchForm>
          name="intervalMinutes"
          label="Scan"
          options={optionsOf(INTERVALS, interval, intervalWords)}
        />
        <FormField<WatchForm>
          name="retentionDays"
          label="Delete posts after"
          hint="Counted from when they were found. Leads stay."
          options={optionsOf(RETENTIONS, retention, (days) => `${days} days`)}
        />
      </div>
      {watch && (
        <p className="text-xs text-muted">
          A feed that you remove is deleted with its posts. A new query reads all sources again.
        </p>
      )}
    </EntryDialog>
  );
}
