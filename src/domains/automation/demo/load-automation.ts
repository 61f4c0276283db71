/** Sample workflows, their recent runs, and open approvals. */
import { bulkKind, createWorkflow, leadKind, mailKind, publishWorkflow, STARTERS } from '../index.ts';
import { requestApproval } from '../../approvals/index.ts';
import { awaitFormApproval } from '../../crm/index.ts';
import { newId } from '../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, execute, query } from '../../../server/db/index.ts';
import { insertRows } from '../../../demo/rows.ts';

interface Person {
  id: string;
  first_name: string;
  name: string;
  email: string;
}

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();

/** Contacts with an email address, to show it on. */
function somePeople(): Promise<Person[]> {
  return query<Person>(
    `select id, first_name, first_name || ' ' || last_name as name, emails->0->>'value' as email from contacts
     where workspace_id = $1 and emails <> '[]' and first_name <> '' and deleted_at is null order by id desc limit 16`,
    [currentWorkspaceId()],
  );
}

export async function loadAutomation(): Promise<void> {
  const people = await somePeople();
  if (people.length < 12) return;
  const welcome = await published('welcome');
  await published('vip');
  await published('monday');
  const draft = STARTERS.find((starter) => starter.id === 'won')!;
  await createWorkflow(draft.name, draft.draft);
  await loadRuns(welcome, people);
  await loadLeads();
  await loadMails(people.slice(0, 3));
  await loadBulk(people);
  await loadDecided(people.slice(8, 12));
  // Workflows and forms asked for approval, not the person loading the sample data.
  await execute('update approvals set requested_by = null where workspace_id = $1', [currentWorkspaceId()]);
  // Sample data has its own notifications.
  await execute(`delete from notifications where workspace_id = $1 and kind = 'approval_waiting'`, [
    currentWorkspaceId(),
  ]);
}

async function published(starterId: string): Promise<string> {
  const { name, draft } = STARTERS.find((starter) => starter.id === starterId)!;
  const { id, version } = await createWorkflow(name, draft);
  await publishWorkflow(id, version, 'First version');
  return id;
}

/** Runs of the welcome workflow over the last days: done, waiting, and one failed. */
async function loadRuns(workflowId: string, people: readonly Person[]): Promise<void> {
  const runs = people.slice(0, 9).map((person, n) => {
    const at = ago(150 - n * 15);
    const state = n === 3 ? 'failed' : n > 6 ? 'waiting' : 'succeeded';
    return {
      person,
      at,
      state,
      id: newId(),
      error: state === 'failed' ? 'The mailbox of the recipient does not exist.' : null,
    };
  });
  await insertRows(
    'workflow_runs',
    runs.map(({ id, person, at, state, error }, n) => ({
      id,
      workflow_id: workflowId,
      number: 1,
      state,
      occasion: `example:${n}`,
      subject_type: 'contact',
      subject_id: person.id,
      chain: [workflowId],
      started_by: { kind: 'event', type: 'contact.created', at, data: { version: 1, recordName: person.name } },
      outputs: {},
      attempt: 0,
      step_id: state === 'waiting' ? 'wait' : state === 'failed' ? 'mail' : null,
      steps_done: state === 'succeeded' ? 2 : state === 'failed' ? 1 : 0,
      error,
      wake_at: state === 'waiting' ? ago(-10 - n) : null,
      created_at: at,
      finished_at: state === 'waiting' ? null : at,
    })),
  );
  await insertRows(
    'workflow_steps',
    runs.flatMap(({ id, person, at, state, error }) => [
      {
        run_id: id,
        seq: 1,
        step_id: 'wait',
        kind: 'delay',
        state: state === 'waiting' ? 'waiting' : 'done',
        input: { until: at },
        output: state === 'waiting' ? null : {},
        error: null,
        attempts: 1,
        started_at: at,
        finished_at: state === 'waiting' ? null : at,
      },
      ...(state === 'waiting'
        ? []
        : [
            {
              run_id: id,
              seq: 2,
              step_id: 'mail',
              kind: 'mail',
              state: state === 'failed' ? 'failed' : 'done',
              input: { to: [person.email], subject: `Welcome, ${person.first_name}`, policy: 'approval' },
              output: state === 'failed' ? null : { approved: true, delivered: 'kept' },
              error,
              attempts: 1,
              started_at: at,
              finished_at: at,
            },
          ]),
    ]),
  );
}

/** Submissions of the website's form. */
const ENTRIES = [
  {
    firstName: 'Leila',
    lastName: 'Farrokh',
    email: 'leila@farrokhlandscapes.example',
    phone: '+14155550134',
    message: 'We look after three sites and need a quote for all of them before spring.',
  },
  {
    firstName: 'Jonas',
    lastName: 'Keller',
    email: 'j.keller@kellerholz.example',
    phone: '+14155550187',
    message: 'Please call me next week, mornings are best.',
  },
  {
    firstName: '',
    lastName: 'SEO Team',
    email: 'rank@first-page-now.example',
    message: 'We bring your website to the first page in 24 hours, guaranteed!!!',
  },
];

const LEADS = [
  {
    firstName: '',
    lastName: '',
    email: 'office@harborlegal.example',
    phone: '+14155550178',
    companyName: 'Harbor Legal',
    title: '',
    source: 'Directory',
    about: '',
    evidence: 'https://harborlegal.example/contact',
  },
];

async function loadLeads(): Promise<void> {
  const [form] = await query<Parameters<typeof awaitFormApproval>[0]>(
    `select id, name, source, tags, owner_id as "ownerId" from lead_forms where workspace_id = $1 order by id limit 1`,
    [currentWorkspaceId()],
  );
  for (const [n, data] of form ? ENTRIES.entries() : []) {
    const id = newId();
    const origin = {
      page: 'https://www.northgate-partners.example/contact',
      ...(n === 0 && { utm_campaign: 'Spring quotes' }),
    };
    await execute(
      `insert into lead_submissions (id, workspace_id, form_id, state, data, origin, created_at)
        values ($1, $2, $3, 'waiting', $4, $5, $6)`,
      [id, currentWorkspaceId(), form!.id, JSON.stringify(data), JSON.stringify(origin), ago(3 - n)],
    );
    await awaitFormApproval(form!, id, data as Record<string, string>, origin);
  }
  for (const [n, content] of LEADS.entries()) {
    await requestApproval(leadKind, {
      title: [content.firstName, content.lastName].filter(Boolean).join(' ') || content.companyName,
      content,
      key: `example:${n}`,
      why: content.about || 'Found in a public directory.',
      origin: { type: 'directory', label: 'Directory of law firms' },
    });
  }
}

async function loadMails(people: readonly Person[]): Promise<void> {
  for (const person of people) {
    await requestApproval(mailKind, {
      title: `Email to ${person.name}: Welcome, ${person.first_name}`,
      why: 'A day has passed since this contact was added.',
      key: `example:${person.id}`,
      subject: { type: 'contact', id: person.id },
      origin: { type: 'workflow', label: 'Workflow “Welcome a new contact”' },
      expiresAt: new Date(Date.now() + 72 * HOUR),
      content: {
        to: [person.email],
        subject: `Welcome, ${person.first_name}`,
        text: `Hello ${person.first_name},\n\nthank you for getting in touch with us. If there is anything we can do for you, just answer this mail.\n`,
        purpose: 'service' as const,
      },
    });
  }
}

async function loadBulk(people: readonly Person[]): Promise<void> {
  const ids = people.map(({ id }) => id);
  await requestApproval(bulkKind, {
    title: `Tag ${ids.length} contacts “newsletter”`,
    why: 'They agreed to receive the newsletter when they registered.',
    key: 'example:bulk',
    origin: { type: 'workflow', label: 'Workflow “Newsletter list”' },
    content: {
      record: 'contact',
      ids,
      action: { kind: 'addTags', tags: ['newsletter'] },
      what: 'Add the tag “newsletter”',
      count: ids.length,
    },
  });
}

/** Decided mails of the last days. */
async function loadDecided(people: readonly Person[]): Promise<void> {
  for (const [n, person] of people.entries()) {
    const { id } = await requestApproval(mailKind, {
      title: `Email to ${person.name}: Welcome, ${person.first_name}`,
      why: 'A day has passed since this contact was added.',
      key: `example:decided:${n}`,
      origin: { type: 'workflow', label: 'Workflow “Welcome a new contact”' },
      content: {
        to: [person.email],
        subject: `Welcome, ${person.first_name}`,
        text: `Hello ${person.first_name},\n\nthank you for getting in touch.\n`,
        purpose: 'service' as const,
      },
    });
    const rejected = n === 2;
    await execute(
      `update approvals set state = $3, requested_at = $4, decided_at = $4, decided_by = $5, reason = $6, result = $7
        where id = $1 and workspace_id = $2`,
      [
        id,
        currentWorkspaceId(),
        rejected ? 'rejected' : 'done',
        ago(30 + n * 20),
        currentUserId(),
        rejected ? 'Already a customer' : '',
        rejected ? null : JSON.stringify({ delivered: 'kept' }),
      ],
    );
  }
}
