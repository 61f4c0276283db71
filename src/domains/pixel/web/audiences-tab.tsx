import { lazy, Suspense, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import Users from 'lucide-react/icons/users';
import Workflow from 'lucide-react/icons/workflow';
import { messageFor } from '../../../web/api/error.ts';
import { usePages } from '../../../web/api/pages.ts';
import { call, read, readKey } from '../../../web/api/request.ts';
import { useSessionUser } from '../../../web/api/session.ts';
import { useHasPage } from '../../../web/router/apps.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { counted } from '../../../web/ui/format.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Sheet } from '../../../web/ui/sheet.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { workflows } from '../../automation/contract/workflows.ts';
import { workflowDraft } from '../contract/audience-workflow.ts';
import { pixelAudiences, type WebsiteAudience } from '../contract/audiences.ts';
import { pixelSites, type PixelSite } from '../contract/sites.ts';
import { conditionText } from './labels.ts';
import type { SiteTabProps } from './search.ts';

const AudienceDialog = lazy(() => import('./audience-dialog.tsx'));

/** Contacts by what they did on the website. */
export default function AudiencesTab({ site, search, onSearch }: SiteTabProps) {
  const [edited, setEdited] = useState<WebsiteAudience | 'new' | null>(null);
  const { data, error, refetch } = useQuery(read(pixelAudiences.list, { params: { siteId: site.id } }));
  const opened = data?.items.find(({ id }) => id === search.audience);
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setEdited('new')}>
      Add audience
    </Button>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {data && data.items.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="max-w-xl text-sm text-muted">Contacts with linked visits. Audiences update every minute.</p>
          {add}
        </div>
      )}
      {error && !data && <Failure error={error} what="Audiences" onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-48 w-full animate-appear-late" />}
      {data?.items.length === 0 && (
        <EmptyState icon={<Users />} title="Follow up on what contacts do" action={add}>
          An audience holds the contacts who viewed a page, came from a campaign, or reached a goal. Entering one can
          start a workflow. Only visitors who said who they are can be in it.
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
          {data.items.map((audience) => (
            <Row
              key={audience.id}
              site={site}
              audience={audience}
              onOpen={() => onSearch({ audience: audience.id })}
              onEdit={() => setEdited(audience)}
            />
          ))}
        </ul>
      )}
      {opened && <Contacts site={site} audience={opened} onClose={() => onSearch({ audience: '' })} />}
      {edited && (
        <Suspense>
          <AudienceDialog
            site={site}
            audience={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

function Row({
  site,
  audience,
  onOpen,
  onEdit,
}: {
  site: PixelSite;
  audience: WebsiteAudience;
  onOpen: () => void;
  onEdit: () => void;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const hasWorkflows = useHasPage('/workflow-visualization');
  const canAutomate = useSessionUser()?.role === 'admin' && hasWorkflows;
  const [making, setMaking] = useState(false);
  const goals = useQuery({
    ...read(pixelSites.goals, { params: { siteId: site.id } }),
    enabled: audience.conditions.some(({ kind }) => kind === 'goal'),
  }).data?.items;
  const text = audience.conditions.map((condition) => conditionText(condition, goals)).join(', and ');
  const remove = async () => {
    const yes = await confirm({
      title: `Delete “${audience.name}”?`,
      description: 'Its contacts stay. Workflows that start with it do not start any more.',
      action: 'Delete audience',
    });
    if (!yes) return;
    try {
      await call(pixelAudiences.remove, { params: { siteId: site.id, id: audience.id } });
      toast({ type: 'success', title: `“${audience.name}” deleted` });
    } catch (problem) {
      toast({ type: 'error', title: 'Audience not deleted', description: messageFor(problem, 'Try again.') });
    }
    await client.invalidateQueries({ queryKey: readKey(pixelAudiences.list, { params: { siteId: site.id } }) });
  };
  const makeWorkflow = async () => {
    setMaking(true);
    try {
      const { id } = await call(workflows.create, {
        body: { name: `Entered “${audience.name}”`.slice(0, 120), draft: workflowDraft(audience) },
      });
      await navigate({ to: `/workflow-visualization/${id}` });
    } catch (problem) {
      setMaking(false);
      toast({ type: 'error', title: 'Workflow not created', description: messageFor(problem, 'Try again.') });
    }
  };
  return (
    <li data-testid="audience" className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-60">
        <p className="truncate font-medium">{audience.name}</p>
        <p className="text-xs break-words text-muted">{text}</p>
      </div>
      <Button variant="link" onClick={onOpen}>
        {counted(audience.contacts, 'contact')}
      </Button>
      <span className="flex items-center gap-1">
        {canAutomate && (
          <Button size="sm" icon={<Workflow />} loading={making} onClick={() => void makeWorkflow()}>
            Create workflow
          </Button>
        )}
        <IconButton label={`Edit “${audience.name}”`} icon={<Pencil />} onClick={onEdit} />
        <IconButton label={`Delete “${audience.name}”`} icon={<Trash2 />} tone="danger" onClick={() => void remove()} />
      </span>
    </li>
  );
}

function Contacts({ site, audience, onClose }: { site: PixelSite; audience: WebsiteAudience; onClose: () => void }) {
  const list = usePages(pixelAudiences.contacts, { params: { siteId: site.id, id: audience.id } });
  return (
    <Sheet
      open
      inAddress
      onOpenChange={onClose}
      title={audience.name}
      description={counted(audience.contacts, 'contact')}
    >
      {list.error && <Failure error={list.error} what="Contacts" onRetry={list.retry} />}
      {list.loading && <Skeleton className="h-60 w-full" />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <p className="text-sm text-muted">
          No contact matches. Visitors become contacts when they say who they are and a contact has their email address.
        </p>
      )}
      {list.items.length > 0 && (
        <ul className="divide-y divide-line">
          {list.items.map((contact) => (
            <li key={contact.contactId} className="flex items-baseline gap-3 py-2 text-sm">
              <span className="min-w-0 flex-1">
                <Link
                  to={`/contacts/${contact.contactId}`}
                  className="block truncate text-accent-ink underline underline-offset-2"
                >
                  {contact.name}
                </Link>
                <span className="block truncate text-xs text-muted">{contact.email}</span>
              </span>
              <RelativeTime value={contact.enteredAt} className="shrink-0 text-xs text-muted" />
            </li>
          ))}
          <li>
            <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} label="More contacts" />
          </li>
        </ul>
      )}
    </Sheet>
  );
}
