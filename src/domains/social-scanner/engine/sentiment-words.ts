/** Phrases that single words do not tell, and words of the AFINN list that say nothing in business talk. */

const re = (source: string) => new RegExp(source, 'giu');

/** Points on AFINN's scale of -5 to 5; a phrase replaces the words in it. */
export const PHRASES: readonly (readonly [points: number, pattern: RegExp])[] = [
  // Manners, not mood.
  [
    0,
    re(
      String.raw`\b(?:happy to (?:help|answer|share|chat|pay)|(?:would|we'd|i'd) love to|thanks in advance|good (?:to|home|place|idea|question))\b`,
    ),
  ],
  [
    4,
    re(
      String.raw`\b(?:can'?t|cannot|couldn'?t|could not) (?:recommend|say enough|thank|praise)\b[^.!]{0,30}\b(?:enough|more highly)\b`,
    ),
  ],
  [
    4,
    re(
      String.raw`\b(?:couldn'?t|can'?t|could not|cannot) (?:be|have been|have asked for|ask for) (?:happier|better|more pleased|a (?:better|smoother|nicer|kinder))\b`,
    ),
  ],
  [
    4,
    re(
      String.raw`\babove and beyond\b|\b10\/10\b|\b(?:five|5)[- ]stars?\b|\bblew (?:me|us) away\b|\bworth every (?:penny|dollar|cent)\b`,
    ),
  ],
  [
    3,
    re(
      String.raw`\b(?:game[- ]?changer|life ?saver|lifesaver|top[- ]notch|second to none|highly recommend(?:ed)?|hands down|on point|nailed it|saved (?:us|me|my|our)|no (?:complaints|regrets|issues|problems)|without a hitch|never let (?:me|us) down|never looked back|so much (?:easier|better|faster)|well worth|thumbs up|fair price|fairly priced|on time and)\b`,
    ),
  ],
  [
    3,
    re(
      String.raw`\bnever (?:had|seen|met|worked with) (?:a|such a) (?:better|nicer|smoother|kinder)\b|\bbest (?:[\w']+ ){0,3}(?:ever|decision|of the year|in town)\b|\bwhat a relief\b|\b(?:big|huge|many|special) thanks\b|\bthank you (?:to|so much)\b|\b(?:zero|no) hassle\b|\bhassle[- ]free\b|\bkudos\b|\bfeels like winning\b`,
    ),
  ],
  [
    2,
    re(String.raw`\bnot (?:bad|too bad|a bad|half bad)\b|\bpleasantly surprised\b|\bglad (?:i|we)\b|\bshout ?out to\b`),
  ],
  [
    -5,
    re(
      String.raw`\bthanks for nothing\b|\bworst\b|\bnever again\b|\bstay (?:far )?away\b|\bavoid (?:at all costs|like the plague|this|them)\b`,
    ),
  ],
  [
    -4,
    re(
      String.raw`\b(?:rip[- ]?off|ripped (?:me|us|my|off)|waste of (?:time|money|\$?\d+)|wasted (?:\w+ )?(?:hours|days|weeks|money|\$)|(?:one|1|zero|0)[- ]stars?|bait and switch|total joke|what a joke|is a joke|dumpster fire|train ?wreck|last straw|scammed|con artists?)\b`,
    ),
  ],
  [
    -3,
    re(
      String.raw`\b(?:ghosted|ghosting|no[- ]?show(?:ed)?|fed up|sick of|tired of|done with|had it with|hidden fees?|nickel(?:ed|ing)?(?: and |-and-|-)dim\w+|run ?around|beware|hung up on|on hold|in circles|nothing to show|lighter wallet|so[- ]called|so over|nobody told (?:me|us)|wit'?s end|kept (?:the|my|our) deposit|scratched|leaked|block(?:ed|ing) my number|froze (?:my|our|\$)|waited (?:all|\w+ (?:hours|weeks|days|months))|for the (?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth) (?:day|time|week|month)|(?:did not|does not|do not|has not) (?:call|answer|reply|respond|show|work|fix|come|return)|kept (?:me|us) waiting|never (?:showed|called|answer\w*|respond\w*|repl\w+|heard|came|fixed|got|returned|picked)|not worth|no one (?:answers|picks|calls|responds|replies)|nobody (?:answers|picks|calls|responds|replies)|(?:doesn'?t|don'?t|didn'?t|won'?t|can'?t|not) (?:work|working|load|sync|answer|respond|reply|call back|show up|refund)|falling apart|fell apart|driving (?:me|us) (?:crazy|nuts|insane)|losing my mind|messed up|screwed (?:me|us|up)|over(?:priced|charged|charging|charge)|double[- ]?(?:booked|charged))\b`,
    ),
  ],
  [
    -2,
    re(
      String.raw`\b(?:still (?:waiting|down|broken|no|not|hasn'?t|haven'?t)|price (?:hike|increase|jump)|(?:raised|jacked up|hiked|doubled|tripled) (?:their|our|my|the|its)? ?(?:price|prices|rates?|fees?)|keeps? (?:crashing|breaking|dropping|failing|losing|freezing|changing|charging)|(?:went|goes|is|been) down\b|buggy|clunky|glitch\w*|outdated|too (?:expensive|complicated|slow|pricey)|so slow|good luck (?:getting|reaching|with that)|had to (?:chase|redo|call \w+ times)|headaches?|nightmares?)\b`,
    ),
  ],
];

/** Praise in words that is meant as blame. */
export const SARCASM: readonly RegExp[] = [
  re(
    String.raw`\b(?:great|awesome|fantastic|wonderful|perfect|lovely|nice|amazing|brilliant|cool|fun|excellent|super)\b[,.! ]+[^.?\n]{0,60}\b(?:another|again|yet another|third time|second time|fourth time|still (?:no|not|down|waiting))\b`,
  ),
  re(
    String.raw`\b(?:love|loving|adore|gotta love|got to love|don'?t you (?:just )?love)\b[^.?\n]{0,15}\b(?:when|how|that|it when|paying|waiting|being|getting|spending|a good|my)\b[^.?\n]{0,90}\b(?:never|not|no|n'?t|won'?t|don'?t|doesn'?t|didn'?t|ignores?d?|crash\w*|break\w*|broke|late|los[et]\w*|charg\w+|hold|twice|again|fees?|fails?|down|ghost\w*|hours?|cancel\w*)\b`,
  ),
  re(
    String.raw`\b(?:just what (?:i|we|every|my) \w*\s?need\w*|yeah,? right|slow clap|nothing says|must be nice|good job,|nice job,|way to go|so glad (?:i|we) (?:pay|paid|wait\w*)|thanks (?:so much|a lot|a million|a bunch)?,? ?(?:for (?:the (?:surprise|extra|\d)|losing|breaking|canceling|cancelling|hanging|ruining|wasting|ghosting|not)))\b`,
  ),
  // Praise beside a quoted claim: a "mandatory upgrade", "24/7 support".
  re(
    String.raw`\b(?:great|perfect|fantastic|wonderful|brilliant|amazing|awesome|cool|love|lovely|nice|wow)\b[^\n]{0,80}["“][^"”\n]{3,40}["”]`,
  ),
  re(
    String.raw`["“][^"”\n]{3,40}["”][^\n]{0,80}\b(?:great|perfect|fantastic|wonderful|brilliant|amazing|awesome|lovely|nice)\b`,
  ),
  re(String.raw`(?:^|\s)\/s\b|🙄|🤡|👏 ?👏`),
];

/** Words of AFINN that are mostly neutral here, or that a rule above understands better. */
export const IGNORED: ReadonlySet<string> = new Set(
  `like likes want wanted wants help helping helps please share shared join joined save saved saving hope hoping free need no pay
  cut drop dropped fire fired miss leave leaving top clear clearly certain big kind pretty matter matters yes ok interested interest
  recommend recommended recommends solution solutions growth growing boost support supports trust trusted legal opportunity
  opportunities best better good great reliable affordable honest cool chance easy success successful natural care cares allow
  agree feeling feel number active award awards benefit benefits competitive creative effective exclusive fresh important
  innovative positive profitable secure secured smart strong vision warm welcome win winner winning reach ensure
  demand limited low block blocked hard hide lack alone emergency fight gun hit kill lost risk stop stopped tax
  battle charge charges charged cancel cancelled canceled cancels canceling cancelling shot debt forget forgot crazy
  fine clean cleaner gift gifts quality mandatory grant grants dead progress worth straight successfully promised promise
  promises worried congrats friendly appreciate appreciated thanks thank struggling killing
  sorry god doubt discounted bonus comfort cover cash true truth`
    .split(/\s+/)
    .filter(Boolean),
);

/** Of these, praise counts only where the author does not ask for something of that kind. */
export const PRAISE: Readonly<Record<string, number>> = {
  good: 2,
  great: 3,
  best: 3,
  better: 1,
  reliable: 2,
  affordable: 2,
  honest: 2,
  easy: 1,
  trust: 2,
  friendly: 2,
  thanks: 1,
  thank: 1,
  recommend: 2,
  recommended: 2,
  cool: 1,
  support: 0,
};

export const NEGATIONS: ReadonlySet<string> = new Set(
  `not no never none nobody nothing neither nor cannot can't cant won't wont don't dont doesn't doesnt didn't didnt isn't isnt
  wasn't wasnt aren't arent weren't werent wouldn't wouldnt couldn't couldnt shouldn't hardly barely without zero ain't`
    .split(/\s+/)
    .filter(Boolean),
);

export const BOOSTERS: ReadonlySet<string> = new Set(
  'very really so extremely super absolutely incredibly totally completely insanely truly beyond seriously'.split(' '),
);
