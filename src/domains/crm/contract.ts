/**
 * The CRM's table of contents: people, the companies behind them, what happened with them, and how they come in (import)
 * and go out (export). Each part stands in a file of its own beside this one.
 */
export * from './contract/fields.ts';
export * from './contract/contacts.ts';
export * from './contract/contact-filter.ts';
export * from './contract/bulk.ts';
export * from './contract/merge.ts';
export * from './contract/record.ts';
export * from './contract/companies.ts';
export * from './contract/views.ts';
export * from './contract/imports.ts';
export * from './contract/pipeline.ts';
