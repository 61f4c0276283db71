/** The fields of the CRM's kinds, as far as they are said in a definition. */
import { companyDefinition } from './company.ts';

export const CRM_DEFINITIONS = { company: companyDefinition } as const;
