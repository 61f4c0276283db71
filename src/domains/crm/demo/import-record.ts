/**
 * A finished import as the product would have left it: its file's columns, what they were mapped to, and its report.
 */
import type { ImportTarget } from '../contract.ts';
import type { ColumnMapping, Dialect, ImportColumn, ImportOptions } from '../contract.ts';
import type { DemoContact } from '../../../demo/generate/contacts.ts';
import type { DemoBusiness } from '../../../demo/generate/index.ts';

interface FileColumn {
  name: string;
  target: ImportTarget;
  cell: (contact: DemoContact, business: DemoBusiness) => string;
}

const COLUMNS: readonly FileColumn[] = [
  { name: 'First name', target: 'firstName', cell: ({ firstName }) => firstName },
  { name: 'Last name', target: 'lastName', cell: ({ lastName }) => lastName },
  {
    name: 'Company',
    target: 'company',
    cell: ({ company }, { companies }) => (company === null ? '' : companies[company]!.name),
  },
  { name: 'Job title', target: 'title', cell: ({ title }) => title },
  { name: 'Email', target: 'email', cell: ({ emails }) => emails[0]?.value ?? '' },
  { name: 'Phone', target: 'phone', cell: ({ phones }) => phones[0]?.value ?? '' },
];

const REJECTED: readonly { row: number; reason: string; cells: string[] }[] = [
  {
    row: 17,
    reason: 'Email: "j.doyle@" is not a complete email address.',
    cells: ['J.', 'Doyle', 'Doyle Realty', '', 'j.doyle@', ''],
  },
  { row: 52, reason: 'This row has no name, email address or phone number.', cells: ['', '', 'Booth 14', '', '', ''] },
  { row: 71, reason: 'Phone: "ask at desk" is not a phone number.', cells: ['Mina', '', '', '', '', 'ask at desk'] },
];

const DIALECT: Dialect = { encoding: 'utf-8', bom: true, delimiter: ',', quote: '"', hasHeader: true };

/** Columns of the tables `imports` and `import_rows`. */
export function importRecord(business: DemoBusiness): {
  record: Record<string, unknown>;
  rejected: Record<string, unknown>[];
} {
  const file = business.profile.importedFile!;
  const imported = business.contacts.filter((contact) => contact.imported);
  const rows = imported.map((contact) => COLUMNS.map(({ cell }) => cell(contact, business)));
  const options: ImportOptions = {
    matchOn: ['email'],
    onMatch: 'skip',
    update: 'fill',
    defaultCountry: 'US',
    dateOrder: 'mdy',
    decimal: 'point',
    ownerId: null,
    tags: [file.tag],
    source: file.source,
    ownerNames: {},
    pipelineId: null,
    currency: null,
  };
  const columns: ImportColumn[] = COLUMNS.map(({ name, target }, index) => {
    const values = rows.map((row) => row[index]!).filter(Boolean);
    return {
      index,
      name,
      samples: values.slice(0, 3),
      filled: values.length / rows.length,
      guess: { target, kind: 'text', by: 'header', label: name },
    };
  });
  const mapping: ColumnMapping[] = COLUMNS.map(({ target }, index) => ({ index, target }));
  const bytes = rows.reduce((sum, row) => sum + row.join(',').length + 1, 60);
  const at = imported[0]!.createdAt;
  return {
    record: {
      file_name: file.name,
      size: bytes,
      state: 'done',
      dialect: DIALECT,
      columns,
      sample_rows: rows.slice(0, 5),
      mapping,
      options,
      rows_done: rows.length + REJECTED.length,
      bytes_done: bytes,
      created: rows.length,
      updated: 0,
      skipped: 0,
      rejected: REJECTED.length,
      busy_ms: 240,
      created_at: at,
      started_at: at,
      finished_at: at,
    },
    rejected: REJECTED.map((row) => ({ ...row, outcome: 'reject' })),
  };
}
