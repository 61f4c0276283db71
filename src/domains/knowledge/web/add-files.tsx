import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import FolderUp from 'lucide-react/icons/folder-up';
import Upload from 'lucide-react/icons/upload';
import { messageFor } from '../../../web/api/error.ts';
import { upload } from '../../../web/api/upload.ts';
import { Button } from '../../../web/ui/button.tsx';
import { cx } from '../../../web/ui/cx.ts';
import { counted } from '../../../web/ui/format.ts';
import { ProgressBar } from '../../../web/ui/progress-bar.tsx';
import { knowledgeDocuments } from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';
import { type ChosenFiles, fromDrop, fromFolder } from './chosen-files.ts';

const ACCEPT = '.pdf,.docx,.xlsx,.pptx,.html,.htm,.md,.csv,.tsv,.txt,.eml,.png,.jpg,.jpeg,.webp';
/** Files that are sent at the same time. */
const LANES = 3;

interface Sending {
  done: number;
  total: number;
}

/** Adds files: chosen, dropped, or a whole folder. */
export function AddFiles({ sourceId }: { sourceId: string }) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const stop = useRef<AbortController>(null);
  const [sending, setSending] = useState<Sending | null>(null);
  const [failures, setFailures] = useState<{ name: string; message: string }[]>([]);
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const [isOver, setIsOver] = useState(false);
  useEffect(() => () => stop.current?.abort(), []);

  const send = async ({ files, skipped: left }: ChosenFiles) => {
    setFailures([]);
    setSkipped(left);
    if (files.length === 0) return;
    const { signal } = (stop.current = new AbortController());
    const waiting = [...files];
    let done = 0;
    setSending({ done, total: files.length });
    const lane = async () => {
      for (let file = waiting.shift(); file && !signal.aborted; file = waiting.shift()) {
        const { name } = file;
        await upload(knowledgeDocuments.upload, { params: { id: sourceId }, file, signal }).catch((error: unknown) => {
          if (!signal.aborted)
            setFailures((others) => [...others, { name, message: messageFor(error, 'It was not uploaded.') }]);
        });
        done += 1;
        setSending({ done, total: files.length });
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    setSending(null);
    await client.invalidateQueries({ queryKey: [KNOWLEDGE.documents] });
    await client.invalidateQueries({ queryKey: [`${KNOWLEDGE.sources}/${sourceId}`] });
  };
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        void fromDrop(event.dataTransfer).then(send);
      }}
      className={cx(
        'rounded-lg border border-dashed border-control p-4 text-sm text-muted',
        isOver && 'border-accent bg-accent-soft',
      )}
    >
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPT}
        aria-label="Files"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          void send({ files: [...(event.target.files ?? [])], skipped: [] });
          event.target.value = '';
        }}
      />
      <input
        ref={folder}
        type="file"
        multiple
        // React’s types do not know it.
        {...{ webkitdirectory: '' }}
        aria-label="Folder"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          void send(fromFolder(files.map((file) => ({ file, path: file.webkitRelativePath }))));
          event.target.value = '';
        }}
      />
      {sending ? (
        <div className="grid gap-2">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p role="status">
              Uploading {counted(sending.total, 'file')}: {sending.done.toLocaleString()} done
            </p>
            <Button size="sm" onClick={() => stop.current?.abort()}>
              Stop
            </Button>
          </div>
          <ProgressBar label="Upload" value={sending.done} max={sending.total} />
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" icon={<Upload />} onClick={() => input.current?.click()}>
            Add files
          </Button>
          <Button icon={<FolderUp />} onClick={() => folder.current?.click()}>
            Add folder
          </Button>
          <span className="min-w-0 flex-1 basis-60">
            Or drop them here: PDF, Word, Excel, PowerPoint, HTML, Markdown, CSV, text, .eml, or pictures of text, up to
            50 MB each. Scanned pages are read by OCR.
          </span>
        </div>
      )}
      {skipped.length > 0 && (
        <p role="status" className="mt-3">
          {counted(skipped.length, 'file')} skipped because this kind can’t be read: {skipped.slice(0, 5).join(', ')}
          {skipped.length > 5 && ` and ${skipped.length - 5} more`}
        </p>
      )}
      {failures.length > 0 && (
        <ul role="alert" className="mt-3 grid gap-1 text-danger-ink">
          {failures.map(({ name, message }) => (
            <li key={name} className="break-words">
              {name}: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
