/** Website tracking: sites, goals, and reports. */
export * from './contract/reports.ts';
export * from './contract/sites.ts';
