import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { call } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { CheckboxField, FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { Link } from '../../../web/router/link.tsx';
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
  bluesky: z.boolean(),
  allMastodon: z.boolean(),
  hashtags: z.string().max(5_000, 'Use at most 5,000 characters.'),
  allReddit: z.boolean(),
  communities: z.string().max(5_000, 'Use at most 5,000 characters.'),
  alertSpikes: z.boolean(),
  sendDigest: z.boolean(),
  intervalMinutes: z.string(),
  retentionDays: z.string(),
});
type WatchForm = z.infer<typeof WatchForm>;

type Network = 'mastodon' | 'reddit';
type SourceEntry = z.input<typeof WatchFields>['sources'][number];

/** Sources of a network: the whole network, and channels of it. */
const networkSources = (kind: Network, isAll: boolean, channels: string): SourceEntry[] => [
  ...(isAll ? [{ kind }] : []),
  ...channels
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((address) => ({ kind, address })),
];

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
  networks,
  onClose,
  onSaved,
}: {
  watch?: Watch | undefined;
  /** Networks that an account is connected for. */
  networks: readonly Network[];
  onClose: () => void;
  onSaved: (id: string) => void;
}) {
  const client = useQueryClient();
  const interval = watch?.intervalMinutes ?? 60;
  const retention = watch?.retentionDays ?? 90;
  const addressesOf = (kind: SourceEntry['kind']) =>
    (watch?.sources ?? []).filter((source) => source.kind === kind).map(({ address }) => address);
  const has = (kind: SourceEntry['kind'], address = '') => addressesOf(kind).includes(address);
  const channelsOf = (kind: Network) => addressesOf(kind).filter(Boolean).join(' ');
  const shown = (kind: Network) => networks.includes(kind) || addressesOf(kind).length > 0;
  const form = useContractForm(WatchForm, {
    defaultValues: {
      name: watch?.name ?? '',
      query: watch?.query ?? '',
      feeds: addressesOf('feed').join('\n'),
      hackerNews: watch ? has('hacker_news') : true,
      bluesky: watch ? has('bluesky') : true,
      allMastodon: watch ? has('mastodon') : networks.includes('mastodon'),
      hashtags: channelsOf('mastodon'),
      allReddit: watch ? has('reddit') : networks.includes('reddit'),
      communities: channelsOf('reddit'),
      alertSpikes: watch?.alertSpikes ?? false,
      sendDigest: watch?.sendDigest ?? false,
      intervalMinutes: String(interval),
      retentionDays: String(retention),
    },
    failure: 'The watch was not saved.',
    onSubmit: async ({ name, query, alertSpikes, sendDigest, feeds, intervalMinutes, retentionDays, ...values }) => {
      const body = {
        name,
        query,
        alertSpikes,
        sendDigest,
        intervalMinutes: Number(intervalMinutes),
        retentionDays: Number(retentionDays),
        sources: [
          ...linesOf(feeds).map((address) => ({ kind: 'feed' as const, address })),
          ...(values.hackerNews ? [{ kind: 'hacker_news' as const }] : []),
          ...(values.bluesky ? [{ kind: 'bluesky' as const }] : []),
          ...networkSources('mastodon', values.allMastodon, values.hashtags),
          ...networkSources('reddit', values.allReddit, values.communities),
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
      <CheckboxField<WatchForm>
        name="bluesky"
        label="Bluesky"
        hint="All public posts, checked every minute, starting one hour before you create the watch."
      />
      {shown('mastodon') && (
        <>
          <CheckboxField<WatchForm> name="allMastodon" label="Mastodon" hint="Everything your server can search." />
          <FormField<WatchForm>
            name="hashtags"
            label="Mastodon hashtags"
            optional
            placeholder="#denver #smallbusiness"
          />
        </>
      )}
      {shown('reddit') && (
        <>
          <CheckboxField<WatchForm>
            name="allReddit"
            label="Reddit"
            hint="Posts of all communities, without comments."
          />
          <FormField<WatchForm>
            name="communities"
            label="Reddit communities"
            optional
            placeholder="r/Denver r/smallbusiness"
          />
        </>
      )}
      {(!shown('mastodon') || !shown('reddit')) && (
        <p className="text-xs text-muted">
          {[!shown('mastodon') && 'Mastodon', !shown('reddit') && 'Reddit'].filter(Boolean).join(' and ')} can be
          searched once an owner or administrator connects an account under{' '}
          <Link to="/settings" search={{ tab: 'connections' }} className="text-accent-ink underline underline-offset-2">
            Settings → Connections
          </Link>
          .
        </p>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <FormField<WatchForm>
          name="intervalMinutes"
          label="Scan"
          options={optionsOf(INTERVALS, interval, intervalWords)}
        />
        <FormField<WatchForm>
          name="retentionDays"
          label="Delete posts after"
          hint="Counted from the day a post is found. Leads are kept."
          options={optionsOf(RETENTIONS, retention, (days) => `${days} days`)}
        />
      </div>
      <CheckboxField<WatchForm>
        name="alertSpikes"
        label="Alert on spikes"
        hint={`Tells ${watch?.createdBy || 'you'} when 24 hours bring at least 5 posts and three times an average day of the two weeks before.`}
      />
      <CheckboxField<WatchForm>
        name="sendDigest"
        label="Daily digest"
        hint={`Sends ${watch?.createdBy || 'you'} the posts of the last 24 hours each morning after 8:00.`}
      />
      {watch && (
        <p className="text-xs text-muted">
          A source that you remove is deleted with its posts. A new query reads all sources again.
        </p>
      )}
    </EntryDialog>
  );
}
