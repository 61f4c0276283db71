import { useQuery, useQueryClient } from '@tanstack/react-query';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { lazy, Suspense, useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { call, download, read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { Menu, MenuItem } from '../../../web/ui/dropdown-menu.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Sheet } from '../../../web/ui/sheet.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { Tabs } from '../../../web/ui/tabs.tsx';
import { type Template, templates } from '../contract/templates.ts';
import { TEMPLATES } from '../paths.ts';
import { InstallList } from './install-list.tsx';
import { TemplateContents } from './template-contents.tsx';
import { VersionList } from './version-list.tsx';

const EditDialog = lazy(() => import('./edit-dialog.tsx'));
const CaptureDialog = lazy(() => import('./capture-dialog.tsx'));

interface TemplateSheetProps {
  templateRef: string;
  onClose: () => void;
  onOpen: (ref: string) => void;
}

/** One template beside the gallery: what is inside, where it is used, its versions, and what can be done with it. */
export function TemplateSheet({ templateRef, onClose, onOpen }: TemplateSheetProps) {
  const { data: template, error, refetch } = useQuery(read(templates.get, { params: { ref: templateRef } }));
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={template?.name ?? 'Template'}
      description={template?.industry || undefined}
      footer={
        template &&
        !template.archived && (
          <Link to={`/gauntlet-onboarding/${template.ref}`} className={buttonClass({ variant: 'primary' })}>
            Apply to a client
          </Link>
        )
      }
    >
      {template ? (
        <Body key={template.ref} template={template} onOpen={onOpen} />
      ) : error ? (
        <Failure error={error} what="This template" onRetry={() => void refetch()} />
      ) : (
        <div className="grid gap-3">
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-60 w-full" />
        </div>
      )}
    </Sheet>
  );
}

function Body({ template, onOpen }: { template: Template; onOpen: (ref: string) => void }) {
  const [tab, setTab] = useState('inside');
  const versions = template.shipped
    ? []
    : [{ value: 'versions', label: 'Versions', content: <VersionList template={template} /> }];
  return (
    <div className="grid gap-4">
      <div className="flex items-start gap-2">
        <p className="min-w-0 flex-1 text-sm">{template.summary || 'No description yet.'}</p>
        <Acts template={template} onOpen={onOpen} />
      </div>
      <p className="flex flex-wrap gap-2">
        {template.shipped ? <Badge>From the product</Badge> : <Badge tone="accent">Version {template.number}</Badge>}
        {template.archived && <Badge tone="warning">Archived</Badge>}
      </p>
      <Tabs
        label="About the template"
        value={tab}
        onValueChange={setTab}
        items={[
          { value: 'inside', label: 'Inside', content: <TemplateContents content={template.content} /> },
          {
            value: 'used',
            label: 'Used in',
            content: <InstallList templateRef={template.ref} empty="It has not been stamped into any workspace yet." />,
          },
          ...versions,
        ]}
      />
    </div>
  );
}

function Acts({ template, onOpen }: { template: Template; onOpen: (ref: string) => void }) {
  const cache = useQueryClient();
  const [editing, setEditing] = useState<'head' | 'capture' | null>(null);
  const params = { id: template.ref };
  const act = async (failed: string, work: () => Promise<void>) => {
    try {
      await work();
      await cache.invalidateQueries({ queryKey: [TEMPLATES.own] });
    } catch (error) {
      toast({ type: 'error', title: failed, description: messageFor(error, 'Try again.') });
    }
  };
  const duplicate = () =>
    act('No copy was made', async () => {
      const copy = await call(templates.duplicate, { params: { ref: template.ref } });
      toast({ type: 'success', title: `“${copy.name}” is your own now` });
      onOpen(copy.ref);
    });
  const archive = () =>
    act('It was not archived', async () => {
      await call(templates.archive, { params });
      toast({ title: `“${template.name}” was archived`, action: { label: 'Undo', onSelect: () => void unarchive() } });
    });
  const unarchive = () =>
    act('Couldn’t restore it', async () => {
      await call(templates.unarchive, { params });
    });
  const save = () =>
    download(templates.file, `${template.name}.template.json`, { params: { ref: template.ref } }).catch(
      (error: unknown) =>
        toast({ type: 'error', title: 'The file could not be made', description: messageFor(error, 'Try again.') }),
    );
  return (
    <>
      <Button size="sm" icon={<Copy />} onClick={() => void duplicate()}>
        Duplicate
      </Button>
      <Menu label="More" trigger={<IconButton label="More acts" icon={<Ellipsis />} />}>
        {!template.shipped && <MenuItem onSelect={() => setEditing('head')}>Change name and description…</MenuItem>}
        {!template.shipped && <MenuItem onSelect={() => setEditing('capture')}>New version from a workspace…</MenuItem>}
        <MenuItem onSelect={() => void save()}>
          <Download size={16} aria-hidden="true" /> Download as a file
        </MenuItem>
        {!template.shipped &&
          (template.archived ? (
            <MenuItem onSelect={() => void unarchive()}>Take out of the archive</MenuItem>
          ) : (
            <MenuItem onSelect={() => void archive()}>Archive</MenuItem>
          ))}
      </Menu>
      <Suspense fallback={null}>
        {editing === 'head' && <EditDialog template={template} onClose={() => setEditing(null)} />}
        {editing === 'capture' && (
          <CaptureDialog
            into={template}
            onClose={() => setEditing(null)}
            onDone={() => {
              setEditing(null);
              void cache.invalidateQueries({ queryKey: [TEMPLATES.own] });
            }}
          />
        )}
      </Suspense>
    </>
  );
}
