/** Metrics compared between client businesses. */
import type { Benchmark, MetricId, PracticeId } from '../contract.ts';

export interface Metric extends Pick<Benchmark, 'label' | 'description' | 'unit' | 'better'> {
  bounds: { min: number; max: number };
  /** Where to act when the figure is behind. */
  remedy: { title: string; page: string; action: string };
}

const PERCENT = { unit: 'percent', bounds: { min: 0, max: 100 } } as const;
/** A figure over 90 days cannot be longer. */
const HOURS = { unit: 'hours', bounds: { min: 0, max: 2_160 } } as const;
const DAYS = { unit: 'days', bounds: { min: 0, max: 3_650 } } as const;

export const METRICS: Readonly<Record<MetricId, Metric>> = {
  'lead-conversion': {
    ...PERCENT,
    label: 'Lead conversion',
    description: 'Leads added in the last 90 days that were converted.',
    better: 'high',
    remedy: { title: 'Convert more leads', page: '/leads', action: 'Open leads' },
  },
  'lead-response': {
    ...HOURS,
    label: 'Time to first contact',
    description: 'Median time from a new lead to its first completed activity, over leads that have one.',
    better: 'low',
    remedy: { title: 'Contact new leads sooner', page: '/leads', action: 'Open leads' },
  },
  'win-rate': {
    ...PERCENT,
    label: 'Win rate',
    description: 'Won opportunities among those closed in the last 90 days.',
    better: 'high',
    remedy: { title: 'Find out why deals are lost', page: '/analytics', action: 'Open reports' },
  },
  'days-to-win': {
    ...DAYS,
    label: 'Time to win',
    description: 'Median days from creation to close, over opportunities won in the last 90 days.',
    better: 'low',
    remedy: { title: 'Shorten your sales cycle', page: '/analytics', action: 'Open reports' },
  },
  'stuck-deals': {
    ...PERCENT,
    label: 'Stuck opportunities',
    description: 'Open opportunities that stayed in their stage for longer than it allows.',
    better: 'low',
    remedy: { title: 'Move stuck opportunities on', page: '/opportunities', action: 'Open opportunities' },
  },
  'overdue-tasks': {
    ...PERCENT,
    label: 'Overdue activities',
    description: 'Open activities with a due date that have passed it.',
    better: 'low',
    remedy: { title: 'Clear overdue activities', page: '/activities', action: 'Open activities' },
  },
};

export interface Practice {
  /** "Clients with …" */
  label: string;
  /** The metric on which it is judged. */
  metric: MetricId;
  title: string;
  page: string;
  action: string;
}

export const PRACTICES: Readonly<Record<PracticeId, Practice>> = {
  'lead-workflow': {
    label: 'an active workflow for new leads',
    metric: 'lead-conversion',
    title: 'Start a workflow when a lead comes in',
    page: '/workflow-visualization',
    action: 'Open workflows',
  },
  'assignment-rules': {
    label: 'assignment rules for leads',
    metric: 'lead-response',
    title: 'Assign new leads automatically',
    page: '/leads/settings',
    action: 'Open rules and forms',
  },
  'web-form': {
    label: 'a web form for leads',
    metric: 'lead-conversion',
    title: 'Collect leads with a web form',
    page: '/leads/settings',
    action: 'Open rules and forms',
  },
  'stage-limits': {
    label: 'time limits on pipeline stages',
    metric: 'days-to-win',
    title: 'Set time limits on pipeline stages',
    page: '/opportunities',
    action: 'Open opportunities',
  },
};
