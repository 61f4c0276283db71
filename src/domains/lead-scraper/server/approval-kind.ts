/** Candidates that a person lets into the CRM: approving makes the lead. */
import * as z from 'zod';
import { updateRows, currentWorkspaceId } from '../../../server/db/index.ts';
import { defineApprovalKind, requestApproval } from '../../approvals/index.ts';
import { changeRecords, createRecord } from '../../crm/index.ts';
import type { CandidateDetail, CandidateState } from '../contract.ts';
import { splitName } from '../engine/split-name.ts';
import { publishCrawls } from './frontier.ts';

const text = (max: number) => z.string().trim().max(max).default('');
const Content = z
  .object({
    candidateId: z.uuid(),
    firstName: text(120),
    lastName: text(120),
    companyName: text(200),
    title: text(160),
    email: text(254),
    phone: text(60),
    website: text(500),
    city: text(120),
    country: text(80),
    about: text(5_000),
    /** Where each value was found. */
    evidence: text(4_000),
    possibleDuplicates: text(1_000),
  })
  .refine((lead) => Boolean(lead.firstName || lead.lastName || lead.email || lead.phone || lead.companyName), {
    message: 'Enter a name, an email address, or a phone number.',
    path: ['firstName'],
  });

const setState = async (id: string, state: CandidateState, leadId?: string | null): Promise<void> => {
  await updateRows('crawl_candidates', { state, leadId }, { id, workspaceId: currentWorkspaceId() });
  await publishCrawls();
};

export const candidateKind = defineApprovalKind({
  name: 'lead-scraper.candidate',
  tab: 'incoming',
  label: 'Lead from a website',
  content: Content,
  effect: 'inside',
  shape: 'lead',
  reasons: ['Not a fit', 'Already a customer', 'Wrong person', 'Can’t be reached'],
  fields: [
    { key: 'firstName', label: 'First name', input: 'line' },
    { key: 'lastName', label: 'Last name', input: 'line' },
    { key: 'companyName', label: 'Company', input: 'line' },
    { key: 'title', label: 'Title', input: 'line' },
    { key: 'email', label: 'Email', input: 'email' },
    { key: 'phone', label: 'Phone', input: 'line' },
    { key: 'website', label: 'Website', input: 'line' },
    { key: 'city', label: 'City', input: 'line' },
    { key: 'country', label: 'Country', input: 'line' },
    { key: 'about', label: 'About', input: 'text' },
    { key: 'evidence', label: 'Found at', input: 'fixed' },
    { key: 'possibleDuplicates', label: 'Possible duplicates', input: 'fixed' },
  ],
  filterFields: [
    { field: 'email', label: 'Email', kind: 'text' },
    { field: 'companyName', label: 'Company', kind: 'text' },
    { field: 'title', label: 'Title', kind: 'text' },
    { field: 'possibleDuplicates', label: 'Possible duplicates', kind: 'text' },
  ],
  async execute({ candidateId, evidence, possibleDuplicates: _known, ...lead }) {
    const { id } = await createRecord('lead', {
      ...lead,
      source: 'Lead scraper',
      about: [lead.about, evidence && `Found at:\n${evidence}`].filter(Boolean).join('\n\n'),
    });
    await setState(candidateId, 'accepted', id);
    return { id };
  },
  async undo({ candidateId }, { id }) {
    await changeRecords('lead', [id], { kind: 'delete' });
    await setState(candidateId, 'rejected', null);
  },
  rejected: ({ candidateId }) => setState(candidateId, 'rejected'),
  reopened: ({ candidateId }) => setState(candidateId, 'waiting'),
});

/** Asks for approval, in the ambient transaction; a rule may let it through at once. */
export async function submitCandidate(candidate: CandidateDetail): Promise<void> {
  const name = splitName(candidate.kind === 'person' ? candidate.name : '');
  const places = new Map(
    candidate.evidence.map(({ field, value, url }) => [`${field} ${value}`, `${field}: ${value} (${url})`]),
  );
  const { id } = await requestApproval(candidateKind, {
    title: [candidate.name || candidate.email || candidate.phone, candidate.kind === 'person' ? candidate.company : '']
      .filter(Boolean)
      .join(', '),
    why: `Score ${candidate.score}: ${candidate.reasons.map(({ label }) => label.toLowerCase()).join(', ')}.`,
    origin: { type: 'lead_scraper', id: candidate.id, label: 'Lead scraper' },
    content: {
      candidateId: candidate.id,
      ...name,
      companyName: candidate.company.slice(0, 200),
      title: candidate.title,
      email: candidate.email,
      phone: candidate.phone,
      website: candidate.website,
      city: candidate.city,
      country: candidate.country,
      about: candidate.address,
      evidence: [...places.values()].join('\n').slice(0, 4_000),
      possibleDuplicates: candidate.matches
        .map(({ name: other, reason, matched }) => `${other} (${reason.replaceAll('_', ' ')}: ${matched})`)
        .join('\n')
        .slice(0, 1_000),
    },
  });
  await updateRows(
    'crawl_candidates',
    { approvalId: id, state: 'waiting' },
    { id: candidate.id, workspaceId: currentWorkspaceId() },
  );
}
