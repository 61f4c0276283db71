/** Business licenses: the list, one of them, and every change. */
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import {
  type BusinessLicense,
  type LicenseRecord,
  type LicenseTerm,
  type LicenseUpdate,
  MAX_LICENSES,
  type NewLicense,
} from '../../contract.ts';
import { type FieldChange } from '../../../../records/contract.ts';
import { daysUntil, licenseState } from '../../engine/licenses/license-renewal.ts';
import { parseUrl } from '../../../../records/engine/url.ts';
import { referenceErrors } from '../contacts/references.ts';
import { LICENSES_CHANGED } from '../live-paths.ts';
import { workspaceToday } from '../../../../records/server/workspace.ts';
import { seedReminder } from './reminders.ts';

export type LicenseRow = Omit<BusinessLicense, 'state' | 'daysLeft'>;

const NOUN = 'The business license';
const ref = (alias: string) =>
  `case when ${alias}.id is null then null else jsonb_build_object('id', ${alias}.id, 'name', ${alias}.name) end`;
const SELECT = `select b.id, b.version, b.name, b.kind, b.number, b.authority, b.holder, b.jurisdiction, b.standing,
  b.issued_on as "issuedOn",
    b.expires_on as "expiresOn", b.renewal_url as "renewalUrl", b.fee::text as fee, b.fee_currency as "feeCurrency",
      ${ref('p')} as responsible, b.about,
    b.website, b.tagline, b.brand_color as "brandColor", b.created_at as "createdAt", b.updated_at as "updatedAt",
      b.deleted_at as "deletedAt"
  from business_licenses b left join workspace_people p on p.id = b.responsible_id where b.workspace_id = $1`;

/** Field of the contract → column; what is not named here is written by hand. */
const COLUMNS = {
  name: 'name',
  kind: 'kind',
  number: 'number',
  authority: 'authority',
  holder: 'holder',
  jurisdiction: 'jurisdiction',
  standing: 'standing',
  issuedOn: 'issued_on',
  expiresOn: 'expires_on',
  renewalUrl: 'renewal_url',
  fee: 'fee',
  feeCurrency: 'fee_currency',
  responsibleId: 'responsible_id',
  about: 'about',
  website: 'website',
  tagline: 'tagline',
  brandColor: 'brand_color',
} as const satisfies Record<Exclude<keyof LicenseUpdate, 'version'>, string>;

function toLicense(row: LicenseRow, today: string): BusinessLicense {
  return {
    ...row,
    state: licenseState(row.standing, row.expiresOn, today),
    daysLeft: row.expiresOn === null ? null : daysUntil(row.expiresOn, today),
  };
}

/** By name; the deleted ones with `trash`. */
export async function listLicenses(trash = false): Promise<BusinessLicense[]> {
  const today = await workspaceToday();
  const rows = await query<LicenseRow>(
    `${SELECT} and b.deleted_at is ${trash ? 'not null' : 'null'} order by lower(b.name), b.id limit ${MAX_LICENSES}`,
    [currentWorkspaceId()],
  );
  return rows.map((row) => toLicense(row, today));
}

/** With its earlier terms and what is filed under it, in the trash too. @throws AppError `not_found` */
export async function getLicense(id: string): Promise<LicenseRecord> {
  const workspace = currentWorkspaceId();
  const [row] = await query<LicenseRow>(`${SELECT} and b.id = $2`, [workspace, id]);
  if (!row) throw notFound(NOUN);
  const [counts] = await query<{ contacts: number; leads: number; opportunities: number }>(
    `select (select count(*)::int from contacts where workspace_id = $1 and business_license_id = $2
      and deleted_at is null) as contacts,
       (select count(*)::int from leads where workspace_id = $1 and business_license_id = $2 and deleted_at is null) as
          leads,
       (select count(*)::int from opportunities where workspace_id = $1 and business_license_id = $2
          and deleted_at is null) as opportunities`,
    [workspace, id],
  );
  return {
    ...toLicense(row, await workspaceToday()),
    terms: await readTerms(row),
    contactCount: counts!.contacts,
    leadCount: counts!.leads,
    opportunityCount: counts!.opportunities,
  };
}

async function readTerms({ id, version }: LicenseRow): Promise<LicenseTerm[]> {
  const rows = await query<Omit<LicenseTerm, 'undoable'> & { versionAfter: number }>(
    `select t.id, t.number, t.issued_on as "issuedOn", t.expires_on as "expiresOn", t.note, t.renewed_at as "renewedAt",
      ${ref('p')} as "renewedBy",
       t.version_after as "versionAfter"
     from business_license_terms t left join workspace_people p on p.id = t.renewed_by
        where t.workspace_id = $1 and t.license_id = $2 order by t.id desc limit 200`,
    [currentWorkspaceId(), id],
  );
  return rows.map(({ versionAfter, ...term }, i) => ({ ...term, undoable: i === 0 && versionAfter === version }));
}

export interface LockedLicense {
  version: number;
  number: string;
  standing: string;
  issued_on: string | null;
  expires_on: string | null;
  deleted_at: string | null;
}

/** The row, held until the transaction ends. @throws AppError `not_found` */
export async function lockLicense(id: string, trash = false): Promise<LockedLicense> {
  const [row] = await query<LockedLicense>(
    `select version, number, standing, issued_on, expires_on, deleted_at from business_licenses
     where id = $1 and workspace_id = $2 and deleted_at is ${trash ? 'not null' : 'null'} for update`,
    [id, currentWorkspaceId()],
  );
  if (!row) throw notFound(NOUN);
  return row;
}

/** @throws AppError `validation` without a version, `stale` when it is not the present one. */
export async function checkVersion(id: string, row: LockedLicense, version: number | undefined): Promise<void> {
  if (version === undefined)
    throw new AppError('validation', 'Say which version your change is based on.', { field: 'version' });
  if (row.version === version) return;
  throw new AppError('stale', 'Someone else changed this license in the meantime. Your changes were not saved.', {
    details: { current: await getLicense(id), changed: [] },
  });
}

/** @throws AppError `validation` when it would end before it began. */
export function checkDates(issuedOn: string | null, expiresOn: string | null): void {
  if (issuedOn !== null && expiresOn !== null && expiresOn < issuedOn) {
    throw new AppError('validation', 'The end date must not be before the start date.', { field: 'expiresOn' });
  }
}

type Fields = Omit<LicenseUpdate, 'version'>;

async function checked(input: LicenseUpdate): Promise<Fields> {
  const { version: _, ...fields } = input;
  const errors = (await referenceErrors({ ownerId: fields.responsibleId })).map(({ message }) => ({
    field: 'responsibleId',
    message,
  }));
  for (const field of ['website', 'renewalUrl'] as const) {
    if (!fields[field]) continue;
    const url = parseUrl(fields[field]);
    if (url === undefined) errors.push({ field, message: 'Enter a URL such as https://example.com.' });
    else fields[field] = url;
  }
  if (errors.length > 0) throw new AppError('validation', errors[0]!.message, { fields: errors });
  return fields;
}

/** The columns that a change names, for an insert or an update. */
function assignments(fields: Fields): { column: string; value: unknown }[] {
  return Object.entries(COLUMNS).flatMap(([field, column]) => {
    const value = fields[field as keyof Fields];
    return value === undefined ? [] : [{ column, value }];
  });
}

async function refuseTooMany(): Promise<void> {
  const [count] = await query<{ n: number }>(
    'select count(*)::int as n from business_licenses where workspace_id = $1 and deleted_at is null',
    [currentWorkspaceId()],
  );
  if (count!.n >= MAX_LICENSES)
    throw new AppError(
      'conflict',
      `A workspace can have up to ${MAX_LICENSES.toLocaleString('en')} business licenses.`,
    );
}

/** @throws AppError `validation`; `conflict` when there are too many. */
export function createLicense(input: NewLicense): Promise<LicenseRecord> {
  return transaction(async () => {
    await refuseTooMany();
    const fields = await checked(input);
    checkDates(fields.issuedOn ?? null, fields.expiresOn ?? null);
    const id = newId();
    const parts = [
      { column: 'id', value: id },
      { column: 'workspace_id', value: currentWorkspaceId() },
      { column: 'created_by', value: currentUserId() },
      { column: 'updated_by', value: currentUserId() },
      ...assignments(fields),
    ];
    await query(
      `insert into business_licenses (${parts.map((part) => part.column).join(', ')})
        values (${parts.map((_, i) => `$${i + 1}`).join(', ')})`,
      parts.map((part) => part.value),
    );
    await seedReminder(id, fields.expiresOn ?? null, await workspaceToday());
    await emit({
      type: 'business_license.created',
      subject: { type: 'business_license', id },
      paths: LICENSES_CHANGED,
    });
    return getLicense(id);
  });
}

/** @throws AppError `validation`, `not_found`, `stale`. */
export function updateLicense(id: string, input: LicenseUpdate, ifMatch?: number): Promise<LicenseRecord> {
  return transaction(async () => {
    const row = await lockLicense(id);
    await checkVersion(id, row, input.version ?? ifMatch);
    const fields = await checked(input);
    const expiresOn = fields.expiresOn === undefined ? row.expires_on : fields.expiresOn;
    checkDates(fields.issuedOn === undefined ? row.issued_on : fields.issuedOn, expiresOn);
    const before = await getLicense(id);
    const parts = assignments(fields);
    await query(
      `update business_licenses set ${parts.map((part, i) => `${part.column} = $${i + 4}, `).join('')}version = version
        + 1, updated_at = now(), updated_by = $3
       where id = $1 and workspace_id = $2`,
      [id, currentWorkspaceId(), currentUserId(), ...parts.map((part) => part.value)],
    );
    if (expiresOn !== row.expires_on) await seedReminder(id, expiresOn, await workspaceToday());
    const after = await getLicense(id);
    await emit({
      type: 'business_license.updated',
      subject: { type: 'business_license', id },
      data: { version: row.version + 1, fields: Object.keys(fields), changes: licenseChanges(before, after) },
      paths: LICENSES_CHANGED,
    });
    return after;
  });
}

/** Differences by field, as timelines show them. People are named, because a timeline outlives them. */
function licenseChanges(before: LicenseRecord, after: LicenseRecord): FieldChange[] {
  const valueOf = (license: LicenseRecord, field: keyof typeof COLUMNS) =>
    field === 'responsibleId' ? (license.responsible?.name ?? '') : license[field];
  return (Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]).flatMap((field) => {
    const [from, to] = [valueOf(before, field), valueOf(after, field)];
    return from === to ? [] : [{ field, from, to }];
  });
}

/** Into the trash, or out of it. @throws AppError `not_found`; `conflict` when there are too many to restore one. */
export function moveLicense(id: string, intoTrash: boolean): Promise<LicenseRecord> {
  return transaction(async () => {
    if (!intoTrash) await refuseTooMany();
    await lockLicense(id, !intoTrash);
    await query(
      `update business_licenses
        set deleted_at = ${intoTrash ? 'now()' : 'null'}, version = version + 1, updated_at = now(), updated_by = $3
        where id = $1 and workspace_id = $2`,
      [id, currentWorkspaceId(), currentUserId()],
    );
    await emit({
      type: intoTrash ? 'business_license.deleted' : 'business_license.restored',
      subject: { type: 'business_license', id },
      paths: LICENSES_CHANGED,
    });
    return getLicense(id);
  });
}
