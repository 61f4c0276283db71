import { addTags, agency, all, ask, checklist, choice, choices, client, every, field, formula, is, type LibraryTemplate, lost, mailLead, reasons, score, stage, task, tell, todo, view, when, whenStage, won } from './build.ts';

export const insuranceBroker: LibraryTemplate = {
  slug: 'insurance-broker', industry: 'Insurance broker', name: 'Insurance broker',
  summary: 'Needs analysis before quotes, several insurers compared for each policy, renewals in good time, claims that are followed to the end.',
  content: {
    fields: [
      choices('lead', 'Cover wanted', 'Motor', 'Home', 'Liability', 'Life', 'Health', 'Disability', 'Business', 'Cyber'), choice('lead', 'Household', 'Single', 'Couple', 'Family', 'Business'), field('lead', 'Present insurer', 'text'), field('lead', 'Present policy ends', 'day'),
      field('contact', 'Date of birth', 'day'), choice('contact', 'Smoker', 'Yes', 'No', 'Not asked'), field('contact', 'Mandate signed', 'boolean'), field('contact', 'Advice documented on', 'day'),
      choice('opportunity', 'Line', 'Motor', 'Home', 'Liability', 'Life', 'Health', 'Disability', 'Business', 'Cyber'), field('opportunity', 'Insurer', 'text'), field('opportunity', 'Yearly premium', 'number'), field('opportunity', 'Commission percent', 'number'),
      formula('opportunity', 'Commission', '{yearly_premium} * {commission_percent} / 100'), field('opportunity', 'Policy number', 'text'), field('opportunity', 'Renews on', 'day'),
    ],
    pipelines: [
      { name: 'Policies', stages: [
        stage('Needs analysis', 'slate', 20, 7, ['contactId']), stage('Quotes asked for', 'blue', 35, 7, ['custom.line']), stage('Comparison presented', 'indigo', 55, 7, ['custom.insurer', 'custom.yearly_premium'], 'best'), stage('Application', 'amber', 75, 10, [], 'best'), stage('With underwriting', 'lime', 90, 21, [], 'commit'), won('Policy issued', ['custom.policy_number', 'custom.renews_on']), lost('Not placed'),
      ] },
      { name: 'Claims', stages: [stage('Reported', 'slate', 10, 1, ['contactId']), stage('Papers complete', 'blue', 40, 7), stage('With the insurer', 'amber', 70, 21), won('Settled'), lost('Refused')] },
    ],
    closeReasons: reasons(['Better cover', 'Lower premium', 'Trust', 'Insurer paid'], ['Premium too high', 'Health questions', 'Stays with the present insurer', 'Not covered', 'No answer']),
    views: [
      view('opportunity', 'Renewals within 60 days', all(is('custom.renews_on', 'within', { range: 'next_days', days: 60 })), 'name', 'name', 'custom.line', 'custom.insurer', 'custom.yearly_premium', 'custom.renews_on'),
      view('opportunity', 'Stuck in underwriting', all(is('stage', 'any_of', ['@stage:Policies/With underwriting']), is('rotting', 'true')), 'stageEnteredAt', 'name', 'custom.insurer', 'stageEnteredAt'),
      view('opportunity', 'Open claims', all(is('pipeline', 'any_of', ['@pipeline:Claims']), is('state', 'any_of', ['open'])), 'stageEnteredAt', 'name', 'stage', 'contact', 'stageEnteredAt'),
      view('contact', 'Without a mandate', all(is('custom.mandate_signed', 'false')), 'name', 'name', 'email', 'phone'),
    ],
    scoreRules: [
      score('Business', 35, all(is('custom.household', 'any_of', ['Business']))), score('Policy ends within 90 days', 30, all(is('custom.present_policy_ends', 'within', { range: 'next_days', days: 90 }))), score('Several covers', 15, all(is('custom.cover_wanted', 'all_of', ['Home', 'Liability']))),
      score('Motor only', -15, all(is('custom.cover_wanted', 'all_of', ['Motor']), is('custom.household', 'any_of', ['Single']))),
    ],
    assignmentRules: [{ label: 'Businesses to the owners', filter: all(is('custom.household', 'any_of', ['Business'])), to: 'owners' }, { label: 'Households in turns', filter: all(), to: 'everyone' }],
    forms: [
      { name: 'Compare my insurance', button: 'Compare', source: 'Website', tags: ['quote'], thanks: 'Thank you. We look at it and call you with what you really need – not with a list of prices.', fields: ask({ 'firstName!': 'First name', 'lastName!': 'Last name', 'phone!': 'Phone', email: 'E-mail', message: 'What shall be insured?' }), consentText: 'You may process my details for this comparison.' },
      { name: 'Report a claim', button: 'Report', source: 'Claim form', tags: ['claim'], thanks: 'We have it. We call within two hours; please keep photos and receipts.', fields: ask({ 'lastName!': 'Name', 'phone!': 'Phone', email: 'E-mail', message: 'What happened, when and where?' }) },
    ],
    plans: [
      { name: 'Needs analysis', description: 'What the law wants to see documented.', record: 'contact', tasks: [todo('meeting', 'Conversation about needs', 2), todo('task', 'Mandate and data protection signed', 2, 'high'), todo('task', 'Document the advice', 4)] },
      { name: 'Policy issued', record: 'opportunity', on: 'opportunity.won', tasks: [todo('task', 'Check the policy against the application', 1, 'high'), todo('mail', 'Send it with a summary', 2), todo('call', 'Yearly talk', 330)] },
    ],
    workflows: [
      when('A claim was reported', 'Claims come before everything else.', 'lead.created', [addTags('claim-open'), tell('admins', 'Claim: {{record.name}}', '{{record.phone}}'), task('call', 'Call about the claim: {{record.name}}', 0, 'high')], all(is('tags', 'any_of', ['claim']))),
      when('Ask for the present policy', 'A comparison needs what is there.', 'lead.created', [mailLead('Your present policy', 'Dear {{record.firstName | default: "customer"}},\n\na photo of your present policy is enough for us to compare fairly. It stays with us.\n')], all(is('email', 'not_empty'), is('tags', 'none_of', ['claim']))),
      whenStage('Comparison presented: call in three days', 'And write down what was said.', 'Policies', 'Comparison presented', [task('call', 'Decision on {{record.name}}?', 3), task('task', 'Document the advice: {{record.name}}', 4)]),
      every('First of the month: renewals', 'Sixty days are enough to compare again.', '0 7 1 * *', [tell('admins', 'Renewals of the next sixty days', 'The view “Renewals within 60 days” lists them.')]),
    ],
    steps: checklist(
      { people: 'Invite brokers and back office', contacts: 'Bring clients and their policies in', licence: 'Enter broker licence and financial-loss insurance', deal: 'Enter a policy that is being placed', goLive: 'Review renewals and claims' },
      client('insurers', 'List insurers with their commissions', 7), agency('renewals', 'Fill “Renews on” from the old system', 12),
    ),
    examples: {
      companies: [{ name: 'Quarry Street Gym', industry: 'Fitness' }],
      contacts: [
        { firstName: 'Nadia', lastName: 'Rahal', email: 'nadia.rahal@home.example', phone: '+14155550171', custom: { smoker: 'No', mandate_signed: true } }, { firstName: 'Lewis', lastName: 'Cole', email: 'lewis@quarry-gym.example', company: 'Quarry Street Gym', custom: { mandate_signed: false } },
      ],
      leads: [
        { firstName: 'Anton', lastName: 'Fischer', email: 'anton.f@home.example', phone: '+14155550172', source: 'Website', custom: { cover_wanted: ['Home', 'Liability'], household: 'Family', present_insurer: 'Fidelis Mutual', present_policy_ends: '+52d' } },
        { firstName: 'Grace', lastName: 'Mbeki', email: 'grace@mbeki-dental.example', company: 'Mbeki Dental', source: 'Recommendation', status: 'working', custom: { cover_wanted: ['Business', 'Cyber'], household: 'Business' } },
      ],
      opportunities: [
        { name: 'Rahal: disability', pipeline: 'Policies', stage: 'With underwriting', amount: '1180.00', contact: 'nadia.rahal@home.example', closeInDays: 18, custom: { line: 'Disability', insurer: 'Meridian Life', yearly_premium: 1180, commission_percent: 12 } },
        { name: 'Quarry Street Gym: liability', pipeline: 'Policies', stage: 'Comparison presented', amount: '2460.00', company: 'Quarry Street Gym', contact: 'lewis@quarry-gym.example', closeInDays: 10, custom: { line: 'Liability', insurer: 'Anchor General', yearly_premium: 2460, commission_percent: 15, renews_on: '+35d' } },
        { name: 'Rahal: water damage', pipeline: 'Claims', stage: 'Papers complete', amount: '3400.00', contact: 'nadia.rahal@home.example', closeInDays: 12 },
      ],
      activities: [{ type: 'call', subject: 'Underwriting: what is missing?', dueInDays: 1, opportunity: 'Rahal: disability' }, { type: 'call', subject: 'Decision on the liability', dueInDays: 2, opportunity: 'Quarry Street Gym: liability' }],
    },
  },
};
