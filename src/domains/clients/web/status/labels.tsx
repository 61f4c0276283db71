import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import Clock from 'lucide-react/icons/clock';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Badge } from '../../../../web/ui/badge.tsx';
import type { ServiceState, ServiceStatus } from '../../contract/status.ts';

export const STATUSES = {
  active: { word: 'Operational', tone: 'success', icon: CircleCheck, ink: 'text-success-ink' },
  pending: { word: 'In progress', tone: 'info', icon: Clock, ink: 'text-info-ink' },
  warning: { word: 'Needs attention', tone: 'warning', icon: TriangleAlert, ink: 'text-warning-ink' },
  error: { word: 'Down', tone: 'danger', icon: CircleAlert, ink: 'text-danger-ink' },
  inactive: { word: 'Not in use', tone: 'neutral', icon: CircleDashed, ink: 'text-faint' },
} as const satisfies Record<ServiceStatus, object>;

export function StatusBadge({ status }: { status: ServiceStatus }) {
  return <Badge tone={STATUSES[status].tone}>{STATUSES[status].word}</Badge>;
}

/** All services in one sentence, the worst first. */
export function summaryOf(services: readonly ServiceState[]): { status: ServiceStatus; text: string } {
  const named = (status: ServiceStatus) => services.filter((one) => one.status === status).map(({ name }) => name);
  const [broken, troubled, busy] = [named('error'), named('warning'), named('pending')];
  const list = new Intl.ListFormat('en', { type: 'conjunction' });
  if (broken.length > 0)
    return { status: 'error', text: `${list.format(broken)} ${broken.length === 1 ? 'is' : 'are'} down` };
  if (troubled.length > 0)
    return {
      status: 'warning',
      text: `${list.format(troubled)} ${troubled.length === 1 ? 'needs' : 'need'} attention`,
    };
  return busy.length > 0
    ? { status: 'pending', text: 'All services operational, work in progress' }
    : { status: 'active', text: 'All services operational' };
}
