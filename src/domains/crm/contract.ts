/**
 * The CRM's table of contents: people, the companies behind them, what happened with them, and how they come in
 * (import) and go out (export). Each part stands in a file of its own beside this one.
 */
export * from './contract/contacts.ts';
export * from './contract/contact-filter.ts';
export * from './contract/duplicates.ts';
export * from './contract/merge.ts';
export * from './contract/companies.ts';
export * from './contract/company-filter.ts';
export * from './contract/licenses.ts';
export * from './contract/import-targets.ts';
export * from './contract/imports.ts';
export * from './contract/pipelines.ts';
export * from './contract/opportunities.ts';
export * from './contract/opportunity-filter.ts';
export * from './contract/forecast.ts';
export * from './contract/leads.ts';
export * from './contract/lead-filter.ts';
export * from './contract/lead-rules.ts';
export * from './contract/lead-conversion.ts';
export * from './contract/lead-forms.ts';
export * from './contract/activities.ts';
export * from './contract/activity-filter.ts';
export * from './contract/calendar-feeds.ts';
export * from './contract/invitations.ts';
export * from './contract/reports.ts';
