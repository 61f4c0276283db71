/** Conversations of the example mailbox. `{{name}}` is a contact of the example business. */

export interface SampleMail {
  /** `me`: the owner of the mailbox. */
  from: 'me' | 'them';
  hoursAgo: number;
  text: string;
  html?: string;
  file?: { name: string; type: string; content: string };
  /** A calendar invitation from them, so many days ahead at an hour in UTC. */
  invitation?: { inDays: number; hour: number; minutes: number; summary: string; place: string };
}

export interface SampleConversation {
  subject: string;
  /** Left out: the next contact. */
  sender?: { name: string; address: string };
  mails: readonly SampleMail[];
  place?: 'inbox' | 'archive' | 'trash' | 'junk';
  labels?: readonly string[];
  isUnread?: boolean;
  isStarred?: boolean;
  /** Headers that make it a newsletter. */
  unsubscribe?: string;
}

const ASKS = [
  [
    'Quote for the new website',
    'Hi,\n\nCould you send us a quote for the redesign? We would like to start before the end of the quarter.\n\nCan you do a call on Thursday?\n\nBest,\n{{name}}',
  ],
  [
    'Question about the last invoice',
    'Hello,\n\nThe last invoice lists 14 hours, but we agreed on 12. Could you check and send a corrected one?\n\nThanks,\n{{name}}',
  ],
  [
    'Kickoff next week',
    'Hi,\n\nWe are ready to start. Does Tuesday at 10 work for the kickoff? I will bring our product lead.\n\n{{name}}',
  ],
  [
    'Access for our new teammate',
    'Hi,\n\nPlease give our new marketing lead access to the reports. Her name is Dana.\n\nThank you,\n{{name}}',
  ],
  [
    'Feedback on the draft',
    'Hello,\n\nThe draft looks great. Two small things: the headline is too long, and the logo should be larger.\n\nWhen can you send the next version?\n\n{{name}}',
  ],
  [
    'Contract renewal',
    'Hi,\n\nOur contract ends next month. We would like to renew for a year. Can you send the terms?\n\nRegards,\n{{name}}',
  ],
  ['Delivery date', 'Hi,\n\nIs the delivery still planned for the 15th? Our launch depends on it.\n\n{{name}}'],
  [
    'Introducing a friend',
    'Hello,\n\nI told a friend about your work. She runs three clinics and needs help with bookings. May I introduce you?\n\n{{name}}',
  ],
  ['Lunch?', 'Hey,\n\nI am in town on Friday. Lunch at noon?\n\n{{name}}'],
  [
    'Numbers for the board meeting',
    'Hi,\n\nCould you send the traffic numbers for the last quarter by Monday? The board meets on Tuesday.\n\nThanks,\n{{name}}',
  ],
] as const;

const THREADED: readonly SampleConversation[] = [
  {
    subject: 'Invitation: Campaign review',
    isUnread: true,
    mails: [
      {
        from: 'them',
        hoursAgo: 2,
        text: 'Hi,\n\nLet us look at the first results together. I will bring the numbers.',
        invitation: { inDays: 5, hour: 15, minutes: 45, summary: 'Campaign review', place: 'Our office, room 2' },
      },
    ],
  },
  {
    subject: 'Proposal for the spring campaign',
    isStarred: true,
    labels: ['Priority'],
    isUnread: true,
    mails: [
      {
        from: 'me',
        hoursAgo: 74,
        text: 'Hi {{first_name}},\n\nThanks for the call yesterday. The proposal is attached: three landing pages, email follow-up, and a weekly report.\n\nWould you like to start in March?',
        file: {
          name: 'Proposal.txt',
          type: 'text/plain',
          content: 'Proposal: three landing pages, email follow-up, weekly report. Total: $12,500.',
        },
      },
      {
        from: 'them',
        hoursAgo: 50,
        text: 'Hello,\n\nThis looks good. Two questions: is the copywriting included, and can we pay in two parts?',
      },
      {
        from: 'me',
        hoursAgo: 48,
        text: 'Hi {{first_name}},\n\nYes to both. Half at the start and half at the launch.',
      },
      {
        from: 'them',
        hoursAgo: 3,
        text: 'Great. Please send the contract, and let us plan the kickoff for the first week of March. Which day suits you?',
      },
    ],
  },
  {
    subject: 'Support hours',
    mails: [
      { from: 'them', hoursAgo: 30, text: 'Hi,\n\nDo you answer on weekends? Our shop is busiest on Saturday.' },
      {
        from: 'me',
        hoursAgo: 28,
        text: 'Hi {{first_name}},\n\nOn Saturdays from 9 to 1. For anything urgent, call the number in my signature.',
      },
    ],
  },
  {
    subject: 'Photos for the team page',
    isUnread: true,
    mails: [
      {
        from: 'them',
        hoursAgo: 6,
        text: 'Hi,\n\nThe photos are ready. The list of names is attached. Could you put them online this week?',
        html: '<div style="font-family:Georgia,serif"><p>Hi,</p><p>The photos are <b>ready</b>. The list of names is attached. Could you put them online this week?</p><p><img src="https://pictures.example/team.jpg" width="480" height="320" alt="The team in front of the office"></p></div>',
        file: { name: 'Names.csv', type: 'text/csv', content: 'Name,Role\nDana Wu,Marketing\nOmar Haddad,Sales\n' },
      },
    ],
  },
];

const NEWSLETTERS: readonly SampleConversation[] = [
  ['Small Business Weekly', 'news@smallbiz.example', 'Five ideas for a quiet January'],
  ['Pixel & Type', 'hello@pixeltype.example', 'Fonts we like this month'],
  ['Growth Letters', 'editor@growth.example', 'Why short forms win'],
  ['Retail Radar', 'radar@retail.example', 'What shoppers want this spring'],
].map(([name, address, subject], n) => ({
  subject: subject!,
  sender: { name: name!, address: address! },
  unsubscribe: `https://${address!.split('@')[1]}/unsubscribe`,
  mails: [
    {
      from: 'them',
      hoursAgo: 9 + n * 26,
      text: `${subject}\n\nThis week: one long read, three short ones, and a tool that saves you an hour.`,
      html: `<table width="600" style="margin:0 auto;border:1px solid #ddd"><tr><td style="background-color:#0f4c81;color:#fff;padding:16px;font-size:20px">${name}</td></tr><tr><td style="padding:16px"><h2>${subject}</h2><p>This week: one long read, three short ones, and a tool that saves you an hour.</p><p><a href="https://${address!.split('@')[1]}/read">Read online</a></p></td></tr></table><img src="https://${address!.split('@')[1]}/open.gif" width="1" height="1">`,
    },
  ],
}));

const COLD: readonly SampleConversation[] = [
  {
    subject: 'Quick question about your SEO',
    sender: { name: 'Rick Palmer', address: 'rick@rank-fast.example' },
    place: 'inbox',
    mails: [
      {
        from: 'them',
        hoursAgo: 20,
        text: 'Hi there,\n\nI came across your website and noticed it is not on the first page. We help businesses like yours rank in 30 days. Do you have 15 minutes this week?\n\nRick',
      },
    ],
  },
  {
    subject: 'Last chance: 5,000 followers',
    sender: { name: 'Social Boost', address: 'promo@boost.example' },
    place: 'junk',
    mails: [{ from: 'them', hoursAgo: 40, text: 'Followers today. Pay tomorrow.' }],
  },
  {
    subject: 'Inquiry: booking system for four salons',
    sender: { name: 'Mira Jansen', address: 'mira.jansen@salon-four.example' },
    isUnread: true,
    mails: [
      {
        from: 'them',
        hoursAgo: 1.5,
        text: 'Hello,\n\nWe run four salons and need online booking with reminders by text. A friend recommended you.\n\nWhat would this cost, and how soon could you start? We would like to open online booking in six weeks.\n\nKind regards,\nMira Jansen',
      },
    ],
  },
];

const OLDER: readonly SampleConversation[] = ASKS.flatMap(([subject, text], n) => [
  {
    subject,
    isUnread: n % 4 === 1,
    labels: n % 5 === 0 ? ['Clients'] : [],
    mails: [{ from: 'them', hoursAgo: 11 + n * 9, text }],
  } satisfies SampleConversation,
  {
    subject: `Re: ${subject}`,
    place: n % 2 === 0 ? 'archive' : 'inbox',
    mails: [
      {
        from: 'me',
        hoursAgo: 140 + n * 31,
        text: 'Hi {{first_name}},\n\nA short follow-up on our last conversation. Did you get a chance to look at it?',
      },
      {
        from: 'them',
        hoursAgo: 130 + n * 31,
        text: 'Thanks for the reminder. Yes, and it is fine with us. Let us talk next week.\n\n{{name}}',
      },
      { from: 'me', hoursAgo: 128 + n * 31, text: 'Perfect. I will send an invitation.' },
    ],
  } satisfies SampleConversation,
]);

export const CONVERSATIONS: readonly SampleConversation[] = [...COLD, ...THREADED, ...NEWSLETTERS, ...OLDER];
