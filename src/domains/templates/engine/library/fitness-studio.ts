import { agency, all, ask, checklist, choice, choices, client, every, field, formula, is, type LibraryTemplate, lost, mailContact, mailLead, reasons, score, stage, task, tell, todo, view, wait, when, whenStage, won } from './build.ts';

export const fitnessStudio: LibraryTemplate = {
  slug: 'fitness-studio', industry: 'Fitness studio', name: 'Fitness studio',
  summary: 'From trial to membership in fourteen days, members who come less often noticed in time, and personal training sold on top.',
  content: {
    fields: [
      choice('lead', 'Goal', 'Lose weight', 'Build muscle', 'Back pain', 'Endurance', 'Just move'), choices('lead', 'Interested in', 'Gym', 'Yoga', 'Pilates', 'Spinning', 'Boxing', 'Personal training'), choice('lead', 'Trained before', 'Never', 'A while ago', 'Elsewhere now'),
      choice('contact', 'Membership', 'Trial', 'Basic', 'Plus', 'Premium', 'Ten-class card', 'Ended'), field('contact', 'Member since', 'day'), field('contact', 'Contract ends', 'day'), field('contact', 'Last visit', 'day'), field('contact', 'Health notes', 'long_text'),
      field('opportunity', 'Monthly fee', 'number'), field('opportunity', 'Months', 'number'), formula('opportunity', 'Contract value', '{monthly_fee} * {months}'), field('opportunity', 'Trial ends', 'day'),
    ],
    pipelines: [
      { name: 'Memberships', stages: [
        stage('Interested', 'slate', 15, 3), stage('Trial booked', 'blue', 35, 5, ['contactId']), stage('Trial running', 'cyan', 55, 10, ['custom.trial_ends']), stage('Consultation held', 'amber', 75, 5, ['custom.monthly_fee', 'custom.months'], 'best'), won('Member'), lost('Not joined'),
      ] },
      { name: 'Personal training', stages: [stage('Asked', 'slate', 25, 7), stage('Assessment done', 'purple', 55, 7, ['contactId']), stage('Package offered', 'amber', 75, 7, ['amount'], 'best'), won('Package sold'), lost('Not now')] },
    ],
    closeReasons: reasons(['Trainer made the difference', 'Course timetable', 'Joined with a friend'], ['Too far away', 'Too expensive', 'No time', 'Joined another studio', 'Health']),
    views: [
      view('opportunity', 'Trials that end this week', all(is('custom.trial_ends', 'within', { range: 'next_days', days: 7 }), is('state', 'any_of', ['open'])), 'name', 'name', 'custom.trial_ends', 'contact', 'owner'),
      view('contact', 'Not seen for three weeks', all(is('custom.last_visit', 'within', { range: 'older_than_days', days: 21 }), is('custom.membership', 'any_of', ['Basic', 'Plus', 'Premium'])), 'name', 'name', 'phone', 'custom.membership', 'custom.last_visit'),
      view('contact', 'Contracts that end', all(is('custom.contract_ends', 'within', { range: 'next_days', days: 60 })), 'name', 'name', 'custom.membership', 'custom.contract_ends'),
    ],
    scoreRules: [
      score('Wants personal training', 35, all(is('custom.interested_in', 'any_of', ['Personal training']))), score('Trains elsewhere now', 20, all(is('custom.trained_before', 'any_of', ['Elsewhere now']))),
      score('Brought by a member', 30, all(is('source', 'any_of', ['Member brings a friend']))), score('Has a clear goal', 10, all(is('custom.goal', 'not_empty'))),
    ],
    assignmentRules: [{ label: 'Trainers take turns', filter: all(), to: 'everyone' }],
    forms: [{
      name: 'Free trial week', button: 'Start my week', source: 'Website', tags: ['trial'], confirmEmail: true, thanks: 'Great! Check your mail for one last click, then come by any day with a towel.',
      fields: ask({ 'firstName!': 'First name', lastName: 'Last name', 'email!': 'E-mail', phone: 'Phone', message: 'What would you like to reach?' }), consentText: 'You may send me tips for my trial week.',
    }],
    plans: [
      { name: 'First fourteen days', description: 'What makes a trial a membership.', record: 'contact', tasks: [todo('call', 'Welcome call', 0), todo('meeting', 'Introduction on the floor', 2), todo('call', 'How do your muscles feel?', 4), todo('meeting', 'Consultation', 10, 'high')] },
      { name: 'New member', record: 'opportunity', on: 'opportunity.won', tasks: [todo('task', 'Training plan', 1), todo('task', 'Health questionnaire', 1), todo('call', 'After four weeks: adapt the plan', 28)] },
    ],
    workflows: [
      when('Welcome to the trial week', 'A first mail for everybody who asked for one, once a person has looked at it.', 'lead.created', [mailLead('Your trial week', 'Hi {{record.firstName | default: "there"}},\n\nyour week starts with your first visit. Bring a towel and indoor shoes; we show you around. Which day suits you?\n'), wait(2, 'days'), task('call', 'Has {{record.name}} been here yet?', 0)], all(is('email', 'not_empty'))),
      whenStage('Trial runs: book the consultation', 'Whoever sits down with a trainer stays.', 'Memberships', 'Trial running', [task('meeting', 'Consultation: {{record.name}}', 6, 'high')]),
      when('A member has stayed away', 'When the last visit is written and lies long back, a kind word is drafted.', 'contact.updated', [tell('owner', '{{record.name}} has not been here for a while'), mailContact('We miss you', 'Hi {{record.firstName | default: "there"}},\n\nwe have not seen you for a while. Is everything all right? If your plan bores you, we make you a new one – no charge.\n')], all(is('custom.last_visit', 'within', { range: 'older_than_days', days: 21 }), is('hasEmail', 'true')), ['custom.last_visit']),
      every('Monday: trials and absences', 'Who must be spoken to this week.', '0 6 * * 1', [tell('admins', 'Trials that end, members who stay away', 'Two views show them: “Trials that end this week” and “Not seen for three weeks”.')]),
    ],
    steps: checklist(
      { people: 'Invite trainers and reception', contacts: 'Bring members in, with the end of their contracts', licence: 'Enter music licence, insurance and trainer certificates', deal: 'Enter the first trial', goLive: 'Review trials that became members' },
      client('timetable', 'Go through memberships and monthly fees', 6, { link: '/record-fields' }), agency('visits', 'Bring in last visits from the turnstile', 12),
    ),
    examples: {
      contacts: [
        { firstName: 'Bea', lastName: 'Lombardi', email: 'bea.lombardi@member.example', phone: '+14155550151', tags: ['member'], custom: { membership: 'Plus', member_since: '-420d', contract_ends: '+45d', last_visit: '-2d' } }, { firstName: 'Theo', lastName: 'Wills', email: 'theo.wills@member.example', custom: { membership: 'Trial', health_notes: 'Knee operated on in spring.' } },
        { firstName: 'Amara', lastName: 'Sesay', email: 'amara.sesay@member.example', custom: { membership: 'Premium', last_visit: '-33d' } },
      ],
      leads: [
        { firstName: 'Kit', lastName: 'Donnelly', email: 'kit.d@member.example', source: 'Website', about: 'Desk job, back hurts.', custom: { goal: 'Back pain', interested_in: ['Yoga', 'Pilates'], trained_before: 'Never' } },
        { firstName: 'Rosa', lastName: 'Nunes', email: 'rosa.n@member.example', source: 'Member brings a friend', status: 'working', custom: { goal: 'Build muscle', interested_in: ['Gym', 'Personal training'], trained_before: 'Elsewhere now' } },
      ],
      opportunities: [
        { name: 'Theo Wills: Plus, 12 months', pipeline: 'Memberships', stage: 'Trial running', amount: '708.00', contact: 'theo.wills@member.example', closeInDays: 8, custom: { monthly_fee: 59, months: 12, trial_ends: '+6d' } },
        { name: 'Bea Lombardi: ten hours', pipeline: 'Personal training', stage: 'Package offered', amount: '790.00', contact: 'bea.lombardi@member.example', closeInDays: 5 },
      ],
      activities: [{ type: 'meeting', subject: 'Consultation with Theo', dueInDays: 3, opportunity: 'Theo Wills: Plus, 12 months', priority: 'high' }, { type: 'call', subject: 'Welcome call', dueInDays: -3, done: true, contact: 'theo.wills@member.example' }],
    },
  },
};
