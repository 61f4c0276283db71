/** Companies behind the contacts. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { Address, AddressEntry, text, Version } from './fields.ts';

export const Company = z.object({
  id: Id,
  version: z.number().int(),
  name: z.string(),
  website: z.string(),
  phone: z.string(),
  industry: z.string(),
  address: Address,
  ownerId: Id.nullable(),
  about: z.string(),
  /** Living contacts of this company. */
  contactCount: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Company = z.infer<typeof Company>;

const CompanyFields = z.strictObject({
  name: text(200).min(1, 'Enter the name of the company.').optional(),
  website: text(500).optional(),
  phone: text(60).optional(),
  industry: text(120).optional(),
  address: AddressEntry.optional(),
  ownerId: Id.nullable().optional(),
  about: text(10_000).optional(),
});
export const NewCompany = CompanyFields.extend({ name: text(200).min(1, 'Enter the name of the company.') });
export type NewCompany = z.infer<typeof NewCompany>;
export const CompanyUpdate = CompanyFields.extend({ version: Version.optional() });
export type CompanyUpdate = z.infer<typeof CompanyUpdate>;

const tag = 'Companies';
const read = { tag, access: 'user', scope: 'contacts:read' } as const;
const write = { tag, access: 'user', scope: 'contacts:write' } as const;

export const companies = {
  list: endpoint({
    ...read, method: 'GET', path: '/api/companies', summary: 'List companies by name', description: 'With `search`: those whose name holds these words, best first, one page only.',
    query: z.object({ search: text(200).optional(), cursor: z.string().max(1000).optional(), limit: z.coerce.number().int().min(1).max(200).default(50) }),
    response: pageOf(Company), errors: ['bad_request', 'validation'],
  }),
  create: endpoint({
    ...write, method: 'POST', path: '/api/companies', summary: 'Create a company', status: 201, body: NewCompany, response: Company, errors: ['validation', 'conflict'],
  }),
  get: endpoint({ ...read, method: 'GET', path: '/api/companies/{id}', summary: 'Get a company', params: IdParams, response: Company, errors: ['not_found'] }),
  update: endpoint({
    ...write, method: 'PUT', path: '/api/companies/{id}', summary: 'Change fields of a company', description: 'Needs the version that was read.',
    params: IdParams, body: CompanyUpdate, response: Company, errors: ['validation', 'not_found', 'conflict', 'stale'],
  }),
  remove: endpoint({
    ...write, method: 'DELETE', path: '/api/companies/{id}', summary: 'Delete a company', description: 'Its contacts stay, without a company.',
    params: IdParams, errors: ['not_found'],
  }),
} as const;
