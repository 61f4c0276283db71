import { useQuery, useQueryClient } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import FileIcon from 'lucide-react/icons/file';
import Trash2 from 'lucide-react/icons/trash-2';
import { fillPath } from '../../kernel/path.ts';
import { messageFor } from '../../web/api/error.ts';
import { call, download, read } from '../../web/api/request.ts';
import { toast } from '../../web/shell/toast.ts';
import { confirm } from '../../web/ui/confirm.ts';
import { IconButton } from '../../web/ui/icon-button.tsx';
import { Skeleton } from '../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../web/ui/time.tsx';
import { MAX_FILE_SIZE, RECORD_CALLS, type RecordFile } from '../contract/record-calls.ts';
import { DropZone } from '../../web/files/drop-zone.tsx';
import { Failure } from '../../web/ui/failure.tsx';
import { fileSize } from './format.ts';
import { SendingList } from '../../web/files/sending-list.tsx';
import type { RecordOf } from './record-ref.ts';
import { useUploads } from '../../web/files/use-uploads.ts';

/** Files of a record: attached by dropping or choosing them, downloaded, deleted. */
export function Files({ of: { kind, id } }: { of: RecordOf }) {
  const client = useQueryClient();
  const { files: calls, timeline } = RECORD_CALLS[kind];
  const params = { id };
  const { data, error, isPending, refetch } = useQuery(read(calls.list, { params }));
  const refresh = () =>
    Promise.all(
      [calls.list, timeline.list].map((endpoint) =>
        client.invalidateQueries({ queryKey: [fillPath(endpoint.path, params)] }),
      ),
    );
  const uploads = useUploads({
    endpoint: calls.upload,
    params,
    maxSize: MAX_FILE_SIZE,
    onDone: () => void refresh(),
    tooLarge: `Files can be up to ${fileSize(MAX_FILE_SIZE)}.`,
    failure: 'The file could not be attached. Try again.',
  });
  const remove = async (file: RecordFile) => {
    if (
      !(await confirm({
        title: `Delete ${file.name}?`,
        description: 'The file is permanently deleted.',
        action: 'Delete file',
      }))
    )
      return;
    try {
      await call(calls.remove, { params: { ...params, fileId: file.id } });
      toast({ type: 'success', title: 'File deleted', description: file.name });
      await refresh();
    } catch (failure) {
      toast({ type: 'error', title: 'Couldn’t delete the file', description: messageFor(failure, 'Try again.') });
    }
  };
  const save = (file: RecordFile) =>
    download(calls.download, file.name, { params: { ...params, fileId: file.id } }).catch((failure: unknown) =>
      toast({ type: 'error', title: 'Couldn’t download the file', description: messageFor(failure, 'Try again.') }),
    );
  return (
    <section aria-label="Files" className="grid gap-3">
      <DropZone action="Attach files" multiple onFiles={uploads.add}>
        {data?.items.length === 0 ? 'No files yet. ' : ''}Drop files here, up to {fileSize(MAX_FILE_SIZE)} each.
      </DropZone>
      <SendingList sending={uploads.sending} onForget={uploads.forget} onRetry={uploads.retry} />
      {isPending && (
        <div className="grid gap-2" aria-hidden="true">
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </div>
      )}
      {error && !data && <Failure error={error} what="Files" onRetry={() => void refetch()} />}
      <ul className="grid gap-2">
        {data?.items.map((file) => (
          <li
            key={file.id}
            className="flex items-center gap-3 rounded-lg border border-line bg-raised py-2 pr-2 pl-3 text-sm"
          >
            <FileIcon size={18} className="shrink-0 text-muted" aria-hidden="true" />
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium" title={file.name}>
                {file.name}
              </p>
              <p className="text-xs text-muted">
                {fileSize(file.size)}, {file.uploadedBy?.name ?? 'former member'}{' '}
                <RelativeTime value={file.createdAt} />
              </p>
            </div>
            <IconButton size="sm" label={`Download ${file.name}`} icon={<Download />} onClick={() => void save(file)} />
            <IconButton size="sm" label={`Delete ${file.name}`} icon={<Trash2 />} onClick={() => void remove(file)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
