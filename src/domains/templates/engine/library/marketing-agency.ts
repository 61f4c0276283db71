import { agency, all, ask, checklist, choice, choices, client, every, field, formula, is, type LibraryTemplate, lost, mailLead, reasons, score, stage, task, tell, todo, view, when, whenStage, won } from './build.ts';

export const marketingAgency: LibraryTemplate = {
  slug: 'marketing-agency', industry: 'Marketing agency', name: 'Marketing agency',
  summary: 'Retainers and projects side by side: briefings before pitches, no pitch without a budget, renewals talked about before they end.',
  content: {
    fields: [
      choices('lead', 'Needs', 'Strategy', 'Brand', 'Website', 'Search engine', 'Paid media', 'Social media', 'Content'), choice('lead', 'Budget a month', 'Under 2,000', '2,000–5,000', '5,000–15,000', 'Over 15,000', 'Not said'), field('lead', 'Works with an agency', 'boolean'), field('lead', 'Wants to start', 'day'),
      choice('contact', 'Part in buying', 'Decides', 'Influences', 'Uses', 'Purchasing'), field('contact', 'Profile', 'url'),
      choice('opportunity', 'Kind of work', 'Retainer', 'Project', 'Workshop'), choices('opportunity', 'Services', 'Strategy', 'Brand', 'Website', 'Search engine', 'Paid media', 'Social media', 'Content'), field('opportunity', 'Fee a month', 'number'), field('opportunity', 'Months', 'number'),
      field('opportunity', 'Hours estimated', 'number'), formula('opportunity', 'Hourly yield', '{amount} / {hours_estimated}'), field('opportunity', 'Ends on', 'day'), field('opportunity', 'Briefing', 'url'),
    ],
    pipelines: [
      { name: 'New business', stages: [
        stage('Lead qualified', 'slate', 10, 7), stage('Briefing', 'blue', 30, 7, ['contactId']), stage('Concept', 'purple', 45, 14, ['custom.services']), stage('Pitch', 'pink', 60, 10, ['amount', 'custom.hours_estimated'], 'best'), stage('Contract', 'lime', 85, 10, ['expectedClose'], 'commit'), won('Client'), lost('Lost'),
      ] },
      { name: 'Renewals', stages: [stage('Ends within 90 days', 'slate', 60, 30), stage('Review held', 'blue', 75, 14, ['contactId']), stage('New offer', 'amber', 85, 14, ['amount'], 'commit'), won('Renewed'), lost('Ended')] },
    ],
    closeReasons: reasons(['Team and chemistry', 'Idea', 'Results shown'], ['Budget cut', 'Went in-house', 'Other agency', 'Idea did not convince', 'No decision']),
    views: [
      view('lead', 'Worth a pitch', all(is('custom.budget_a_month', 'any_of', ['5,000–15,000', 'Over 15,000'])), '-score', 'name', 'company', 'custom.budget_a_month', 'custom.needs'),
      view('opportunity', 'Work that does not pay', all(is('custom.hourly_yield', 'lt', 90), is('state', 'any_of', ['open'])), '-amount', 'name', 'amount', 'custom.hours_estimated', 'custom.hourly_yield'),
      view('opportunity', 'Retainers that end', all(is('custom.ends_on', 'within', { range: 'next_days', days: 90 }), is('custom.kind_of_work', 'any_of', ['Retainer'])), 'name', 'name', 'custom.fee_a_month', 'custom.ends_on', 'owner'),
      view('opportunity', 'In pitch', all(is('stage', 'any_of', ['@stage:New business/Concept', '@stage:New business/Pitch'])), 'expectedClose', 'name', 'amount', 'expectedClose', 'owner'),
    ],
    scoreRules: [
      score('Budget over 5,000 a month', 40, all(is('custom.budget_a_month', 'any_of', ['5,000–15,000', 'Over 15,000']))), score('Starts within six weeks', 15, all(is('custom.wants_to_start', 'within', { range: 'next_days', days: 42 }))), score('Came by a case study', 15, all(is('campaign', 'contains', 'case'))),
      score('Budget not said', -10, all(is('custom.budget_a_month', 'any_of', ['Not said']))), score('Under 2,000', -30, all(is('custom.budget_a_month', 'any_of', ['Under 2,000']))),
    ],
    assignmentRules: [{ label: 'Large budgets to the owners', filter: all(is('custom.budget_a_month', 'any_of', ['Over 15,000'])), to: 'owners' }, { label: 'New business in turns', filter: all(), to: 'everyone' }],
    forms: [{
      name: 'Start a project', button: 'Tell us more', source: 'Website', tags: ['new-business'], thanks: 'Thanks! A strategist reads this today and proposes two times for a call.',
      fields: ask({ 'firstName!': 'First name', 'lastName!': 'Last name', 'email!': 'Work e-mail', companyName: 'Company', website: 'Website', message: 'What should be different in a year?' }),
    }],
    plans: [
      { name: 'Pitch', description: 'Two weeks from briefing to presentation.', record: 'opportunity', tasks: [todo('task', 'Research market and rivals', 3), todo('meeting', 'Idea session', 5), todo('task', 'Hours and yield checked', 9, 'high'), todo('meeting', 'Rehearsal', 12)] },
      { name: 'Start of a retainer', record: 'opportunity', on: 'opportunity.won', tasks: [todo('meeting', 'Kick-off', 3), todo('task', 'Access to analytics, ads and site', 3), todo('task', 'Measures and targets agreed', 10), todo('call', 'First month: what do you see?', 30)] },
    ],
    workflows: [
      when('Ask for the budget before the pitch', 'Ideas are free only once.', 'lead.created', [mailLead('Before our call', 'Hi {{record.firstName | default: "there"}},\n\nthanks for writing. So that we bring the right people: roughly which monthly budget do you have in mind, and what would make the year a success?\n')], all(is('custom.budget_a_month', 'any_of', ['Not said']), is('email', 'not_empty'))),
      whenStage('A pitch needs a yes from the owners', 'Nobody pitches for work that does not pay.', 'New business', 'Concept', [
        { id: 'ok', name: 'Pitch?', kind: 'approval', title: 'Shall we pitch for {{record.name}}?', why: 'Amount {{record.amount}}, {{record.custom.hours_estimated | default: "no"}} hours estimated.', expiresAfterHours: 72, approved: [task('meeting', 'Idea session: {{record.name}}', 3)], rejected: [task('call', 'Decline politely: {{record.name}}', 1)] },
      ]),
      whenStage('Contract out', 'A contract that lies there for a week is a no.', 'New business', 'Contract', [task('call', 'Contract of {{record.name}}: questions?', 4)]),
      every('First Monday: retainers that end', 'Talk before they do.', '0 9 1-7 * 1', [tell(['@owners'], 'Which retainers end?', 'The view “Retainers that end” looks ninety days ahead.')]),
    ],
    steps: checklist(
      { people: 'Invite account leads and strategists', contacts: 'Bring clients and prospects in', licence: 'Enter business registration and media liability insurance', deal: 'Enter running retainers with their last day', goLive: 'Review pitches, yield and renewals' },
      client('services', 'Check services and hourly rates', 6, { link: '/record-fields' }), agency('tracking', 'Campaign parameters on every landing page', 9),
    ),
    examples: {
      companies: [{ name: 'Lumen Bikes', industry: 'Bicycles', website: 'https://lumen-bikes.example' }, { name: 'Orchard Health', industry: 'Health' }],
      contacts: [
        { firstName: 'Freya', lastName: 'Lund', email: 'freya@lumen-bikes.example', title: 'Head of marketing', company: 'Lumen Bikes', custom: { part_in_buying: 'Decides' } }, { firstName: 'Omar', lastName: 'Aziz', email: 'omar@orchard-health.example', title: 'Chief executive', company: 'Orchard Health', custom: { part_in_buying: 'Decides' } },
      ],
      leads: [
        { firstName: 'Petra', lastName: 'Vos', email: 'petra@voskitchens.example', company: 'Vos Kitchens', source: 'Website', about: 'Wants more showroom visits.', custom: { needs: ['Paid media', 'Website'], budget_a_month: '5,000–15,000', works_with_an_agency: true } },
        { firstName: 'Iain', lastName: 'Calder', email: 'iain@calder-tea.example', company: 'Calder Tea', source: 'Event', status: 'working', custom: { needs: ['Brand'], budget_a_month: 'Not said' } },
      ],
      opportunities: [
        { name: 'Lumen Bikes: spring launch', pipeline: 'New business', stage: 'Pitch', amount: '54000.00', company: 'Lumen Bikes', contact: 'freya@lumen-bikes.example', closeInDays: 16, custom: { kind_of_work: 'Project', services: ['Strategy', 'Paid media'], hours_estimated: 420 } },
        { name: 'Orchard Health: retainer again', pipeline: 'Renewals', stage: 'Review held', amount: '78000.00', company: 'Orchard Health', contact: 'omar@orchard-health.example', closeInDays: 40, custom: { kind_of_work: 'Retainer', fee_a_month: 6500, months: 12, hours_estimated: 640, ends_on: '+70d' } },
      ],
      activities: [{ type: 'meeting', subject: 'Rehearsal', dueInDays: 3, opportunity: 'Lumen Bikes: spring launch' }, { type: 'call', subject: 'New offer: which scope?', dueInDays: 5, opportunity: 'Orchard Health: retainer again' }],
    },
  },
};
