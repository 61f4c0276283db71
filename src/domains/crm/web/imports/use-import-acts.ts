import { useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../../web/api/error.ts';
import { call, download, read } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { confirm } from '../../../../web/ui/confirm.ts';
import { type RecordImport, imports } from '../../contract/imports.ts';
import { countOf } from '../../../../records/contract/kinds.ts';
import { CRM } from '../../paths.ts';
import { counted } from '../../../../records/web/format.ts';

/** Actions on an import. Each shows a message if the server refuses. */
export function useImportActs(current: Pick<RecordImport, 'id' | 'kind' | 'fileName' | 'counts'>) {
  const client = useQueryClient();
  const params = { id: current.id };
  const act = async (work: () => Promise<RecordImport>, failure: string) => {
    try {
      client.setQueryData(read(imports.get, { params }).queryKey, await work());
      await client.invalidateQueries({ queryKey: [CRM.imports], exact: false });
    } catch (error) {
      toast({ type: 'error', title: failure, description: messageFor(error, 'Try again.') });
    }
  };
  return {
    /** Runs it, or goes on with one that was stopped. */
    start: () => act(() => call(imports.start, { params }), 'Couldn’t start the import'),
    cancel: () => act(() => call(imports.cancel, { params }), 'Couldn’t stop the import'),
    revert: async () => {
      const { created, updated } = current.counts;
      const sure = await confirm({
        title: `Undo the import of ${current.fileName}?`,
        description:
          `${countOf(current.kind, created)} it created ${created === 1 ? 'is' : 'are'} deleted, and ${counted(updated, 'update')} ${updated === 1 ? 'is' : 'are'} reversed. ` +
          'Records that someone has changed since are kept and listed in the report.',
        action: 'Undo import',
        ...(created + updated > 1_000 && { typed: 'revert' }),
      });
      if (sure) await act(() => call(imports.revert, { params }), 'Couldn’t undo the import');
    },
    downloadRejects: () =>
      download(imports.rejects, `${current.fileName}-rejected.csv`, { params }).catch(
        (error: unknown) =>
          void toast({
            type: 'error',
            title: 'Couldn’t download the report',
            description: messageFor(error, 'Try again.'),
          }),
      ),
  };
}
