import { useId, useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { countsOf } from '../engine/contents.ts';
import { TemplateFile } from '../contract/content.ts';
import { templates } from '../contract/templates.ts';
import { inside } from './labels.ts';

const LARGEST = 1_000_000;

/** A file's template, or the problem as text. */
async function readTemplate(file: File): Promise<{ template: TemplateFile } | { problem: string }> {
  if (file.size > LARGEST) return { problem: 'A template has at most 1 MB. This is another file.' };
  let json: unknown;
  try {
    json = JSON.parse(await file.text());
  } catch {
    return { problem: 'This is no JSON file. Choose one that was downloaded here, “….template.json”.' };
  }
  const parsed = TemplateFile.safeParse(json);
  if (parsed.success) return { template: parsed.data };
  const [issue] = parsed.error.issues;
  return { problem: `This is no template${issue ? `: ${issue.path.join('.') || 'file'} – ${issue.message}` : '.'}` };
}

/** Brings a template in that was downloaded elsewhere; the file is checked before it goes anywhere. */
export default function ImportDialog({ onClose, onDone }: { onClose: () => void; onDone: (ref: string) => void }) {
  const formId = useId();
  const [file, setFile] = useState<TemplateFile | null>(null);
  const [name, setName] = useState('');
  const [error, setError] = useState('');
  const [saving, setSaving] = useState(false);
  const choose = async (chosen: File | undefined) => {
    setFile(null);
    setError('');
    if (!chosen) return;
    const found = await readTemplate(chosen);
    if ('problem' in found) setError(found.problem);
    else {
      setFile(found.template);
      setName(found.template.name);
    }
  };
  const save = async () => {
    if (!file) return setError('Choose a file first.');
    setSaving(true);
    try {
      const made = await call(templates.create, { body: { ...file, name: name.trim() } });
      toast({ type: 'success', title: `“${made.name}” is made` });
      onDone(made.ref);
    } catch (failure) {
      setError(messageFor(failure, 'The template could not be made.'));
      setSaving(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Template from a file"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={saving} disabled={!file}>
            Make the template
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {error && <Banner tone="danger">{error}</Banner>}
        <Field label="File">
          {(control) => (
            <Input
              {...control}
              type="file"
              accept="application/json,.json"
              className="h-auto bg-canvas! p-1! file:mr-3 file:h-7 file:rounded-sm file:border file:border-solid file:border-control file:bg-canvas file:px-2.5 file:font-medium file:text-ink"
              onChange={(event) => void choose(event.target.files?.[0])}
            />
          )}
        </Field>
        {file && (
          <>
            <Field label="Name" required>
              {(control) => (
                <Input {...control} maxLength={80} value={name} onChange={(event) => setName(event.target.value)} />
              )}
            </Field>
            <p className="text-sm text-muted">
              {file.summary} <span className="block">{inside(countsOf(file.content))}</span>
            </p>
          </>
        )}
      </form>
    </Dialog>
  );
}
