/** Words as the manual's search compares them: folded, without endings, synonyms under one name. English. */
import { fold } from '../../../kernel/text.ts';

/** Expressions of several words, or with several spellings, that mean one thing. Applied to folded text. */
const EXPRESSIONS: readonly [RegExp, string][] = [
  [/\be-?mails?\b/g, 'mail'],
  [/\b(?:log|logg|sign)(?:ing|ed)?[- ](?:in|on)(?:to)?\b|\blogins?\b|\bsign-?in\b/g, 'signin'],
  [/\b(?:log|logg|sign)(?:ing|ed)?[- ](?:out|off)\b|\blogouts?\b|\bsign-?out\b/g, 'signout'],
  [
    /\b(?:two|second|2)[- ]?(?:factors?|fa|step)\b(?: (?:auth\w*|verification|sign-?in))?|\b(?:2fa|mfa|totp|otp)\b/g,
    'twofactor',
  ],
  [/\blook(?:ing)? (?:up|for)\b/g, 'find'],
  [/\b(?:roll(?:ing|ed)?|back(?:ing|ed)?|go(?:ing)?) (?:back|out)\b/g, 'undo'],
  [/\btak(?:e|en|ing) (?:it )?back\b/g, 'undo'],
  [/\bswitch(?:ing|ed)?(?: \w+)? off\b|\bturn(?:ing|ed)?(?: \w+)? off\b/g, 'disable'],
  [/\bswitch(?:ing|ed)?(?: \w+)? on\b|\bturn(?:ing|ed)?(?: \w+)? on\b/g, 'enable'],
  [/\bkey(?:board)? (?:short-?cuts?|combinations?)\b|\bhot-?keys?\b|\bkey bindings?\b/g, 'shortcut keyboard'],
  [/\blocked out\b/g, 'refused'],
  [/\b(?:at )?the same time\b|\bat once\b|\btogether\b/g, 'simultaneously'],
  [/\bapi keys?\b/g, 'apikey'],
  [/\bget(?:ting)? back in(?:to)?\b/g, 'signin'],
  [
    /\b(?:custom|additional|user-defined|own) (?:fields?|columns?)\b|\b(?:fields?|columns?) of (?:your|my|our|ones) own\b/g,
    'ownfield',
  ],
  [/\bpay(?:ing|s)?(?: \w+)* off\b/g, 'payoff'],
  [/\bputs? off\b|\bpostpone[sd]?\b/g, 'snooze'],
  [/\b(?:come|comes|coming) again\b/g, 'recurring'],
  [/\bout[- ]of[- ](?:the )?office\b|\bdays? away\b|\bon (?:holiday|leave)\b|\bvacations?\b/g, 'absence'],
  [/\b(?:who|somebody|someone|has|have) left\b|\bleaves\b/g, 'leaver'],
  [/\bstock splits?\b/g, 'split security'],
  [/\btime ?zones?\b/g, 'timezone'],
];

/** Words that are asked for each other. The first is the name under which all of them are indexed. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['delete', 'remove', 'erase', 'discard', 'purge', 'empty'],
  ['trash', 'bin'],
  ['password', 'passphrase', 'passcode'],
  ['forgotten', 'forget', 'forgot', 'lost', 'lose', 'reset'],
  ['undo', 'revert', 'reverse', 'rollback', 'restore', 'recover'],
  ['find', 'search', 'locate', 'lookup'],
  ['change', 'edit', 'modify', 'alter', 'update', 'correct', 'mend'],
  ['phone', 'telephone', 'mobile', 'cellphone'],
  ['picture', 'photo', 'photograph', 'image', 'avatar', 'scan'],
  ['dark', 'night', 'theme', 'mode'],
  ['colour', 'color', 'accent'],
  ['shortcut', 'hotkey'],
  ['duplicate', 'double', 'twice', 'same', 'dedupe'],
  ['recurring', 'repeat', 'repeated', 'recurrence', 'subscription'],
  ['category', 'categorize', 'categorise', 'categorization', 'categorisation', 'classify'],
  ['leaver', 'offboard', 'fired', 'resigned'],
  ['security', 'stock', 'etf'],
  ['reimburse', 'reimbursement', 'reimbursed'],
  ['weekly', 'week'],
  ['monthly', 'month'],
  ['merge', 'combine', 'join', 'unify'],
  ['export', 'download', 'extract', 'save-as'],
  ['import', 'upload', 'load', 'migrate', 'transfer'],
  ['many', 'bulk', 'multiple', 'several', 'mass', 'batch', 'all'],
  ['mark', 'select', 'tick', 'choose'],
  ['error', 'wrong', 'fail', 'problem', 'issue', 'broken'],
  ['administrator', 'admin'],
  ['colleague', 'teammate', 'coworker', 'team', 'member', 'people', 'person'],
  ['invite', 'invitation'],
  ['licence', 'license', 'permit'],
  ['renew', 'renewal', 'extend', 'prolong'],
  ['reminder', 'remind', 'alert', 'warn'],
  ['notification', 'notify', 'message', 'bell'],
  ['sound', 'noise', 'mute', 'audio', 'volume'],
  ['attach', 'attachment', 'file', 'document'],
  ['stop', 'cancel', 'abort', 'pause'],
  ['resume', 'continue'],
  ['simultaneously', 'concurrently', 'conflict', 'overwrite'],
  ['expire', 'expiry', 'expiration'],
  ['device', 'browser', 'session'],
  ['history', 'timeline'],
  ['size', 'big', 'large', 'limit', 'maximum', 'mb', 'megabyte'],
  ['create', 'add', 'new', 'make', 'enter'],
  ['column', 'field'],
  ['csv', 'spreadsheet', 'excel', 'xlsx'],
  ['try', 'attempt'],
  ['palette', 'command'],
  ['old', 'earlier', 'previous', 'past'],
  ['offline', 'connection', 'internet', 'network'],
  ['length', 'long', 'character', 'minimum'],
  ['refused', 'blocked', 'locked', 'denied', 'rejected'],
];

/** Words that carry no topic: grammar, and what people say around a question. */
const STOP = new Set(
  (
    'a am an and any are as at be been but by can cannot cant could did do does doing dont for from get gets give go got had has have having he her him his how i if in into is it its just ' +
    'let lets may must might me mine my need no not of off on one only or our out over own please put really shall she should so some tell than that the their them then there these they thing this those to too up us use used using ' +
    'very want was way we were what when where which while who whom whose why will with would you your yours gauntlet product app happen happens work works possible able help know show me something somebody someone else still after before directly quickly easily just running mine where about without within between through during lots lot bit place places'
  ).split(' '),
);

const SYNONYM_OF = new Map<string, string>();

/** Takes off the endings of English inflection; not a dictionary's stem, only the same for forms of one word. */
export function stem(word: string): string {
  if (word.length <= 3) return word;
  let root = word;
  if (root.endsWith('ies') && root.length > 4) root = `${root.slice(0, -3)}y`;
  else if (/(?:ss|sh|ch|x|z)es$/.test(root)) root = root.slice(0, -2);
  else if (/[^su]s$/.test(root)) root = root.slice(0, -1);
  const stripped = /^(.*[aeiouy].*?)(?:ing|ed)$/.exec(root)?.[1];
  if (stripped && stripped.length > 2) root = /([^aeiouls])\1$/.test(stripped) ? stripped.slice(0, -1) : stripped;
  if (root.endsWith('ly') && root.length > 5) root = root.slice(0, -2);
  // "change" and "changing", "merge" and "merging" meet without the e.
  if (root.endsWith('e') && root.length > 4) root = root.slice(0, -1);
  return root;
}

for (const [name, ...others] of SYNONYMS) {
  for (const word of [name!, ...others]) if (!SYNONYM_OF.has(stem(word))) SYNONYM_OF.set(stem(word), stem(name!));
}

/** The topic words of a text, in order, as they are compared. */
export function topicWords(text: string): string[] {
  let folded = fold(text)
    .replace(/[’']s\b/g, '')
    .replace(/[’']/g, '');
  for (const [pattern, name] of EXPRESSIONS) folded = folded.replace(pattern, name);
  return (folded.match(/[a-z0-9]+/g) ?? [])
    .filter((word) => !STOP.has(word))
    .map(stem)
    .map((word) => SYNONYM_OF.get(word) ?? word);
}
