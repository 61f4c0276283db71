/** Rules that complete steps, evaluated on the workspace's current data. Sample records do not count. */
import type { StepRule } from '../../contract/content.ts';

/** Records that people made, not a template. */
const own = (alias: string) =>
  `not exists (select 1 from template_stamps s where s.workspace_id = w.id and s.record_id = ${alias}.id)`;
const any = (from: string, where: string) => `exists (select 1 from ${from} where x.workspace_id = w.id and ${where})`;

/** SQL conditions on workspace `w`. */
export const RULE_SQL: Readonly<Record<StepRule, string>> = {
  owner_joined: `exists (select 1 from memberships m join users u on u.id = m.user_id and u.active
    where m.workspace_id = w.id and m.role = 'owner')`,
  set_up: `w.setup = 'done'`,
  team_invited: `(select count(*) from memberships m where m.workspace_id = w.id) +
    (select count(*) from invitations i where i.workspace_id = w.id and i.accepted_at is null
    and i.revoked_at is null) >= 2`,
  contacts_in: any('contacts x', `x.deleted_at is null and ${own('x')}`),
  license_added: any('business_licenses x', 'x.deleted_at is null'),
  first_lead: any('leads x', `x.deleted_at is null and ${own('x')}`),
  form_used: any('lead_submissions x', `x.state = 'accepted'`),
  first_opportunity: any('opportunities x', `x.deleted_at is null and ${own('x')}`),
  first_won: any('opportunities x', `x.state = 'won' and x.deleted_at is null and ${own('x')}`),
  activity_done: any('activities x', `x.done_at is not null and x.deleted_at is null and ${own('x')}`),
  workflow_ran: any('workflow_runs x', `x.state = 'succeeded'`),
  calendar_connected: any('calendar_feeds x', 'true'),
  goal_set: any('sales_goals x', 'true'),
};

/** The events after which it may have happened. What is not told by an event is looked at every hour. */
export const RULE_EVENTS: Readonly<Record<StepRule, readonly string[]>> = {
  owner_joined: ['invitation.accepted'],
  set_up: ['workspace.set_up'],
  team_invited: ['invitation.created', 'invitation.accepted'],
  contacts_in: ['contact.created', 'import.finished', 'lead.converted'],
  license_added: ['business_license.created'],
  first_lead: ['lead.created'],
  form_used: ['lead_form.entry', 'lead_form.entry_confirmed', 'lead_form.entry_accepted'],
  first_opportunity: ['opportunity.created', 'lead.converted'],
  first_won: ['opportunity.won'],
  activity_done: ['activity.completed'],
  workflow_ran: ['workflow_run.succeeded'],
  calendar_connected: ['calendar_feed.opened'],
  goal_set: ['sales_goals.saved'],
};
