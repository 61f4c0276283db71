import { lazy, Suspense, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Clock from 'lucide-react/icons/clock';
import FileText from 'lucide-react/icons/file-text';
import Paperclip from 'lucide-react/icons/paperclip';
import Trash2 from 'lucide-react/icons/trash-2';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { upload } from '../../../web/api/upload.ts';
import { dropDraft } from '../../../web/form/draft.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Tag } from '../../../web/ui/badge.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { cx } from '../../../web/ui/cx.ts';
import { Menu, MenuItem, MenuSeparator } from '../../../web/ui/dropdown-menu.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { controlClass, Input } from '../../../web/ui/input.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { fileSize } from '../../../records/web/format.ts';
import { MAX_LETTER, type MailDraft, mailDrafts, mailTemplates } from '../contract.ts';
import { fillTemplate, speaksOfAttachment } from '../engine/compose.ts';
import { LaterMenuItems } from './later-menu-items.tsx';
import { Recipients } from './recipients.tsx';
import { useDraft } from './use-draft.ts';
import { useMailRefresh } from './use-mail-acts.ts';

const TemplatesDialog = lazy(() => import('./templates-dialog.tsx'));

interface ComposePanelProps {
  id: string;
  /** It was sent, or discarded. */
  onDone: () => void;
}

/** An email that is written: recipients, text, files, and sending it now or later. */
export function ComposePanel({ id, onDone }: ComposePanelProps) {
  const {
    data: draft,
    error,
    refetch,
  } = useQuery({ ...read(mailDrafts.get, { params: { id } }), staleTime: Infinity });
  if (error && !draft) return <Failure error={error} what="This draft" onRetry={() => void refetch()} />;
  if (!draft)
    return (
      <div role="status" aria-label="Draft: loading" className="grid animate-appear-late gap-3 p-4">
        <Skeleton className="h-8 w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
    );
  return <Editor key={id} draft={draft} onDone={onDone} />;
}

function Editor({ draft, onDone }: { draft: MailDraft; onDone: () => void }) {
  const { id, state, why, mode } = draft;
  const refresh = useMailRefresh();
  const { values, change, save, failure, isSaved, version } = useDraft(draft);
  const [files, setFiles] = useState(draft.attachments);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [copies, setCopies] = useState(draft.cc.length > 0 || draft.bcc.length > 0);
  const finish = () => {
    dropDraft(`mail.${id}`);
    onDone();
  };

  const send = async (sendAt?: string) => {
    if (files.length === 0 && speaksOfAttachment(values.text)) {
      const goes = await confirm({
        title: 'Send without an attachment?',
        description: 'Your text mentions an attachment, but no file is attached.',
        action: 'Send anyway',
        tone: 'primary',
      });
      if (!goes) return;
    }
    setBusy(true);
    setProblem('');
    try {
      if (!(await save())) throw new Error('The draft could not be saved.');
      await call(mailDrafts.send, { params: { id }, body: { version: version.current, ...(sendAt && { sendAt }) } });
      toast({
        type: 'success',
        title: sendAt ? 'Email scheduled' : 'Email will be sent in 10 seconds',
        duration: 10_000,
        action: { label: 'Undo', onSelect: () => void undo() },
      });
      await refresh();
      finish();
    } catch (error) {
      setProblem(messageFor(error, 'The email was not sent. Try again.'));
    }
    setBusy(false);
  };
  const undo = async () => {
    try {
      await call(mailDrafts.unsend, { params: { id } });
      toast({ type: 'success', title: 'Email is a draft again', description: 'Find it under Drafts.' });
    } catch (error) {
      toast({ type: 'error', title: 'Email not held back', description: messageFor(error, 'It has left already.') });
    }
    await refresh();
  };
  const discard = async () => {
    try {
      await call(mailDrafts.remove, { params: { id } });
      toast({ type: 'success', title: 'Draft discarded' });
      finish();
    } catch (error) {
      setProblem(messageFor(error, 'The draft was not discarded. Try again.'));
    }
    await refresh();
  };

  return (
    <section aria-label={mode === 'new' ? 'New email' : 'Reply'} className="grid gap-2 p-3">
      {(state === 'failed' || state === 'refused') && why && <Banner tone="warning">{why}</Banner>}
      <Recipients label="To" value={values.to} onChange={(to) => change({ to })} />
      {copies ? (
        <>
          <Recipients label="Cc" value={values.cc} onChange={(cc) => change({ cc })} />
          <Recipients label="Bcc" value={values.bcc} onChange={(bcc) => change({ bcc })} />
        </>
      ) : (
        <Button variant="link" size="sm" className="justify-self-start pl-12" onClick={() => setCopies(true)}>
          Add Cc or Bcc
        </Button>
      )}
      {(mode === 'new' || mode === 'forward') && (
        <Input
          aria-label="Subject"
          placeholder="Subject"
          maxLength={500}
          value={values.subject}
          onChange={(event) => change({ subject: event.target.value })}
        />
      )}
      <textarea
        aria-label="Email text"
        rows={10}
        maxLength={MAX_LETTER}
        value={values.text}
        autoFocus={mode !== 'new' && mode !== 'forward'}
        onChange={(event) => change({ text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
        }}
        className={cx(controlClass, 'h-auto min-h-48 w-full resize-y py-2 leading-relaxed')}
      />
      <Files draftId={id} files={files} onChange={setFiles} onProblem={setProblem} />
      {(problem || failure) && (
        <p role="alert" className="text-sm text-danger-ink">
          {problem || failure}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" loading={busy} onClick={() => void send()}>
          Send email
        </Button>
        <Menu align="start" label="Send later" trigger={<Button icon={<Clock />}>Send later</Button>}>
          <LaterMenuItems onChoose={(at) => void send(at)} />
        </Menu>
        <TemplateMenu
          onTake={(template) =>
            change({
              text: `${fillTemplate(template.text, values.to[0]?.name ?? '')}${values.text.startsWith('\n') ? '' : '\n\n'}${values.text}`,
              ...(template.subject && !values.subject && { subject: template.subject }),
            })
          }
        />
        <span role="status" className="ml-auto text-xs text-muted">
          {isSaved ? 'Saved' : 'Saving'}
        </span>
        <IconButton label="Discard draft" icon={<Trash2 />} tone="danger" onClick={() => void discard()} />
      </div>
    </section>
  );
}

interface FilesProps {
  draftId: string;
  files: MailDraft['attachments'];
  onChange: (files: MailDraft['attachments']) => void;
  onProblem: (problem: string) => void;
}

function Files({ draftId, files, onChange, onProblem }: FilesProps) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const add = async (chosen: readonly File[]) => {
    setBusy(true);
    onProblem('');
    const now = [...files];
    for (const file of chosen) {
      try {
        now.push(await upload(mailDrafts.attach, { params: { id: draftId }, file }));
        onChange([...now]);
      } catch (error) {
        onProblem(`${file.name}: ${messageFor(error, 'The file was not attached.')}`);
      }
    }
    setBusy(false);
  };
  const remove = async (attachmentId: string) => {
    try {
      await call(mailDrafts.detach, { params: { id: draftId, attachmentId } });
      onChange(files.filter(({ id }) => id !== attachmentId));
    } catch (error) {
      onProblem(messageFor(error, 'The file was not removed.'));
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <input
        ref={input}
        type="file"
        multiple
        aria-label="Files to attach"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          void add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <Button size="sm" icon={<Paperclip />} loading={busy} onClick={() => input.current?.click()}>
        Attach files
      </Button>
      {files.map(({ id, name, size }) => (
        <Tag key={id} onRemove={() => void remove(id)} removeLabel={`Remove ${name}`}>
          {name} · {fileSize(size)}
        </Tag>
      ))}
    </div>
  );
}

function TemplateMenu({ onTake }: { onTake: (template: { subject: string; text: string }) => void }) {
  const { data } = useQuery(read(mailTemplates.list));
  const [editing, setEditing] = useState(false);
  return (
    <>
      <Menu
        align="start"
        label="Templates"
        className="w-64"
        trigger={<IconButton label="Templates" icon={<FileText />} />}
      >
        {data?.items.map((template) => (
          <MenuItem key={template.id} onSelect={() => onTake(template)}>
            {template.name}
          </MenuItem>
        ))}
        {data && data.items.length > 0 && <MenuSeparator />}
        <MenuItem onSelect={() => setEditing(true)}>Manage templates…</MenuItem>
      </Menu>
      {editing && (
        <Suspense fallback={null}>
          <TemplatesDialog onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  );
}
