import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../../../web/api/request.ts';
import type { ImportKind } from '../../contract/import-targets.ts';
import type { ImportOptions } from '../../contract/imports.ts';
import { pipelines } from '../../contract/pipelines.ts';
import { customFields } from '../../../../records/contract/views.ts';
import { useOwners } from '../../../../records/web/choices.ts';

/** References of a stored mapping that may have been deleted; each absent while loading. */
export interface Gone {
  /** Keys of the fields of one's own that there are. */
  own: ReadonlySet<string> | undefined;
  ownerId: string | undefined;
  pipelineId: string | undefined;
}

/** Looks whether what the mapping names is still there: it may have been kept for weeks. */
export function useDeletedReferences(kind: ImportKind, { ownerId, pipelineId }: ImportOptions): Gone {
  const fields = useQuery(read(customFields.list, { query: { object: kind } })).data;
  const { options: owners } = useOwners();
  const list = useQuery({ ...read(pipelines.list), enabled: kind === 'opportunity' }).data;
  const own = useMemo(() => fields && new Set(fields.items.map(({ key }) => key)), [fields]);
  return {
    own,
    ownerId:
      ownerId && owners.length > 0 && !owners.some(({ value }) => value === ownerId)
        ? 'This person has left the workspace. Choose someone else, or no one.'
        : undefined,
    pipelineId:
      pipelineId && list && !list.items.some(({ id }) => id === pipelineId)
        ? 'This pipeline was deleted. Choose another one.'
        : undefined,
  };
}
