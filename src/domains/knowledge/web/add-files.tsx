import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Upload from 'lucide-react/icons/upload';
import { messageFor } from '../../../web/api/error.ts';
import { upload } from '../../../web/api/upload.ts';
import { Button } from '../../../web/ui/button.tsx';
import { cx } from '../../../web/ui/cx.ts';
import { ProgressBar } from '../../../web/ui/progress-bar.tsx';
import { knowledgeDocuments } from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';

const ACCEPT = '.pdf,.docx,.xlsx,.pptx,.html,.htm,.md,.csv,.tsv,.txt,.eml';

interface Sending {
  done: number;
  total: number;
  name: string;
}

/** Sends files one after another: chosen, dropped, or a whole folder. */
export function AddFiles({ sourceId }: { sourceId: string }) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<Sending | null>(null);
  const [failures, setFailures] = useState<{ name: string; message: string }[]>([]);
  const [isOver, setIsOver] = useState(false);
  const send = async (files: readonly File[]) => {
    setFailures([]);
    for (const [done, file] of files.entries()) {
      setSending({ done, total: files.length, name: file.name });
      await upload(knowledgeDocuments.upload, { params: { id: sourceId }, file }).catch((error: unknown) =>
        setFailures((others) => [...others, { name: file.name, message: messageFor(error, 'It was not uploaded.') }]),
      );
    }
    setSending(null);
    await client.invalidateQueries({ queryKey: [KNOWLEDGE.documents] });
    await client.invalidateQueries({ queryKey: [KNOWLEDGE.sources] });
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
        void send([...event.dataTransfer.files]);
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
          void send([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {sending ? (
        <div role="status" className="grid gap-2">
          <p className="truncate">
            Uploading {sending.name} ({sending.done + 1} of {sending.total})
          </p>
          <ProgressBar label="Upload" value={sending.done} max={sending.total} />
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" icon={<Upload />} onClick={() => input.current?.click()}>
            Add files
          </Button>
          <span className="min-w-0 flex-1 basis-60">
            Or drop them here: PDF, Word, Excel, PowerPoint, HTML, Markdown, CSV, text, or .eml, up to 50 MB each.
          </span>
        </div>
      )}
      {failures.length > 0 && (
        <ul role="alert" className="mt-3 grid gap-1 text-danger-ink">
          {failures.map(({ name, message }) => (
            <li key={name}>
              {name}: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
