/** Validates typed input and applies it to an opportunity, with all references looked up. */
import { AppError, type FieldError } from '../../../../kernel/errors.ts';
import { isCurrency, minorUnits } from '../../../../kernel/money/currencies.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { OpportunityFields } from '../../contract/opportunities.ts';
import type { Outcome } from '../../contract/pipelines.ts';
import { uniqueTags } from '../../../../records/engine/tags.ts';
import { readCustom } from '../../engine/contacts/contact-input.ts';
import { totalsOf } from '../../engine/opportunities/amounts.ts';
import { missingFields, type NamedOpportunity } from '../../engine/opportunities/opportunity-data.ts';
import { companyKey } from '../../engine/companies/company-data.ts';
import { companiesByName, companyName, referenceErrors } from '../contacts/references.ts';
import { contactName } from '../contacts/names.ts';
import type { TargetStage } from '../pipelines/pipelines.ts';
import { customDefinitions, workspaceSettings } from '../../../../records/server/workspace.ts';
import type { LineInput } from './lines-and-people.ts';

/** The columns and lists that one change writes. */
export interface Applied extends NamedOpportunity {
  lines?: readonly LineInput[] | undefined;
  people?: OpportunityFields['people'];
}

const PLAIN_FIELDS = [
  'name',
  'currency',
  'probability',
  'forecast',
  'expectedClose',
  'ownerId',
  'contactId',
  'companyId',
  'businessLicenseId',
  'source',
  'nextStep',
  'description',
  'closeReasonId',
  'closeNote',
] as const;

/**
 * Applies input to an opportunity.
 * @param presentLines the lines that it has now, if the input may concern them
 * @param state what it is, or becomes with this act
 * @throws AppError `validation`
 */
export async function applyToOpportunity(
  current: NamedOpportunity,
  input: OpportunityFields,
  state: Outcome,
  presentLines: readonly LineInput[],
): Promise<Applied> {
  const data = { ...current.data };
  const names = { ...current.names };
  const errors: FieldError[] = [];
  for (const field of PLAIN_FIELDS) if (input[field] !== undefined) Object.assign(data, { [field]: input[field] });
  if (input.tags) data.tags = uniqueTags(input.tags);
  if (input.custom) {
    const definitions = new Map(
      (await customDefinitions('opportunity')).map((definition) => [definition.key, definition]),
    );
    data.custom = readCustom(
      data.custom,
      input.custom,
      { country: (await workspaceSettings()).country, customFields: definitions },
      errors,
    );
  }
  if (!isCurrency(data.currency))
    errors.push({
      field: 'currency',
      message: `${data.currency} is not a currency. Use a three-letter code such as USD.`,
    });
  else applyAmount(data, input, presentLines, errors);
  errors.push(
    ...(await referenceErrors({
      ownerId: input.ownerId,
      businessLicenseId: input.businessLicenseId,
      companyId: input.companyId,
    })),
  );
  await applyPeople(data, names, input, errors);
  await applyCompany(data, names, input);
  await applyReason(data, names, input, state, errors);
  if (errors.length > 0)
    throw new AppError('validation', errors.length === 1 ? errors[0]!.message : 'Some values are not valid.', {
      fields: errors,
    });
  return { data, names, lines: input.lines, people: input.people };
}

/** With lines the amount is their net sum, in whatever currency the opportunity now has. */
function applyAmount(
  data: NamedOpportunity['data'],
  input: OpportunityFields,
  presentLines: readonly LineInput[],
  errors: FieldError[],
): void {
  const lines = input.lines ?? presentLines;
  data.hasLines = lines.length > 0;
  if (input.amount !== undefined && data.hasLines)
    errors.push({ field: 'amount', message: 'The amount is the sum of its lines. Change the lines instead.' });
  else if (data.hasLines) data.amount = totalsOf(lines, data.currency).net;
  else {
    if (input.amount !== undefined) data.amount = input.amount;
    const finest = minorUnits(data.currency);
    // An amount with too many decimals would be shown rounded but added up exactly.
    if ((input.amount ?? input.currency) !== undefined && decimalsOf(data.amount) > finest) {
      errors.push({
        field: 'amount',
        message:
          finest === 0
            ? `${data.currency} has no decimals. Enter a whole amount.`
            : `${data.currency} has ${finest} decimals.`,
      });
    }
  }
}

/** Decimals that say something: 1 of `12.5000`. */
const decimalsOf = (amount: string) => (amount.split('.')[1] ?? '').replace(/0+$/, '').length;

async function applyPeople(
  data: NamedOpportunity['data'],
  names: NamedOpportunity['names'],
  input: OpportunityFields,
  errors: FieldError[],
): Promise<void> {
  const wanted = [
    ...(input.contactId ? [input.contactId] : []),
    ...(input.people ?? []).map((person) => person.contactId),
  ];
  if (input.contactId === null) names.contact = '';
  if (wanted.length === 0) return;
  const found = new Map(
    (
      await query<{ id: string; name: string; company_id: string | null }>(
        `select c.id, ${contactName('c')} as name, c.company_id from contacts c
          where c.workspace_id = $1 and c.id = any($2) and c.deleted_at is null for key share`,
        [currentWorkspaceId(), wanted],
      )
    ).map((row) => [row.id, row]),
  );
  const message = 'This contact does not exist.';
  (input.people ?? []).forEach((person, i) => {
    if (!found.has(person.contactId)) errors.push({ field: `people.${i}.contactId`, message });
  });
  if (!input.contactId) return;
  const main = found.get(input.contactId);
  if (!main) {
    errors.push({ field: 'contactId', message });
    return;
  }
  names.contact = main.name;
  // People who name the contact may leave out the company.
  if (names.company === '' && input.companyId === undefined && !input.companyName) {
    data.companyId = main.company_id;
    names.company = main.company_id === null ? '' : ((await companyName(main.company_id)) ?? '');
  }
}

async function applyCompany(
  data: NamedOpportunity['data'],
  names: NamedOpportunity['names'],
  input: OpportunityFields,
): Promise<void> {
  if (input.companyId !== undefined)
    names.company = input.companyId === null ? '' : ((await companyName(input.companyId)) ?? '');
  else if (input.companyName !== undefined) {
    const company = (await companiesByName([input.companyName])).get(companyKey(input.companyName));
    data.companyId = company?.id ?? null;
    names.company = company?.name ?? '';
  }
}

async function applyReason(
  data: NamedOpportunity['data'],
  names: NamedOpportunity['names'],
  input: OpportunityFields,
  state: Outcome,
  errors: FieldError[],
): Promise<void> {
  if (state === 'open') {
    if (input.closeReasonId)
      errors.push({ field: 'closeReasonId', message: 'Only what was won or lost has a reason.' });
    Object.assign(data, { closeReasonId: null, closeNote: '' });
    names.closeReason = '';
    return;
  }
  if (data.closeReasonId === null) {
    names.closeReason = '';
    return;
  }
  const [reason] = await query<{ label: string }>(
    'select label from close_reasons where workspace_id = $1 and id = $2 and outcome = $3',
    [currentWorkspaceId(), data.closeReasonId, state],
  );
  if (reason) names.closeReason = reason.label;
  // A reason for losing says nothing about winning.
  else if (input.closeReasonId)
    errors.push({ field: 'closeReasonId', message: `Choose a reason for what was ${state}.` });
  else {
    data.closeReasonId = null;
    names.closeReason = '';
  }
}

/** Names of fields that a stage can require, for the middle of a sentence. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  amount: 'an amount',
  expectedClose: 'an expected close date',
  ownerId: 'an owner',
  contactId: 'a contact',
  companyId: 'a company',
  businessLicenseId: 'a business license',
  source: 'a source',
  nextStep: 'a next step',
  description: 'a description',
  lines: 'products',
  closeReasonId: 'a reason',
};

/** Required fields that the opportunity lacks, by field and as a message; undefined if it lacks none. */
export function lackOf(
  stage: TargetStage,
  { data, names }: NamedOpportunity,
  labels: ReadonlyMap<string, string>,
): { message: string; words: { field: string; word: string }[] } | undefined {
  // Records in the trash do not count. A deleted custom field is no longer required.
  const words = missingFields(stage.required_fields, {
    ...data,
    contactId: names.contact ? data.contactId : null,
    companyId: names.company ? data.companyId : null,
  }).flatMap((field) => {
    const word = FIELD_WORDS[field] ?? labels.get(field);
    return word === undefined ? [] : [{ field, word }];
  });
  return words.length === 0
    ? undefined
    : { message: `“${stage.name}” needs ${new Intl.ListFormat('en').format(words.map(({ word }) => word))}.`, words };
}

/** @throws AppError `validation` that names each field which the stage demands and the opportunity lacks. */
export async function requireFields(stage: TargetStage, named: NamedOpportunity): Promise<void> {
  const labels = stage.required_fields.some((field) => field.startsWith('custom.'))
    ? new Map(
        (await customDefinitions('opportunity')).map((definition) => [
          `custom.${definition.key}`,
          `“${definition.label}”`,
        ]),
      )
    : new Map<string, string>();
  const lack = lackOf(stage, named, labels);
  if (!lack) return;
  throw new AppError('validation', lack.message, {
    fields: lack.words.map(({ field, word }) => ({ field, message: `“${stage.name}” needs ${word}.` })),
    details: { stageId: stage.id, missing: lack.words.map(({ field }) => field) },
  });
}
