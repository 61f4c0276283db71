/**
 * Patterns for and against buying intent in the lower-cased post; each counts once. Tuned on the tuning half of
 * `fixtures/labeled-posts.tsv`.
 */

export interface IntentRule {
  /** Why, for people. */
  label: string;
  points: number;
  patterns: readonly RegExp[];
  /** Only with something else that speaks for intent. */
  isExtra?: true;
}

const ANYONE = String.raw`(?:anyone|anybody|any ?one here|someone|somebody|you guys|y'?all|you all|folks|any of you|everyone|people)`;
const RECS = String.raw`(?:recommendations?|recs?|recos?|suggestions?|referrals?)`;
const re = (source: string) => new RegExp(source, 'giu');

export const FOR_INTENT: readonly IntentRule[] = [
  {
    label: 'Asks for recommendations',
    points: 55,
    patterns: [
      re(String.raw`\b(?:can|could|does|do|would|will) ${ANYONE}\b(?: \w+){0,3} (?:recommend|suggest|refer|vouch)`),
      re(
        String.raw`\b(?:any|need|looking for|seeking|asking for|want|send|drop|give|take|appreciate)(?: [\w']+){0,4} ${RECS}\b`,
      ),
      re(String.raw`\b${RECS} (?:for|on|please|pls|needed|wanted|welcome|appreciated)\b`),
      re(
        String.raw`\bwho (?:do|does|did|would|should|are) (?:you|y'?all|you guys|everyone|everybody|folks|people|i|we)\b(?: [\w']+){0,4} (?:use|using|recommend|go to|call|hire|trust|like)\b`,
      ),
      re(
        String.raw`\bwho(?:'s| is| are) (?:your|the best|a good|good|everyone using|y'?all using|you using|the go-?to)`,
      ),
      re(
        String.raw`\b(?:does |do )?(?:anyone|anybody|someone|somebody) (?:here |else |local |around here )?(?:know|knows|know of|have|got|use|using)\b(?: [\w']+){0,3} (?:a|an|any|good|great|decent|reliable|someone|who|of)\b`,
      ),
      re(
        String.raw`\bwhat (?:do|does|are) (?:you|y'?all|you guys|everyone|everybody|folks|people)(?: all)?(?: [\w']+){0,3} (?:use|using|recommend)\b`,
      ),
      re(String.raw`\bpoint me (?:to|toward|in the direction)\b`),
      re(String.raw`\bwhat (?:do|are) (?:other|most|your|local)\b(?: [\w']+){1,4} (?:use|using|recommend)\b`),
      re(
        String.raw`\bwho (?:does|did|handles?|installs?|installed|services?|builds?|makes?|fixes|can|could|should (?:i|we))\b(?! that\b)[^.!]*\?`,
      ),
      re(String.raw`\bdoes (?:anyone|anybody|someone) know\b`),
      re(String.raw`\bany (?:[\w-]+ ){1,4}(?:near|around|in|here|left|out there|that|who|for)\b[^.!]*\?`),
    ],
  },
  {
    label: 'Looks for a product or service',
    points: 45,
    patterns: [
      re(String.raw`\b(?:looking|searching|shopping|hunting) (?:around )?for\b`),
      re(String.raw`\blooking (?:to|into) (?:hir|buy|find|switch|get|replac|outsourc|add|mov|book|having)`),
      re(String.raw`\bin the market for\b`),
      re(String.raw`\b(?:^|\s)iso\b(?! \d)`),
      re(
        String.raw`\b(?<!\b(?:do|does|did) )(?:i|we|my \w+) (?:really |desperately |urgently |badly |just |finally |also |still |definitely )*(?:need|want|wanna|needs|wants) (?:a|an|someone|somebody|to (?:hire|find|buy|get|replace|switch|upgrade|outsource)|new|some help|help with|help (?:getting|finding|setting))\b`,
      ),
      re(String.raw`(?:^|[.!?]\s+|\n)need (?:a|an|someone|somebody|some help|help)\b`),
      re(String.raw`\b(?:love|like|hoping|want|need) to (?:find|hire)\b`),
      re(
        String.raw`\bis there (?:a|an|some|any|something|anything|someone)\b(?: [\w'-]+){0,6} (?:that|for|to|who|made|near|around|in)\b[^.!]*\?`,
      ),
      re(
        String.raw`\bwhat(?:'s| is) (?:the |a |an )?(?:easiest|best|simplest|cheapest|simple|good|decent|next step)\b[^.!]*\b(?:to|for|up|that|and)\b[^.!]*\?`,
      ),
      re(
        String.raw`\bbest (?:place|way|person|shop|company|software|app|tool|lawyer|service|option)s? (?:to|for|in|near)\b[^.!]*\?`,
      ),
      re(String.raw`\bwhich (?:[\w-]+ ){1,4}(?:takes?|gives?|offers?|does|do|handles?|has|have)\b[^.!]*\?`),
      re(String.raw`\b(?:what|any) other options\b`),
      re(String.raw`\btrying to (?:find|hire|decide (?:on|between)|choose|pick)\b`),
      re(
        String.raw`\b(?:where|how) (?:can|do|could|would|should) (?:i|we|you) (?:even )?(?:buy|get|find|hire|order)\b`,
      ),
      re(
        String.raw`\b(?:in need of|need help (?:with|finding|getting)|time to (?:hire|find a|get a|upgrade|outsource))\b`,
      ),
      re(
        String.raw`\b(?:ready to|about to|going to|gonna|planning to|thinking about|thinking of|considering) (?:buy|buying|hire|hiring|sign|switch|switching|upgrade|upgrading|outsourc\w+|pull the trigger)\b`,
      ),
      re(String.raw`\b(?:take my money|shut up and take)\b`),
      re(
        String.raw`\bi(?:'d| would) (?:happily |gladly |totally )?pay (?:good money )?(?:for|someone|somebody|anyone)\b`,
      ),
    ],
  },
  {
    label: 'Wants to switch',
    points: 45,
    patterns: [
      re(String.raw`\balternatives? (?:to|for)\b`),
      re(String.raw`\b(?:replacement|substitute) for\b`),
      re(
        String.raw`\b(?:(?:anything|something|anyone|someone) (?:better|cheaper|simpler|more reliable)|(?:with|using|to) (?:someone|somebody|something) else)\b`,
      ),
      re(String.raw`\b(?:switch(?:ing)?|mov(?:e|ing)|migrat(?:e|ing)) (?:away |over )?(?:from|off|away from)\b`),
      re(
        String.raw`\b(?:need|want|time|ready|looking|trying|thinking (?:about|of)) (?:to )?(?:leav\w+|ditch\w*|dump\w*|fir(?:e|ing)|replac\w+|drop\w*|cancel\w*)\b`,
      ),
      re(String.raw`\b(?:outgrown|outgrew)\b`),
    ],
  },
  {
    label: 'Compares offers',
    points: 40,
    patterns: [
      re(
        String.raw`\b(?:has|have) ${ANYONE} (?:here |ever |actually |else )?(?:used|tried|worked with|switched|gone with|dealt with|hired)\b`,
      ),
      re(
        String.raw`\b(?:anyone|anybody) (?:here )?(?:used|tried|worked with|familiar with|have experience with|switch\w*)\b`,
      ),
      re(String.raw`\b(?:thoughts|opinions?|experiences?|feedback|reviews?) (?:on|about|with|of)\b[^.!]*\?`),
      re(String.raw`\bwhich (?:one |of these |\w+ )?(?:is|would|should|do|does|are)\b[^.!]*\?`),
      re(String.raw`\b(?:worth it|worth the money|worth paying|worth switching)\b[^.!]*\?`),
      re(String.raw`\b\w+ (?:vs\.?|versus) \w+`),
      re(String.raw`\bpros and cons\b`),
      // Names are capitalized: "Stripe or Square for a dog groomer?"
      new RegExp(String.raw`\b\p{Lu}\w+(?: \p{Lu}\w+)? or \p{Lu}\w+\b[^.!]*\?`, 'gu'),
    ],
  },
  {
    label: 'Asks for a price',
    points: 40,
    patterns: [
      re(
        String.raw`\bhow much (?:do|does|did|would|should|is|are|am i|will)\b[^.!]*\b(?:cost|charge|pay|expect|run|price|for)\b`,
      ),
      re(
        String.raw`\b(?:get|getting|need|want|collecting|comparing|gathering|had) (?:a |an |some |a few |multiple |three |two |\d )?(?:quotes?|estimates?|bids?)\b`,
      ),
      re(String.raw`\bis \$[\d,.]+k? (?:reasonable|normal|fair|too much|a lot|high|ok(?:ay)?|about right)\b`),
      re(
        String.raw`\b(?:ballpark|going rate|what'?s a fair price|reasonable price|what should i (?:expect to )?pay|what do (?:they|you|people) (?:usually )?charge)\b`,
      ),
      re(String.raw`\b(?:my |our |the )?budget(?: is|'s|:| of| around| up to)\b`),
    ],
  },
  {
    label: 'Is in a hurry',
    points: 10,
    isExtra: true,
    patterns: [
      re(
        String.raw`\b(?:asap|urgent(?:ly)?|emergency|right away|by (?:friday|monday|tomorrow|tonight|next week|the weekend)|today|this week|this weekend)\b`,
      ),
    ],
  },
  { label: 'Asks a question', points: 5, isExtra: true, patterns: [re(String.raw`\?`)] },
];

export const AGAINST_INTENT: readonly IntentRule[] = [
  {
    label: 'Job ad',
    points: -80,
    patterns: [
      re(String.raw`\b(?:we(?:'re| are)|now|is|are|currently) hiring\b`),
      re(String.raw`\bhiring:|#hiring\b|#jobs?\b|\bjob (?:opening|alert|posting|opportunity)\b`),
      re(
        String.raw`\b(?:join our|to join (?:our|my|the)|add to our) (?:growing |small |amazing )?(?:team|crew|staff|shop|office)\b`,
      ),
      re(
        String.raw`\b(?:apply (?:now|here|at|today|online|in person|within)|send (?:your |a )?(?:resume|cv)|resumes?|cover letter)\b`,
      ),
      re(String.raw`\b(?:full|part)[- ]time (?:position|role|job|opening|\w+ (?:needed|wanted))\b`),
      re(String.raw`\$\d+(?:\.\d+)?(?:\s?-\s?\$?\d+)?\s?(?:\/|per |an )\s?(?:hr|hour)\b`),
      re(
        String.raw`\b(?:401\(?k\)?|paid time off|\bpto\b|health insurance and|benefits include|sign-?on bonus|competitive (?:pay|salary))\b`,
      ),
      re(String.raw`\b(?:experience (?:required|preferred)|years (?:of )?experience (?:required|preferred|a plus))\b`),
    ],
  },
  {
    label: 'Looks for work or customers',
    points: -70,
    patterns: [
      re(
        String.raw`\blooking for (?:a )?(?:new )?(?:work|job|jobs|clients|customers|opportunit\w+|an internship|employment|gigs?|my next role|remote work|leads|beta testers|guests|feedback|volunteers|sponsors|partners|co-?founder)\b`,
      ),
      re(
        String.raw`\b(?:open to work|available for hire|taking on (?:new )?clients|accepting new (?:clients|patients|customers)|(?:have|got) (?:a few |some |an )?(?:openings?|spots?|slots?) (?:left|open|available|this|next))\b`,
      ),
    ],
  },
  {
    label: 'Promotes an offer',
    points: -75,
    patterns: [
      re(
        String.raw`\b(?:we|i) (?:offer|specialize|provide|help (?:small |local |busy )?\w+ (?:owners?|businesses|get|grow|save))\b`,
      ),
      re(
        String.raw`\b(?:our (?:services|team of|clients|customers|new (?:\w+ )?(?:service|product|app|course|guide|location))|proudly serv\w+|serving the)\b`,
      ),
      re(
        String.raw`\b(?:check out|visit|follow|see) (?:our|my) (?:\w+ )?(?:\w+ )?(?:website|site|page|shop|store|blog|channel|course|video|guide|profile|work|portfolio)\b`,
      ),
      re(
        String.raw`\b(?:call|text|message|dm|contact|email|reach out to) (?:us|me)\b(?: \w+){0,3} (?:today|now|for (?:a|your|more|details|info|pricing)|at \(?\d|to (?:book|schedule|get|learn))`,
      ),
      re(
        String.raw`\b(?:book (?:now|today|your|a free|online)|schedule your|order (?:now|today|yours)|shop now|sign up (?:now|today|here|for free)|register (?:now|today|here)|learn more (?:at|here)|link in (?:bio|profile|comments)|click (?:here|the link)|download (?:our|my|the free))\b`,
      ),
      re(
        String.raw`\b(?:free (?:consultation|quote|quotes|estimate|estimates|audit|trial|demo|webinar|guide|ebook|inspection))\b`,
      ),
      re(
        String.raw`\b\d{1,2}% (?:off|discount)\b|\buse (?:the )?(?:promo )?code\b|\b(?:limited[- ]time|flash sale|special offer|while supplies last|giveaway|don'?t miss)\b`,
      ),
      re(
        String.raw`\b(?:look no further|we(?:'ve| have) got you covered|satisfaction guaranteed|licensed (?:and|&) insured|locally owned|say goodbye to|take your business to the next level)\b`,
      ),
      re(
        String.raw`\b(?:are you (?:looking|tired|struggling|still|ready)|tired of|struggling with|need (?:a|an|help|more|better|new)\b[^.!?]*\?)[^?]*\?\s*(?:we|our|let|try|meet|call|contact|get|here|look|i |introducing|book|you|then)\b`,
      ),
      re(
        String.raw`\b(?:introducing|excited to (?:announce|launch|share)|proud to (?:announce|introduce)|now (?:available|open)|grand opening|sponsored|#ad)\b`,
      ),
    ],
  },
  {
    label: 'Looks like spam',
    points: -90,
    patterns: [
      re(
        String.raw`\b(?:crypto|forex|bitcoin|nft|passive income|financial freedom|work from home and|earn \$?\d|make \$\d|get rich|investment opportunit\w+)\b`,
      ),
      re(
        String.raw`\b(?:whatsapp|telegram|t\.me\/|onlyfans|buy followers|real followers|guaranteed (?:loan|approval|results|ranking)|100% (?:free|guaranteed|legit)|backlinks?|guest posts?|rank (?:#?1|first)|seo expert)\b`,
      ),
    ],
  },
  {
    label: 'Already decided',
    points: -60,
    patterns: [
      re(String.raw`\b(?:update|edit)\b[:,-][^.!?]*\b(?:found|went with|hired|booked|chose|solved|got it)\b`),
      re(
        String.raw`\b(?:ended up (?:going|hiring|with|using|buying|choosing)|went with|we (?:just )?(?:hired|chose|signed)|just (?:hired|signed|bought|switched)|finally (?:found|switched|hired|moved|fired|(?:got|bought) (?:a|an|our|my|rid))|already (?:have|found|hired|use|bought|switched))\b`,
      ),
      re(
        String.raw`\b(?:no longer (?:need|looking)|not (?:looking|in the market|interested|shopping|hiring|switching)|(?:don'?t|doesn'?t|didn'?t|do not|won'?t) (?:really |even |actually )?(?:need|want|recommend)|never (?:need|looking)|stopped looking|all set|glad (?:i|we) (?:switched|hired|found|went))\b`,
      ),
      re(String.raw`\b(?:was|were) (?:looking|searching|shopping)\b`),
      re(
        String.raw`\bif (?:you(?:'re| are)|anyone(?:'s| is)|anybody(?:'s| is)) (?:looking|searching|shopping|in (?:the market|need))\b`,
      ),
    ],
  },
  {
    label: 'Sells something',
    points: -50,
    patterns: [re(String.raw`\b(?:for sale|selling (?:my|our|a|an)|obo\b|asking \$\d|pick ?up only|price drop)\b`)],
  },
  {
    label: 'Gives advice',
    points: -35,
    patterns: [
      re(
        String.raw`\b(?:i|we)(?:'d| would)? (?:highly |definitely |always |strongly |totally |can )*recommend\b(?! a\b[^.!]*\?)`,
      ),
      re(
        String.raw`\b(?:highly recommend|you should (?:try|check|look|hire|use|call)|shout ?out to|pro tip|here'?s (?:how|why|what)|my advice|tips for)\b`,
      ),
      re(
        String.raw`(?:^|\n)\s*(?:the )?\d+ (?:best|ways|tips|reasons|things|mistakes|signs|questions)\b|\bhow to (?:choose|pick|find|grow|get|build|start|market|hire)\b(?![^.!]*\?)`,
      ),
    ],
  },
  {
    label: 'Reports on a market',
    points: -35,
    patterns: [
      re(
        String.raw`\b(?:announces?|announced|launches|raises \$|acquires?|acquired|reportedly|according to|study (?:finds|shows)|survey (?:finds|shows)|report:|market (?:size|to reach)|analysts?)\b`,
      ),
    ],
  },
];
