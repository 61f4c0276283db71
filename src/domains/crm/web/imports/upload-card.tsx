import { useState } from 'react';
import { useIsOffline } from '../../../../web/offline/start-offline.ts';
import { useGo } from '../../../../web/router/link.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { Textarea } from '../../../../web/ui/input.tsx';
import type { ImportKind } from '../../contract/import-targets.ts';
import { type RecordImport, imports, MAX_IMPORT_SIZE } from '../../contract/imports.ts';
import { KINDS } from '../../../../records/contract/kinds.ts';
import { DropZone } from '../../../../web/files/drop-zone.tsx';
import { fileSize } from '../../../../records/web/format.ts';
import { SendingList } from '../../../../web/files/sending-list.tsx';
import { useUploads } from '../../../../web/files/use-uploads.ts';

interface UploadCardProps {
  kind?: ImportKind;
  /** Something to be done between the upload and the mapping that it leads on to. */
  beforeMapping?: () => Promise<unknown>;
}

/** Where a file of records comes in: dropped, chosen, or pasted as text. Leads on to its mapping. */
export default function UploadCard({ kind = 'contact', beforeMapping }: UploadCardProps = {}) {
  const go = useGo();
  const [pasting, setPasting] = useState(false);
  const uploads = useUploads({
    endpoint: imports.upload,
    query: { kind },
    maxSize: MAX_IMPORT_SIZE,
    tooLarge: `The file can be up to ${fileSize(MAX_IMPORT_SIZE)}. Split it and import the parts one at a time.`,
    failure: 'The file could not be uploaded. Try again.',
    onDone: (answer) =>
      void Promise.resolve(beforeMapping?.()).then(() =>
        go(`${KINDS[kind].page}/import/${(answer as RecordImport).id}`),
      ),
  });
  const offline = useIsOffline();
  const busy = uploads.sending.some((one) => !one.problem);
  const send = (files: File[]) => {
    for (const one of uploads.sending) uploads.forget(one.key);
    uploads.add(files.slice(0, 1));
  };
  return (
    <div className="grid gap-3">
      <DropZone
        action="Choose file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        disabled={busy || offline}
        onFiles={send}
        className="py-10!"
      >
        <p>or drop a CSV or TSV file here, up to {fileSize(MAX_IMPORT_SIZE)}.</p>
        {offline && (
          <p role="status" className="mt-1 font-medium text-warning-ink">
            Uploading needs a connection. You can continue when you are back online.
          </p>
        )}
        <p className="mt-1">You see a preview before anything is imported. You can undo a finished import.</p>
      </DropZone>
      <SendingList sending={uploads.sending} onForget={uploads.forget} onRetry={uploads.retry} />
      {pasting ? (
        <PasteForm
          one={KINDS[kind].one}
          onCancel={() => setPasting(false)}
          onPaste={(text) =>
            send([new File([text], `Pasted ${new Date().toLocaleString()}.csv`, { type: 'text/csv' })])
          }
          busy={busy}
          offline={offline}
        />
      ) : (
        <p className="text-sm text-muted">
          Copied from a spreadsheet?{' '}
          <Button variant="link" onClick={() => setPasting(true)}>
            Paste rows
          </Button>
        </p>
      )}
    </div>
  );
}

/**
 * Pasted text from this length on is sent at once: laying it out in the field would hold up the browser for seconds.
 */
const TOO_LONG_TO_SHOW = 100_000;

function PasteForm({
  one,
  onPaste,
  onCancel,
  busy,
  offline,
}: {
  one: string;
  onPaste: (text: string) => void;
  onCancel: () => void;
  busy: boolean;
  offline: boolean;
}) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim().includes('\n')) onPaste(text);
        else setProblem(`Paste at least two rows: column names and one ${one}.`);
      }}
    >
      <Field label="Rows" hint="Include column names in the first row." error={problem}>
        {(control) => (
          <Textarea
            {...control}
            autoFocus
            rows={6}
            className="font-mono"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text');
              if (pasted.length < TOO_LONG_TO_SHOW) return;
              event.preventDefault();
              onPaste(pasted);
            }}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" loading={busy} disabled={offline}>
          Continue with these rows
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
