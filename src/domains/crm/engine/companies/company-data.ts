/** A company as the server holds it between reading and writing, and all that is derived from it. */
import { changesOf, derivedColumns, type RecordData, sortKey } from '../../../../records/engine/record-data.ts';
import { blankTexts } from '../../../../records/engine/record-texts.ts';
import { companyDefinition } from '../../kinds/company.ts';

/** The columns that people fill. Blank text is `''`; phone numbers are E.164. */
export type CompanyData = RecordData<typeof companyDefinition>;

export const BLANK_COMPANY: Readonly<CompanyData> = Object.freeze({
  ...blankTexts(companyDefinition),
  ownerId: null,
  tags: [],
  custom: {},
});

/** How company names are compared. */
export const companyKey = sortKey;

/** Columns derived from a company's fields, for sorting and search. */
export const companyDerived = derivedColumns(companyDefinition);

/** Differences between two states by field, as timelines and conflict messages show them. */
export const companyChanges = changesOf<CompanyData>(companyDefinition, ['ownerId', 'tags']);
