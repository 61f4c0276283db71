import { useQuery } from '@tanstack/react-query';
import { read } from '../../../web/api/request.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { type FunnelDocument, funnels } from '../contract.ts';
import { type BlockChange, diffDocuments, type DocumentDiff } from '../engine/document-diff.ts';
import { BLOCK_LABELS } from './labels.ts';

interface ChangesProps {
  funnel: string;
  /** Id of the earlier version. */
  before: string;
  /** Id of the later version, or the draft. */
  after: string | FunnelDocument;
}

/** Changes between two versions, or since a version. */
export function Changes({ funnel, before, after }: ChangesProps) {
  const former = useVersion(funnel, before);
  const later = useVersion(funnel, typeof after === 'string' ? after : before);
  const next = typeof after === 'string' ? later.data?.document : after;
  const error = former.error ?? later.error;
  if (error)
    return (
      <Failure
        error={error}
        what="The changes"
        onRetry={() => {
          void former.refetch();
          void later.refetch();
        }}
      />
    );
  if (!former.data || !next) return <Skeleton className="h-12 w-full" />;
  const lines = linesOf(diffDocuments(former.data.document, next));
  return (
    <ul aria-label="Changes" className="grid gap-1 text-sm text-muted">
      {lines.length === 0 ? <li>No changes.</li> : lines.map((line, n) => <li key={n}>{line}</li>)}
    </ul>
  );
}

const useVersion = (id: string, versionId: string) => useQuery(read(funnels.version, { params: { id, versionId } }));

const WHAT = { added: 'added', removed: 'removed', moved: 'moved', changed: 'changed' } as const;
const SETTINGS: Readonly<Record<string, string>> = {
  theme: 'Look',
  source: 'Lead source',
  tags: 'Tags for leads',
  findable: 'Search engines',
  name: 'name',
  kind: 'kind',
  path: 'address',
  title: 'page title',
  description: 'description',
  split: 'split test',
};

const blockWords = ({ type, title, what, isVariantB }: BlockChange) =>
  `${isVariantB ? 'Variant B: ' : ''}${BLOCK_LABELS[type]}${title === '' ? '' : ` “${title}”`} ${WHAT[what]}`;

function linesOf({ settings, steps }: DocumentDiff): string[] {
  return [
    ...settings.map((name) => `${SETTINGS[name] ?? name} changed`),
    ...steps.flatMap(({ step, what, settings: changed, blocks }) => {
      const of = `Step “${step}”`;
      return [
        ...(what === 'changed' ? [] : [`${of} ${WHAT[what]}`]),
        ...changed.map((name) => `${of}: ${SETTINGS[name] ?? name} changed`),
        ...blocks.map((block) => `${of}: ${blockWords(block)}`),
      ];
    }),
  ];
}
