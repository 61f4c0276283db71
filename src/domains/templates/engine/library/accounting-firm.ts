import { agency, all, ask, checklist, choice, choices, client, every, field, formula, is, type LibraryTemplate, lost, mailLead, reasons, score, stage, task, tell, todo, view, wait, when, whenStage, won } from './build.ts';

export const accountingFirm: LibraryTemplate = {
  slug: 'accounting-firm', industry: 'Accounting firm', name: 'Accounting firm',
  summary: 'Mandates with engagement letters and identity checks, a yearly rhythm of filings that is planned, and advisory work found in what clients already are.',
  content: {
    fields: [
      choice('lead', 'Legal form', 'Sole trader', 'Partnership', 'Limited company', 'Association', 'Private person'), field('lead', 'Yearly turnover', 'number'), field('lead', 'Employees', 'number'), choices('lead', 'Services wanted', 'Bookkeeping', 'Payroll', 'Annual accounts', 'Tax return', 'Audit', 'Advice'),
      choice('contact', 'Role at the client', 'Owner', 'Managing director', 'Bookkeeper', 'Tax office', 'Bank'), field('contact', 'Tax number', 'text'), field('contact', 'Year ends', 'day'), choice('contact', 'Identity checked', 'Not yet', 'Documents asked for', 'Checked'),
      choices('opportunity', 'Services', 'Bookkeeping', 'Payroll', 'Annual accounts', 'Tax return', 'Audit', 'Advice'), field('opportunity', 'Monthly fee', 'number'), field('opportunity', 'One-off fee', 'number'), formula('opportunity', 'Yearly value', '{monthly_fee} * 12 + {one_off_fee}'), choice('opportunity', 'Comes from', 'Another adviser', 'Founding', 'Did it themselves'),
    ],
    pipelines: [
      { name: 'Mandates', stages: [
        stage('First talk', 'slate', 20, 5), stage('Documents seen', 'blue', 40, 10, ['contactId']), stage('Fee offered', 'amber', 60, 7, ['custom.services', 'amount'], 'best'), stage('Engagement letter out', 'orange', 80, 7, [], 'commit'), stage('Identity check', 'lime', 92, 7, [], 'commit'), won('Mandate'), lost('No mandate'),
      ] },
      { name: 'Advisory', stages: [stage('Occasion seen', 'slate', 20, 30), stage('Raised with the client', 'indigo', 45, 14, ['contactId']), stage('Offer', 'amber', 70, 14, ['amount'], 'best'), won('Ordered'), lost('Not now')] },
    ],
    closeReasons: reasons(['Recommended', 'Digital working', 'Knows the trade'], ['Fee', 'Stays with the old adviser', 'Risk too high', 'Documents never came']),
    views: [
      view('lead', 'Companies with staff', all(is('custom.employees', 'gte', 5)), '-score', 'name', 'company', 'custom.employees', 'custom.yearly_turnover', 'custom.services_wanted'),
      view('contact', 'Identity not checked', all(is('custom.identity_checked', 'none_of', ['Checked']), is('custom.role_at_the_client', 'any_of', ['Owner', 'Managing director'])), 'name', 'name', 'company', 'custom.identity_checked'),
      view('contact', 'Year ends within 60 days', all(is('custom.year_ends', 'within', { range: 'next_days', days: 60 })), 'name', 'name', 'company', 'custom.year_ends'),
      view('opportunity', 'Letters that are out', all(is('stage', 'any_of', ['@stage:Mandates/Engagement letter out', '@stage:Mandates/Identity check'])), 'stageEnteredAt', 'name', 'custom.yearly_value', 'stageEnteredAt'),
    ],
    scoreRules: [
      score('Limited company', 25, all(is('custom.legal_form', 'any_of', ['Limited company']))), score('Turnover over 500,000', 30, all(is('custom.yearly_turnover', 'gte', 500_000))), score('Wants payroll too', 15, all(is('custom.services_wanted', 'any_of', ['Payroll']))),
      score('A single tax return', -25, all(is('custom.legal_form', 'any_of', ['Private person']), is('custom.services_wanted', 'all_of', ['Tax return']))),
    ],
    assignmentRules: [{ label: 'Audits and companies to the partners', filter: all(is('custom.legal_form', 'any_of', ['Limited company'])), to: 'owners' }, { label: 'All others in turns', filter: all(), to: 'everyone' }],
    forms: [{
      name: 'Become a client', button: 'Send', source: 'Website', tags: ['mandate'], thanks: 'Thank you. You hear from us within two working days with a list of the documents that we need.',
      fields: ask({ 'firstName!': 'First name', 'lastName!': 'Last name', 'email!': 'E-mail', phone: 'Phone', companyName: 'Business', message: 'What do you do, and what shall we take over?' }),
    }],
    plans: [
      { name: 'New mandate', description: 'The first month.', record: 'opportunity', on: 'opportunity.won', tasks: [todo('task', 'Power of attorney to the tax office', 1, 'high'), todo('task', 'Take the books over from the old adviser', 5), todo('meeting', 'Show the client how receipts come in', 7), todo('call', 'First month: what was missing?', 30)] },
      { name: 'Annual accounts', record: 'contact', tasks: [todo('mail', 'Ask for documents', 0), todo('task', 'Reconcile accounts', 21), todo('meeting', 'Talk the result through', 45), todo('task', 'File', 50, 'high')] },
    ],
    workflows: [
      when('Send the list of documents', 'An hour after an enquiry, for approval.', 'lead.created', [wait(1, 'hours'), mailLead('What we need from you', 'Dear {{record.firstName | default: "Sir or Madam"}},\n\nso that we can make you an offer, please send us: the last annual accounts or tax return, the number of entries a month, and how many people are on the payroll.\n'), task('call', 'Have the documents of {{record.name}} come?', 5)], all(is('email', 'not_empty'))),
      whenStage('Letter out: identity at the same time', 'The law wants it before the work begins.', 'Mandates', 'Engagement letter out', [task('task', 'Ask for identity documents: {{record.name}}', 0), task('call', 'Is the letter signed? {{record.name}}', 5)]),
      when('Won: tell the team', 'Everybody should greet a new client by name.', 'opportunity.won', [tell('admins', 'New mandate: {{record.name}}')]),
      every('Tenth of the month: filings', 'Reminds of advance returns and payroll.', '0 7 5 * *', [tell(['@owners'], 'Filings are due on the tenth', 'Advance VAT returns and wage tax of all mandates.')]),
    ],
    steps: checklist(
      { people: 'Invite partners and staff', contacts: 'Bring mandates in with legal form and end of year', licence: 'Enter professional licence and liability insurance', deal: 'Enter an enquiry that is running', goLive: 'Review mandates that wait for documents' },
      client('fees', 'Agree the fee table', 7), agency('identity', 'List mandates without an identity check', 12, { link: '/contacts' }),
    ),
    examples: {
      companies: [{ name: 'Tidewater Kayaks', industry: 'Retail' }, { name: 'Okafor Studio', industry: 'Design' }],
      contacts: [
        { firstName: 'Lena', lastName: 'Whitford', email: 'lena@tidewater-kayaks.example', title: 'Owner', company: 'Tidewater Kayaks', custom: { role_at_the_client: 'Owner', year_ends: '+38d', identity_checked: 'Documents asked for' } },
        { firstName: 'Chidi', lastName: 'Okafor', email: 'chidi@okafor-studio.example', company: 'Okafor Studio', custom: { role_at_the_client: 'Managing director', identity_checked: 'Checked' } },
      ],
      leads: [
        { firstName: 'Ruth', lastName: 'Salinger', email: 'ruth@salinger-foods.example', company: 'Salinger Foods', source: 'Recommendation', custom: { legal_form: 'Limited company', yearly_turnover: 1_800_000, employees: 22, services_wanted: ['Bookkeeping', 'Payroll', 'Annual accounts'] } },
        { firstName: 'Gil', lastName: 'Moreno', email: 'gil.m@mail.example', source: 'Website', custom: { legal_form: 'Private person', services_wanted: ['Tax return'] } },
      ],
      opportunities: [
        { name: 'Tidewater Kayaks: full service', pipeline: 'Mandates', stage: 'Engagement letter out', amount: '9600.00', company: 'Tidewater Kayaks', contact: 'lena@tidewater-kayaks.example', closeInDays: 9, custom: { services: ['Bookkeeping', 'Annual accounts'], monthly_fee: 620, one_off_fee: 2160, comes_from: 'Another adviser' } },
        { name: 'Okafor Studio: company instead of sole trader', pipeline: 'Advisory', stage: 'Offer', amount: '3200.00', company: 'Okafor Studio', contact: 'chidi@okafor-studio.example', closeInDays: 25 },
      ],
      activities: [{ type: 'call', subject: 'Is the letter signed?', dueInDays: 2, opportunity: 'Tidewater Kayaks: full service' }, { type: 'meeting', subject: 'Change of legal form: figures', dueInDays: 6, opportunity: 'Okafor Studio: company instead of sole trader' }],
    },
  },
};
