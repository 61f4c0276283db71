import { useQuery, useQueryClient } from '@tanstack/react-query';
import FileText from 'lucide-react/icons/file-text';
import MousePointerClick from 'lucide-react/icons/mouse-pointer-click';
import Send from 'lucide-react/icons/send';
import Zap from 'lucide-react/icons/zap';
import type { ReactNode } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { dateFormat, money } from '../../../web/ui/format.ts';
import { Sheet } from '../../../web/ui/sheet.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { pixelReports, type VisitEvent, type VisitorPerson, type VisitRow } from '../contract/reports.ts';
import type { PixelSite } from '../contract/sites.ts';
import { PIXEL } from '../paths.ts';

interface JourneyProps {
  site: PixelSite;
  visitId: string;
  onClose: () => void;
  onVisitor: (id: string) => void;
}

const dateAndTime = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });
const time = dateFormat({ timeStyle: 'medium' });

/** A visit step by step. */
export function Journey({ site, visitId, onClose, onVisitor }: JourneyProps) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(read(pixelReports.journey, { params: { siteId: site.id, visitId } }));
  const forget = async (visitorId: string) => {
    const yes = await confirm({
      title: 'Delete this visitor?',
      description: 'All visits and events of this visitor are deleted for good. Daily totals stay: they name no one.',
      action: 'Delete visitor',
    });
    if (!yes) return;
    try {
      await call(pixelReports.forgetVisitor, { params: { siteId: site.id, visitorId } });
      toast({ type: 'success', title: 'Visitor deleted' });
      onClose();
    } catch (problem) {
      toast({ type: 'error', title: 'Visitor not deleted', description: messageFor(problem, 'Try again.') });
    }
    await client.invalidateQueries({ queryKey: [`${PIXEL.sites}/${site.id}/visits`] });
  };
  const setLinked = async (visitorId: string, email: string, linked: boolean) => {
    try {
      await call(pixelReports.linkVisitor, { params: { siteId: site.id, visitorId }, body: { email, linked } });
      toast({
        type: 'success',
        title: linked ? 'Link restored' : 'Link removed',
        action: { label: 'Undo', onSelect: () => void setLinked(visitorId, email, !linked) },
      });
    } catch (problem) {
      toast({ type: 'error', title: 'Link not changed', description: messageFor(problem, 'Try again.') });
    }
    await client.invalidateQueries({ queryKey: [`${PIXEL.sites}/${site.id}/visits`] });
    await refetch();
  };
  const visit = data?.visit;
  return (
    <Sheet
      open
      inAddress
      onOpenChange={onClose}
      title="Visit"
      description={visit ? dateAndTime.format(new Date(visit.startedAt)) : undefined}
      footer={
        visit && (
          <>
            <Button onClick={() => onVisitor(visit.visitorId)}>Show all visits</Button>
            <Button variant="danger" onClick={() => void forget(visit.visitorId)}>
              Delete visitor
            </Button>
          </>
        )
      }
    >
      {error && <Failure error={error} what="The visit" onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-60 w-full animate-appear-late" />}
      {data && (
        <div className="grid gap-4">
          <Facts visit={data.visit} onRemoveLink={(email) => void setLinked(data.visit.visitorId, email, false)} />
          <ol className="grid gap-3 border-l border-line pl-4">
            {data.events.map((event) => (
              <Step key={event.id} event={event} currency={site.currency} />
            ))}
          </ol>
        </div>
      )}
    </Sheet>
  );
}

function Person({ person, onRemove }: { person: VisitorPerson; onRemove: () => void }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      {person.contactId ? (
        <Link to={`/contacts/${person.contactId}`} className="text-accent-ink underline underline-offset-2">
          {person.name}
        </Link>
      ) : (
        person.email
      )}
      <Button size="sm" variant="ghost" onClick={onRemove}>
        Remove link
      </Button>
    </span>
  );
}

function Facts({ visit, onRemoveLink }: { visit: VisitRow; onRemoveLink: (email: string) => void }) {
  const { person } = visit;
  const rows: [string, ReactNode][] = [
    ['Person', person && <Person key="person" person={person} onRemove={() => onRemoveLink(person.email)} />],
    ['Source', visit.source || visit.channel],
    ['Channel', visit.channel],
    ['Campaign', visit.campaign],
    ['Device', `${visit.device}, ${visit.browser}, ${visit.os}`],
    ['Recognized', visit.known ? 'Yes, the visitor agreed' : 'No, cookieless'],
    ['Touches', visit.touches > 1 ? `${visit.touches} campaigns or sites in this visit` : ''],
    ['Goals', <GoalBadges key="goals" names={visit.goals} />],
  ];
  return (
    <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-sm">
      {rows
        .filter(([label, value]) => (label === 'Goals' ? visit.goals.length > 0 : Boolean(value)))
        .map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function GoalBadges({ names }: { names: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {names.map((name) => (
        <Badge key={name} tone="success">
          {name}
        </Badge>
      ))}
    </span>
  );
}

const ICONS: Readonly<Record<string, typeof Zap>> = { page: FileText, form: Send, outbound: MousePointerClick };

function Step({ event, currency }: { event: VisitEvent; currency: string }) {
  const Icon = ICONS[event.kind] ?? Zap;
  const came = [event.source, event.campaign].filter(Boolean).join(', ');
  return (
    <li data-testid="step" className="text-sm">
      <p className="flex items-baseline gap-2">
        <Icon size={14} aria-hidden="true" className="shrink-0 self-center text-muted" />
        <span className="min-w-0 flex-1 break-words">{event.kind === 'page' ? event.path : event.name}</span>
        {event.revenue && <span className="tabular text-success-ink">{money(event.revenue, currency)}</span>}
        <time dateTime={event.at} className="tabular shrink-0 text-xs text-muted">
          {time.format(new Date(event.at))}
        </time>
      </p>
      {event.kind !== 'page' && <p className="pl-5.5 text-xs text-muted">on {event.path}</p>}
      {event.kind === 'page' && came && <p className="pl-5.5 text-xs text-muted">from {came}</p>}
      {event.props && (
        <p className="pl-5.5 text-xs break-words text-muted">
          {Object.entries(event.props)
            .map(([name, value]) => `${name}: ${value}`)
            .join(' · ')}
        </p>
      )}
    </li>
  );
}
