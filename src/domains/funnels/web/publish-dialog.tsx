import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import ExternalLink from 'lucide-react/icons/external-link';
import { messageFor } from '../../../web/api/error.ts';
import { call, readKey } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field, FieldError } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { type Funnel, type FunnelProblem, funnels } from '../contract.ts';
import { Changes } from './changes.tsx';
import type { DraftState } from './use-draft.ts';

interface PublishDialogProps {
  draft: DraftState;
  funnel: Funnel;
  onClose: () => void;
  onShow: (step: string) => void;
}

/** Shows what is wrong with the draft, and publishes it. */
export default function PublishDialog({ draft, funnel, onClose, onShow }: PublishDialogProps) {
  const client = useQueryClient();
  const { id } = funnel;
  const [problems, setProblems] = useState<readonly FunnelProblem[] | null>(null);
  const [failure, setFailure] = useState('');
  const [note, setNote] = useState('');
  const [isWorking, setWorking] = useState(false);
  const [published, setPublished] = useState<Funnel | null>(null);
  const { save } = draft;
  useEffect(() => {
    const check = async () => {
      await save();
      setProblems((await call(funnels.check, { params: { id } })).items);
    };
    check().catch((error: unknown) => setFailure(messageFor(error, 'We couldn’t check the funnel. Try again.')));
  }, [id, save]);
  const attempt = async (act: () => Promise<Funnel>) => {
    setWorking(true);
    setFailure('');
    try {
      const next = await act();
      client.setQueryData(readKey(funnels.get, { params: { id } }), next);
      return next;
    } catch (error) {
      setFailure(messageFor(error, 'This did not work. Try again.'));
      return null;
    } finally {
      setWorking(false);
    }
  };
  const publish = async () =>
    setPublished(
      await attempt(() => call(funnels.publish, { params: { id }, body: { version: draft.versionOf(), note } })),
    );
  const unpublish = async () => {
    if (!(await attempt(() => call(funnels.unpublish, { params: { id } })))) return;
    toast({ type: 'success', title: 'The pages are offline' });
    onClose();
  };
  if (published) return <Done funnel={published} onClose={onClose} />;
  const blocked = problems === null || problems.some(({ blocking }) => blocking);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Publish funnel"
      description="Visitors see this version until you publish the next one."
      footer={
        <>
          {funnel.published && (
            <Button className="mr-auto" disabled={isWorking} onClick={() => void unpublish()}>
              Take offline
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={blocked} loading={isWorking} onClick={() => void publish()}>
            Publish funnel
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {problems === null && failure === '' && <Skeleton className="h-16 w-full" />}
        {problems !== null && problems.length > 0 && (
          <ul aria-label="Problems" className="grid gap-2">
            {problems.map((problem, n) => (
              <li key={n} className="flex items-start gap-2 text-sm">
                <Badge tone={problem.blocking ? 'danger' : 'warning'}>{problem.blocking ? 'Fix first' : 'Check'}</Badge>
                <span className="min-w-0 flex-1">{problem.message}</span>
                {problem.stepId === '' ? (
                  <Link to="/settings" search={{ tab: 'public-pages' }} className={buttonClass({ size: 'sm' })}>
                    Open settings
                  </Link>
                ) : (
                  <Button size="sm" onClick={() => onShow(problem.stepId)}>
                    Show step
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {funnel.published && (
          <details className="rounded-md border border-line px-3 py-2">
            <summary className="cursor-pointer text-sm font-medium">
              Changes since version {funnel.published.number}
            </summary>
            <div className="pt-2">
              <Changes funnel={id} before={funnel.published.id} after={draft.draft.document} />
            </div>
          </details>
        )}
        <Field label="Note" hint="For your team: what changed.">
          {(control) => (
            <Input {...control} value={note} maxLength={200} onChange={(event) => setNote(event.target.value)} />
          )}
        </Field>
        {failure && <FieldError>{failure}</FieldError>}
      </div>
    </Dialog>
  );
}

function Done({ funnel: { address, published }, onClose }: { funnel: Funnel; onClose: () => void }) {
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    toast({ type: 'success', title: 'Address copied' });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Version ${published?.number ?? 1} is live`}
      description="Add ?utm_source=…&utm_campaign=… to the address in campaigns, and the leads show where they came from."
      footer={
        <>
          <Button onClick={() => void copy()}>Copy address</Button>
          <a href={address} target="_blank" rel="noreferrer" className={buttonClass({ variant: 'primary' })}>
            <ExternalLink size={16} aria-hidden="true" /> Open page
          </a>
        </>
      }
    >
      <p className="text-sm break-all">{address}</p>
    </Dialog>
  );
}
