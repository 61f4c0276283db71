/** Starter teams that an agency can use as they are. */
import type { Agent, Limits, Starter, TeamFields } from '../contract.ts';

type StarterTeam = Starter & Pick<TeamFields, 'agents' | 'limits'>;

const LIMITS: Limits = { steps: 30, tokens: 80_000, seconds: 900, credits: null };
const BUDGET = { tokens: 20_000, steps: 6, seconds: 120 };

const think = (
  id: string,
  name: string,
  role: string,
  work: {
    instructions: string;
    tools?: string[];
    withoutModel?: 'skip' | 'stop';
    purpose?: 'draft' | 'answer' | 'plan';
  },
  handOffs: string[] = [],
): Agent => ({
  id,
  name,
  role,
  work: {
    kind: 'think',
    instructions: work.instructions,
    tools: work.tools ?? [],
    purpose: work.purpose ?? 'draft',
    budget: BUDGET,
    withoutModel: work.withoutModel ?? 'stop',
  },
  asks: true,
  handOffs,
  mayFinish: false,
});
const look = (
  id: string,
  name: string,
  role: string,
  source: 'record' | 'week' | 'duplicates' | 'save',
  handOffs: string[] = [],
): Agent => ({ id, name, role, work: { kind: 'look', source }, asks: true, handOffs, mayFinish: false });

export const STARTERS: readonly StarterTeam[] = [
  {
    id: 'research-lead',
    name: 'Research a lead and draft the first email',
    description:
      'Reads the lead and its history, looks for related records, and drafts a first email for your approval.',
    needsModel: true,
    subject: 'lead',
    limits: LIMITS,
    agents: [
      look('reader', 'Reader', 'Reads the lead and its history', 'record', ['researcher']),
      think(
        'researcher',
        'Researcher',
        'Finds out what matters about the lead',
        {
          purpose: 'answer',
          tools: ['find_companies', 'find_contacts', 'find_activities', 'find_opportunities'],
          instructions:
            'Find out what matters for a first email to this lead: who they are, what they asked for, whether their company or coworkers are already known, and what was said before. Use the tools to look. Write at most ten short lines of facts. Say where each comes from. Do not guess.',
        },
        ['writer'],
      ),
      think(
        'writer',
        'Writer',
        'Writes the first email',
        {
          instructions:
            'Write the first email to the lead from the facts that you were given: a subject of at most eight words and at most 120 words of text, one clear question at the end. Plain language, no exclamation marks, nothing that is not in the facts.',
        },
        ['reviewer'],
      ),
      {
        ...think(
          'reviewer',
          'Reviewer',
          'Checks the email and saves the draft',
          {
            tools: ['draft_email'],
            instructions:
              'Check the email: is each statement in the facts, is there one clear question, is it short? If it is good, save it with draft_email and finish. If not, say what to change and hand off to the writer.',
          },
          ['writer'],
        ),
        mayFinish: true,
      },
    ],
  },
  {
    id: 'weekly-report',
    name: 'Weekly client report',
    description:
      'Counts what happened in the last seven days, writes a summary where a model is connected, and saves it for your approval.',
    needsModel: false,
    subject: 'company',
    limits: LIMITS,
    agents: [
      look('analyst', 'Analyst', 'Counts the last seven days', 'week', ['writer']),
      think(
        'writer',
        'Writer',
        'Puts the figures into words',
        {
          withoutModel: 'skip',
          instructions:
            'Write a weekly report for the client from these figures: three sentences on what changed and why it matters, then the figures as a list. Keep every figure exactly as it is. Do not add figures.',
        },
        ['clerk'],
      ),
      look('clerk', 'Clerk', 'Saves the report', 'save'),
    ],
  },
  {
    id: 'tidy-duplicates',
    name: 'Tidy duplicates',
    description:
      'Finds the surest duplicates among contacts, companies, and leads, and asks before it merges each pair.',
    needsModel: false,
    subject: null,
    limits: LIMITS,
    agents: [look('finder', 'Finder', 'Finds pairs that are almost certainly the same', 'duplicates')],
  },
  {
    id: 'content-calendar',
    name: 'Content calendar',
    description: 'Plans four weeks of posts from what is going on in your pipeline, as tasks for your approval.',
    needsModel: true,
    subject: null,
    limits: LIMITS,
    agents: [
      look('analyst', 'Analyst', 'Counts the last seven days', 'week', ['planner']),
      think('planner', 'Planner', 'Plans the posts', {
        purpose: 'plan',
        tools: ['find_activities', 'find_opportunities', 'create_task'],
        instructions:
          'Plan one post a week for the next four weeks that fits what the brief says and what is going on. Create one task for each with create_task: the subject says the topic, the body has a draft of at most 80 words, the day is a Tuesday. Then list the four topics.',
      }),
    ],
  },
];

export const starterOf = (id: string): StarterTeam | undefined => STARTERS.find((one) => one.id === id);
