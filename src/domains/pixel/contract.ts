/** Website tracking: sites, goals, and reports. */
export * from './contract/audiences.ts';
export * from './contract/channels.ts';
export * from './contract/costs.ts';
export * from './contract/funnel-reports.ts';
export * from './contract/reports.ts';
export * from './contract/sites.ts';
