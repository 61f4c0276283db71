/** The contract of the record engine: what every kind of record can do, whatever domain it belongs to. */
export * from './contract/kinds.ts';
export * from './contract/field-values.ts';
export * from './contract/custom-filter.ts';
export * from './contract/bulk.ts';
export * from './contract/merge.ts';
export * from './contract/record-calls.ts';
export * from './contract/collaboration.ts';
export * from './contract/rollups.ts';
export * from './contract/views.ts';
export * from './contract/readers.ts';
export * from './contract/column-totals.ts';
export * from './contract/file-notation.ts';
export * from './contract/list.ts';
