import { agency, all, ask, checklist, choice, choices, client, field, is, type LibraryTemplate, lost, mailLead, reasons, score, stage, tell, todo, view, waitUntil, when, whenStage, won, task, onlyIf, addTags } from './build.ts';

export const lawFirm: LibraryTemplate = {
  slug: 'law-firm', industry: 'Law firm', name: 'Law firm',
  summary: 'Intake with a conflict check before anybody speaks, engagement letters that are signed, and limitation dates that nobody can overlook.',
  content: {
    fields: [
      choice('lead', 'Practice area', 'Employment', 'Family', 'Real estate', 'Corporate', 'Criminal defence', 'Immigration', 'Inheritance'), field('lead', 'Opposing party', 'text'), choice('lead', 'Conflict check', 'Open', 'Clear', 'Conflict'),
      choice('opportunity', 'Matter type', 'Advice', 'Contract', 'Litigation', 'Transaction', 'Filing'), choice('opportunity', 'Fee arrangement', 'Hourly', 'Fixed fee', 'Contingency', 'Retainer'), field('opportunity', 'Hourly rate', 'number'),
      field('opportunity', 'Limitation date', 'day'), field('opportunity', 'Court reference', 'text'), choice('contact', 'Part', 'Client', 'Opposing party', 'Witness', 'Court', 'Expert'), choices('contact', 'Identity documents', 'Passport', 'Power of attorney', 'Register extract'),
    ],
    pipelines: [{ name: 'Matters', stages: [
      stage('Conflict check', 'slate', 15, 1), stage('Consultation booked', 'blue', 35, 7, ['contactId']), stage('Consultation held', 'indigo', 50, 5, ['custom.matter_type']), stage('Engagement letter sent', 'amber', 70, 7, ['amount', 'custom.fee_arrangement'], 'best'),
      stage('Retainer awaited', 'lime', 90, 10, ['custom.limitation_date'], 'commit'), won('Engaged'), lost('Not engaged'),
    ] }],
    closeReasons: reasons(['Expertise', 'Recommended by a client', 'Speed of the answer'], ['Conflict of interest', 'No prospect of success', 'Fee too high', 'Settled without us', 'Limitation passed']),
    views: [
      view('lead', 'Conflict check open', all(is('custom.conflict_check', 'none_of', ['Clear', 'Conflict']), is('status', 'any_of', ['new', 'working'])), 'createdAt', 'name', 'custom.practice_area', 'custom.opposing_party', 'createdAt'),
      view('opportunity', 'Limitation within 60 days', all(is('custom.limitation_date', 'within', { range: 'next_days', days: 60 }), is('state', 'any_of', ['open'])), 'name', 'name', 'custom.limitation_date', 'stage', 'owner'),
      view('opportunity', 'Letters not signed', all(is('stage', 'any_of', ['@stage:Matters/Engagement letter sent'])), 'stageEnteredAt', 'name', 'amount', 'custom.fee_arrangement', 'stageEnteredAt'),
    ],
    scoreRules: [
      score('Company with a corporate matter', 35, all(is('custom.practice_area', 'any_of', ['Corporate', 'Real estate']), is('companyName', 'not_empty'))), score('Recommended', 30, all(is('source', 'any_of', ['Recommendation', 'Former client']))),
      score('Described the matter', 15, all(is('about', 'not_empty'))), score('Conflict found', -100, all(is('custom.conflict_check', 'any_of', ['Conflict']))),
    ],
    assignmentRules: [{ label: 'Corporate and real estate to the partners', filter: all(is('custom.practice_area', 'any_of', ['Corporate', 'Real estate'])), to: 'owners' }, { label: 'All others in turns', filter: all(), to: 'everyone' }],
    forms: [{
      name: 'First enquiry', button: 'Send enquiry', source: 'Website', tags: ['intake'], confirmEmail: true, thanks: 'Thank you. No mandate begins by this enquiry; we check for conflicts and come back to you within one working day.',
      fields: ask({ 'firstName!': 'First name', 'lastName!': 'Last name', 'email!': 'E-mail', phone: 'Phone', companyName: 'Company', message: 'What is it about? Please name the other side, but no secrets yet.' }), consentText: 'You may check my details for conflicts of interest.',
    }],
    plans: [
      { name: 'Open a matter', description: 'From the signed letter to the first deadline.', record: 'opportunity', on: 'opportunity.won', tasks: [todo('task', 'Open the file and enter all deadlines', 0, 'high'), todo('task', 'Invoice the retainer', 1), todo('mail', 'Send the client the timetable', 2)] },
      { name: 'Close a matter', record: 'opportunity', tasks: [todo('task', 'Return originals', 2), todo('task', 'Final invoice', 3), todo('task', 'Archive and note the end of retention', 7)] },
    ],
    workflows: [
      when('Conflict check before the first word', 'Every enquiry waits for its conflict check; whoever has it is told.', 'lead.created', [addTags('conflict-check'), task('task', 'Conflict check: {{record.name}} ./. {{record.custom.opposing_party | default: "opposing party unknown"}}', 0, 'high')]),
      when('A conflict ends the intake', 'When a conflict is found, a polite refusal is drafted for approval.', 'lead.updated', [
        tell('admins', 'Conflict of interest: {{record.name}}'), mailLead('Your enquiry', 'Dear {{record.firstName | default: "Sir or Madam"}},\n\nthank you for your enquiry. For professional reasons we cannot act for you in this matter. Please turn to another firm soon, so that no time limit is missed.\n'),
      ], all(is('custom.conflict_check', 'any_of', ['Conflict'])), ['custom.conflict_check']),
      whenStage('Letter sent: remind on the third day', 'An engagement letter that lies there goes cold.', 'Matters', 'Engagement letter sent', [waitUntil('09:00'), task('call', 'Has {{record.name}} signed?', 3)]),
      whenStage('Limitation date must be known', 'Before the retainer is asked for, the limitation date is checked by a second person.', 'Matters', 'Retainer awaited', [onlyIf('No limitation date', all(is('custom.limitation_date', 'empty')), [tell('admins', 'No limitation date: {{record.name}}')], [task('task', 'Second look at the limitation date of {{record.name}}', 1, 'high')])]),
    ],
    steps: checklist(
      { people: 'Invite lawyers and assistants', contacts: 'Bring clients and opposing parties in: conflicts are searched among them', licence: 'Enter admissions to the bar and the liability insurance', deal: 'Enter the first matter', goLive: 'Review intake times and conflict checks' },
      client('areas', 'Go through practice areas and fees', 6, { link: '/record-fields' }), agency('deadlines', 'Check limitation dates of running matters', 12),
    ),
    examples: {
      companies: [{ name: 'Harbour Logistics', industry: 'Transport' }, { name: 'Fennel & Rye', industry: 'Restaurants' }],
      contacts: [
        { firstName: 'Adaeze', lastName: 'Nwosu', email: 'a.nwosu@harbour-logistics.example', title: 'General counsel', company: 'Harbour Logistics', custom: { part: 'Client', identity_documents: ['Register extract'] } },
        { firstName: 'Peter', lastName: 'Hallam', email: 'peter@fennel-rye.example', title: 'Owner', company: 'Fennel & Rye', custom: { part: 'Client' } },
      ],
      leads: [
        { firstName: 'Julia', lastName: 'Marsh', email: 'julia.marsh@mail.example', source: 'Website', about: 'Notice of termination received on Friday.', custom: { practice_area: 'Employment', opposing_party: 'Northline Retail', conflict_check: 'Open' } },
        { firstName: 'Tobias', lastName: 'Renner', email: 't.renner@mail.example', source: 'Recommendation', status: 'working', about: 'Buying a shop with two flats above it.', custom: { practice_area: 'Real estate', conflict_check: 'Clear' } },
      ],
      opportunities: [
        { name: 'Harbour Logistics: carrier contract', pipeline: 'Matters', stage: 'Engagement letter sent', amount: '18500.00', company: 'Harbour Logistics', contact: 'a.nwosu@harbour-logistics.example', closeInDays: 12, custom: { matter_type: 'Contract', fee_arrangement: 'Fixed fee' } },
        { name: 'Fennel & Rye: lease dispute', pipeline: 'Matters', stage: 'Consultation held', amount: '9200.00', company: 'Fennel & Rye', contact: 'peter@fennel-rye.example', closeInDays: 20, custom: { matter_type: 'Litigation', fee_arrangement: 'Hourly', hourly_rate: 340, limitation_date: '+41d' } },
      ],
      activities: [{ type: 'task', subject: 'Second look at the lease', dueInDays: 1, opportunity: 'Fennel & Rye: lease dispute', priority: 'high' }, { type: 'call', subject: 'Has Harbour signed?', dueInDays: 3, opportunity: 'Harbour Logistics: carrier contract' }],
    },
  },
};
