import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call, read } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import { useAct } from '../../../../records/web/use-row-action.ts';
import { REPORT_TITLES, type ReportShare, reportShares, SHARE_DAYS } from '../../contract/reports.ts';
import { CRM } from '../../paths.ts';
import { questionOf, type ReportsSearch } from './search.ts';

const STATES = {
  open: { label: 'Open', tone: 'success' },
  ended: { label: 'Ended', tone: 'neutral' },
  revoked: { label: 'Ended manually', tone: 'neutral' },
  orphaned: { label: 'Its creator left', tone: 'warning' },
} as const;

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast({ type: 'success', title: 'Link copied' });
  } catch {
    toast({ type: 'error', title: 'The link was not copied', description: 'Select it and copy it manually.' });
  }
}

interface ShareDialogProps {
  search: ReportsSearch;
  /** Of the kept report that is open. */
  name: string | undefined;
  onClose: () => void;
}

/** Links that show this report to people without an account. */
export default function ShareDialog({ search, name: saved, onClose }: ShareDialogProps) {
  const formId = useId();
  const act = useAct(CRM.reportShares);
  const { data, error, refetch } = useQuery(read(reportShares.list));
  const [name, setName] = useState(saved ?? REPORT_TITLES[search.report]);
  const [days, setDays] = useState<(typeof SHARE_DAYS)[number]>(30);
  const [saving, setSaving] = useState(false);
  const create = async () => {
    setSaving(true);
    await act('Link created', 'No link was created', () =>
      call(reportShares.create, {
        body: { name: name.trim(), report: search.report, question: questionOf(search), days },
      }),
    );
    setSaving(false);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Share by a link"
      description="Anyone with the link sees these figures as you do, always up to date, until it ends."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" form={formId} variant="primary" loading={saving} disabled={!name.trim()}>
            Create link
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-4 sm:grid-cols-[1fr_10rem]"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <Field label="Title" required>
          {(control) => (
            <Input {...control} maxLength={80} value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <Field label="Ends after">
          {(control) => (
            <Select
              {...control}
              value={String(days)}
              options={SHARE_DAYS.map((value) => ({
                value: String(value),
                label: value === 1 ? '1 day' : `${value} days`,
              }))}
              onChange={(event) => setDays(Number(event.target.value) as typeof days)}
            />
          )}
        </Field>
      </form>
      {error && !data && <Failure error={error} what="The links" onRetry={() => void refetch()} />}
      <ul aria-label="Links" className="mt-4 divide-y divide-line">
        {data?.items.map((share) => (
          <ShareItem key={share.id} share={share} />
        ))}
      </ul>
    </Dialog>
  );
}

function ShareItem({ share }: { share: ReportShare }) {
  const act = useAct(CRM.reportShares);
  const end = () =>
    act('Link ended', 'The link was not ended', () => call(reportShares.revoke, { params: { id: share.id } }));
  return (
    <li className="grid gap-1 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{share.name}</span>
        <Badge tone={STATES[share.state].tone}>{STATES[share.state].label}</Badge>
        <span className="text-muted">
          {REPORT_TITLES[share.report]} · until <DayText value={share.expiresAt.slice(0, 10)} />
          {share.createdBy && ` · ${share.createdBy.name}`}
        </span>
      </p>
      {share.state === 'open' && (
        <p className="flex flex-wrap items-center gap-2">
          <code className="min-w-0 flex-1 basis-60 text-xs break-all select-all">{share.url}</code>
          <Button size="sm" onClick={() => void copy(share.url)}>
            Copy link
          </Button>
          <Button size="sm" variant="ghost" onClick={() => void end()}>
            End link
          </Button>
        </p>
      )}
    </li>
  );
}
