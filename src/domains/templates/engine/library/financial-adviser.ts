import { agency, all, ask, checklist, choice, choices, client, every, field, formula, is, type LibraryTemplate, lost, mailLead, reasons, score, stage, task, tell, todo, view, waitUntil, when, whenStage, won } from './build.ts';

export const financialAdviser: LibraryTemplate = {
  slug: 'financial-adviser', industry: 'Financial adviser', name: 'Financial adviser',
  summary: 'Suitability before products, households instead of single persons, assets under advice and fees in one figure, and a review for everybody once a year.',
  content: {
    fields: [
      choice('lead', 'Occasion', 'Retirement', 'Inheritance', 'Sale of a business', 'First investment', 'Buying a home', 'Divorce'), choice('lead', 'Investable assets', 'Under 100,000', '100,000–500,000', '500,000–2 million', 'Over 2 million', 'Not said'), field('lead', 'Has an adviser', 'boolean'),
      field('contact', 'Household', 'text'), choice('contact', 'Risk profile', 'Defensive', 'Balanced', 'Growth', 'Speculative'), field('contact', 'Suitability done on', 'day'), field('contact', 'Next review', 'day'), field('contact', 'Retires in', 'number'), choices('contact', 'Wants', 'Income', 'Growth', 'Sustainability', 'Estate planning', 'Tax'),
      field('opportunity', 'Assets', 'number'), field('opportunity', 'Fee percent', 'number'), formula('opportunity', 'Yearly fee', '{assets} * {fee_percent} / 100'), choice('opportunity', 'Mandate', 'Advice', 'Discretionary', 'Financial plan', 'Pension'), field('opportunity', 'Source of funds checked', 'boolean'),
    ],
    pipelines: [
      { name: 'Clients', stages: [
        stage('First conversation', 'slate', 15, 10), stage('Facts gathered', 'blue', 35, 14, ['contactId']), stage('Suitability', 'indigo', 50, 10, ['custom.assets']), stage('Plan presented', 'amber', 65, 14, ['custom.fee_percent', 'custom.mandate', 'amount'], 'best'), stage('Agreement signed', 'lime', 90, 14, ['custom.source_of_funds_checked'], 'commit'), won('Funded'), lost('Not a client'),
      ] },
      { name: 'Yearly reviews', stages: [stage('Due', 'slate', 70, 30, ['contactId']), stage('Papers prepared', 'blue', 85, 10), won('Reviewed'), lost('Not reached')] },
    ],
    closeReasons: reasons(['Trust', 'Clear fees', 'Recommended by a client'], ['Stays with the bank', 'Fees', 'Too small for us', 'Not suitable', 'Wants to wait']),
    views: [
      view('lead', 'Over 500,000', all(is('custom.investable_assets', 'any_of', ['500,000–2 million', 'Over 2 million'])), '-score', 'name', 'custom.occasion', 'custom.investable_assets', 'owner'),
      view('contact', 'Reviews within 30 days', all(is('custom.next_review', 'within', { range: 'next_days', days: 30 })), 'name', 'name', 'custom.household', 'custom.next_review', 'custom.risk_profile'),
      view('contact', 'Suitability older than a year', all(is('custom.suitability_done_on', 'within', { range: 'older_than_days', days: 365 })), 'name', 'name', 'custom.suitability_done_on', 'custom.risk_profile'),
      view('opportunity', 'Signed, not funded', all(is('stage', 'any_of', ['@stage:Clients/Agreement signed'])), 'stageEnteredAt', 'name', 'custom.assets', 'custom.yearly_fee', 'stageEnteredAt'),
    ],
    scoreRules: [
      score('Over two million', 45, all(is('custom.investable_assets', 'any_of', ['Over 2 million']))), score('Half a million and more', 30, all(is('custom.investable_assets', 'any_of', ['500,000–2 million']))), score('Sold a business or inherited', 20, all(is('custom.occasion', 'any_of', ['Sale of a business', 'Inheritance']))),
      score('Recommended by a client', 20, all(is('source', 'any_of', ['Client']))), score('Under 100,000', -30, all(is('custom.investable_assets', 'any_of', ['Under 100,000']))),
    ],
    assignmentRules: [{ label: 'Over two million to the owners', filter: all(is('custom.investable_assets', 'any_of', ['Over 2 million'])), to: 'owners' }, { label: 'Advisers in turns', filter: all(), to: 'everyone' }],
    forms: [{
      name: 'A first conversation', button: 'Ask for a conversation', source: 'Website', tags: ['conversation'], confirmEmail: true, thanks: 'Thank you. One of our advisers writes to you within a working day. Nothing you told us is passed on.',
      fields: ask({ 'firstName!': 'First name', 'lastName!': 'Last name', 'email!': 'E-mail', phone: 'Phone', message: 'What is on your mind?' }), consentText: 'You may contact me about this enquiry.',
    }],
    plans: [
      { name: 'New client', description: 'What the supervisor wants to see on file.', record: 'opportunity', on: 'opportunity.won', tasks: [todo('task', 'Identity and source of funds on file', 1, 'high'), todo('task', 'Suitability report filed', 2, 'high'), todo('call', 'First statement understood?', 35), todo('task', 'Plan the yearly review', 40)] },
      { name: 'Yearly review', record: 'contact', tasks: [todo('mail', 'Invite, and ask what has changed', 0), todo('task', 'Performance and fees for the meeting', 10), todo('meeting', 'Review', 14), todo('task', 'Renew suitability', 15, 'high')] },
    ],
    workflows: [
      when('Large fortunes are called by an owner', 'Within a day, by name.', 'lead.created', [tell(['@owners'], 'Over two million: {{record.name}}', '{{record.custom.occasion}}'), task('call', 'Call {{record.name}}', 0, 'high')], all(is('custom.investable_assets', 'any_of', ['Over 2 million']))),
      when('Set expectations before the meeting', 'The next working morning, for approval.', 'lead.created', [waitUntil('08:30'), mailLead('Our first conversation', 'Dear {{record.firstName | default: "Sir or Madam"}},\n\nthe first conversation costs nothing and commits you to nothing. It helps if you bring: a list of what you have and owe, your last tax assessment, and what you want the money to do.\n')], all(is('email', 'not_empty'))),
      whenStage('Plan presented: let it rest, then call', 'Nobody is hurried; nobody is forgotten.', 'Clients', 'Plan presented', [task('call', 'Questions on the plan of {{record.name}}?', 5)]),
      whenStage('Signed: source of funds', 'No money is taken before it is checked.', 'Clients', 'Agreement signed', [task('task', 'Check source of funds: {{record.name}}', 1, 'high')]),
      every('First Monday: reviews', 'Who is to be invited.', '0 8 1-7 * 1', [tell('admins', 'Reviews of the next thirty days', 'The view “Reviews within 30 days” lists them.')]),
    ],
    steps: checklist(
      { people: 'Invite advisers and assistants', contacts: 'Bring clients in by household', licence: 'Enter registration with the supervisor and liability insurance', deal: 'Enter a client who is being won', goLive: 'Review suitability, funding and reviews' },
      client('risk', 'Check risk profiles against your own', 6, { link: '/record-fields' }), agency('reviews', 'Fill “Next review” for every client', 12),
    ),
    examples: {
      contacts: [
        { firstName: 'Margot', lastName: 'Ellery', email: 'margot.ellery@client.example', phone: '+14155550191', custom: { household: 'Ellery', risk_profile: 'Balanced', suitability_done_on: '-380d', next_review: '+18d', retires_in: 6, wants: ['Income', 'Tax'] } },
        { firstName: 'Hugo', lastName: 'Sandoval', email: 'hugo.sandoval@client.example', custom: { household: 'Sandoval', risk_profile: 'Growth', retires_in: 22, wants: ['Growth', 'Sustainability'] } },
      ],
      leads: [
        { firstName: 'Priscilla', lastName: 'Yeo', email: 'priscilla.yeo@client.example', phone: '+14155550192', source: 'Client', about: 'Sold her share of a clinic.', custom: { occasion: 'Sale of a business', investable_assets: 'Over 2 million', has_an_adviser: false } },
        { firstName: 'Ewan', lastName: 'Birch', email: 'ewan.birch@client.example', source: 'Website', custom: { occasion: 'First investment', investable_assets: 'Under 100,000' } },
      ],
      opportunities: [
        { name: 'Ellery: income from 2032', pipeline: 'Clients', stage: 'Plan presented', amount: '7650.00', contact: 'margot.ellery@client.example', closeInDays: 21, custom: { assets: 850_000, fee_percent: 0.9, mandate: 'Advice' } },
        { name: 'Sandoval: monthly plan', pipeline: 'Clients', stage: 'Agreement signed', amount: '1440.00', contact: 'hugo.sandoval@client.example', closeInDays: 7, custom: { assets: 120_000, fee_percent: 1.2, mandate: 'Discretionary', source_of_funds_checked: true } },
      ],
      activities: [{ type: 'call', subject: 'Questions on the plan?', dueInDays: 3, opportunity: 'Ellery: income from 2032' }, { type: 'task', subject: 'Open the custody account', dueInDays: 1, opportunity: 'Sandoval: monthly plan', priority: 'high' }],
    },
  },
};
