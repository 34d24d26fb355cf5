/** Orders to the reader in English. Every gap is bounded, so an expression costs a constant per start. */
import type { Language, OrderKind } from './language.ts';

const VERB =
  "(?:ignore|disregard|forget|override|overrule|bypass|discard|neglect|circumvent|set aside|pay no attention to|throw away|drop|erase|skip|violate|do not (?:follow|obey|comply with|listen to|adhere to|respect)|don['’]?t (?:follow|obey|comply with|listen to|adhere to|respect)|stop (?:following|obeying)|no longer (?:follow|obey)|cease (?:following|obeying))";
const STRONG =
  '(?:previous|previously|prior|above|earlier|preceding|foregoing|existing|original|initial|system|safety|security|developer|developers|former|past|local|built-in|default|hidden|ethical|content|aforementioned|other)';
const WEAK =
  '(?:all|any|every|everything|each|of|the|your|these|those|its|my|our|user|users|human|current|and|or|given|provided|such|\\w+ing)';
const NOUN =
  '(?:instructions?|prompts?|directives?|directions?|rules?|guidelines?|orders|commands|restrictions?|constraints?|safeguards?|guardrails?|polic(?:y|ies)|programming|training|messages?|context|taboos?|totems?|talismans?|anchors?|protocols?|limitations?|measures?|filters?|boundar(?:y|ies)|conditioning)';

type Group = readonly [keywords: readonly string[], orders: readonly (readonly [OrderKind, string])[]];

/** Patterns by kind, each kind with its own keywords: few are tried in a window. */
const GROUPS: readonly Group[] = [
  [
    // biome-ignore format: words read better in rows
    [
      '^ignor', '^disregard', '^forget', '^overrid', '^overrul', '^bypass', '^discard', '^neglect', '^circumvent',
      'set aside', 'no attention to', '^drop all', '^skip all', '^erase', '^violate', 'not follow', 'not obey',
      'not comply', 'not listen', 'not respect', 'not adhere', "n't follow", "n't obey", "n't comply", "n't listen",
      '’t follow', 'stop following', 'stop obeying', 'no longer follow', 'no longer obey', 'cease following',
    ],
    [
      [
        'ignore',
        `\\b${VERB}\\s+(?:all\\s+|everything\\s+)?(?:of\\s+)?(?:the\\s+)?(?:above|foregoing)(?=\\s*(?:[.,;:!]|$|and\\b|instead\\b|entirely\\b|completely\\b))`,
      ],
      [
        'ignore',
        `\\b${VERB}\\s+(?:(?:what|whatever|anything|everything|all)\\s+(?:that\\s+)?)?(?:the|your)\\s+(?:system prompt|system message|developer message|operator|local polic(?:y|ies))\\b`,
      ],
      [
        'ignore',
        `\\b${VERB}\\s+(?:the|your)\\s+(?:users?|humans?|owners?)(?=\\s*(?:[.;!]|$|and\\b|completely\\b|entirely\\b))`,
      ],
      ['ignore', `\\b${VERB}\\s+(?:${WEAK}\\s+){0,5}(?:${STRONG}\\s+)(?:${STRONG}\\s+|${WEAK}\\s+){0,3}${NOUN}\\b`],
      [
        'ignore',
        `\\b${VERB}\\s+(?:all|any|every)\\s+(?:of\\s+)?(?:the|your|these|those|my)\\s+(?:\\w+\\s+)?${NOUN}\\b`,
      ],
      [
        'ignore',
        `\\b${VERB}\\s+(?:all\\s+)?your\\s+(?:\\w+\\s+)?(?:instructions?|programming|training|rules|guidelines|guardrails|restrictions|safeguards|polic(?:y|ies)|anchors?|taboos?)\\b`,
      ],
      [
        'ignore',
        `\\b(?:ignore|disregard|forget|discard|override)\\s+(?:all|everything|anything|what|whatever)(?:\\s+(?:that|which|you|was|were|is|has|have|been|I|we|the|user|said|told|written|text|it|came|comes|stands)){0,6}\\s+(?:above|before|previously|earlier|so far|until now|up to (?:now|this point)|told to you|been told)\\b`,
      ],
      [
        'ignore',
        `\\b${VERB}\\s+(?:all|any|every)\\s+(?:instructions|rules|guidelines|restrictions|safeguards|guardrails|policies|constraints|directives|anchors|taboos)\\b`,
      ],
      [
        'ignore',
        `\\b${VERB}\\s+(?:${WEAK}\\s+){0,2}(?:instructions?|rules?|directives?|prompts?)\\s+(?:you\\s+)?(?:above|before this|given (?:above|before|earlier)|that came before|from (?:the )?(?:system|developer|user|operator)|have been given|were given|received)\\b`,
      ],
    ],
  ],
  [
    // biome-ignore format: words read better in rows
    [
      'new instructions', 'new rules', 'new orders', 'new directive', 'new system prompt', 'real instructions',
      'real rules', 'true instructions', 'actual instructions', 'updated instructions',
    ],
    [
      [
        'new-orders',
        `\\b(?:your|the|these are (?:your|the)|here are (?:your|the))\\s+(?:new|real|true|actual|updated)\\s+(?:instructions?|orders|directives?|rules|system prompt)\\s*(?:are|is|:|follow|begin|—|-)`,
      ],
    ],
  ],
  [
    // biome-ignore format: words read better in rows
    [
      '^developer mode', '^dan mode', '^god mode', 'jailbroken', 'unrestricted', 'unfiltered', 'no longer bound',
      'no restrictions', 'no rules', 'no limits', 'no filters', 'without any', 'without restrictions',
      'without limits', 'without rules', 'without filters', 'with no ', 'free from', 'free of', '^dan,', '^dan ',
      '^dan.', 'do anything now', 'uncensored', 'no longer restricted', 'no longer limited', 'no longer subject',
      'jailbreak',
    ],
    [
      [
        'mode',
        `\\byou\\s+are\\s+(?:now\\s+)?(?:in\\s+)?(?:an?\\s+)?(?:developer mode|debug mode|dan mode|god mode|dan\\b|jailbroken|unrestricted|unfiltered|uncensored|free (?:of|from) (?:all |any |your |the )?(?:rules|restrictions|constraints|limits|limitations|guidelines)|no longer (?:bound|restricted|limited|an assistant|subject))`,
      ],
      [
        'mode',
        `\\b(?:enter|enable|activate|switch (?:in)?to|turn on|engage)\\s+(?:the\\s+|your\\s+)?(?:dan|god|jailbreak|jailbroken|unrestricted|unfiltered|uncensored|no-restrictions?)\\s+mode\\b`,
      ],
      [
        'mode',
        `\\b(?:act|behave|respond|answer|pretend|proceed)\\s+(?:as\\s+(?:if|though)\\s+)?(?:you\\s+(?:have|had|were|are)\\s+)?(?:without|with no|no|free from|free of)\\s+(?:any\\s+|all\\s+)?(?:restrictions?|rules|limits|limitations|filters?|guidelines|safety \\w+|constraints|guardrails)\\b`,
      ],
      ['mode', `\\bdo anything now\\b`],
    ],
  ],
  [
    // biome-ignore format: words read better in rows
    [
      'keep this', 'keep these', 'keep it', 'keep the following', 'keep all', 'to the user', 'to the reviewer', 'to the human', 'to the operator', 'to any', 'tell the', 'tell your', 'tell any', 'inform the', 'inform any', 'notify the', 'alert the', 'warn the',
      'let the user', 'let the reviewer', 'let the human', 'let the operator', 'let any', 'telling the',
      'informing the', 'mention this', 'mention these', 'mention the', 'reveal this', 'reveal these', 'reveal the',
      'disclose this', 'disclose these', 'repeat this', 'repeat these', 'acknowledge th', 'show this', 'show these',
      'without telling', 'without informing', 'without notifying', 'without asking', 'without alerting',
      'without consulting', 'without first',
    ],
    [
      [
        'secrecy',
        `\\b(?:do not|don['’]?t|never)\\s+(?:reveal|disclose|mention|admit|say|explain|show|report|confess)\\s+(?:this\\s+|it\\s+|anything\\s+)?(?:to\\s+)?(?:the\\s+|any\\s+)?(?:users?|humans?|operators?|reviewers?|owners?|anyone|anybody)\\s+(?:that\\s+(?:you|this|the)|about\\s+(?:this|these))\\b`,
      ],
      [
        'secrecy',
        `\\bkeep\\s+(?:this|these|it|the following|all (?:of )?this)\\s+(?:\\w+\\s+){0,2}?(?:secret\\s+|hidden\\s+|away\\s+)?from\\s+(?:the\\s+|your\\s+)?(?:users?|humans?|operators?|reviewers?|owners?)\\b`,
      ],
      [
        'secrecy',
        `\\b(?:do not|don['’]?t|never|must not|should not|avoid)\\s+(?:ever\\s+)?(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|warn(?:ing)?|let(?:ting)?)\\s+(?:the\\s+|your\\s+)?(?:users?|humans?|operators?|reviewers?|persons?|owners?|anyone|anybody|them)\\s+(?:know\\s+)?(?:about|of|that|what)\\s+(?:this|these|it\\b|you\\b|the (?:hidden|above|following|present)|any of this)`,
      ],
      [
        'secrecy',
        `\\b(?:do not|don['’]?t|never)\\s+(?:mention|reveal|disclose|repeat|acknowledge|show)\\s+(?:this|these|the\\s+(?:hidden|above|following|present|existence of (?:this|these)))\\s+(?:hidden\\s+|secret\\s+)?(?:instructions?|prompts?|messages?|directives?|comments?|orders?|rules?)\\b`,
      ],
      [
        'secrecy',
        `\\b(?:send|upload|delete|run|execute|post|copy|share|email|transmit|approve|load|install|change|modify|overwrite|forward|fetch|download|write|add|disable)\\b[^.!?\\n]{1,80}\\bwithout\\s+(?:first\\s+)?(?:telling|informing|notifying|asking|alerting|consulting)\\s+(?:the\\s+)?(?:users?|humans?|operators?|reviewers?|owners?|anyone|anybody)\\b`,
      ],
    ],
  ],
  [
    // biome-ignore format: words read better in rows
    [
      '^exfiltrat', '^send', '^upload', '^post ', '^transmit', '^forward', '^leak', '^email', '^e-mail', '^mail ',
      '^copy ', '^deliver', '^push ', '^report ',
    ],
    [
      [
        'exfiltrate',
        `\\b(?:send|post|upload|transmit|forward|e?mail|exfiltrate|leak|copy|deliver|report|push)\\b[^.!?\\n]{0,60}\\b(?:conversations?|chat (?:history|log)s?|memor(?:y|ies)|api keys?|passwords?|credentials?|secrets?|system prompt|tokens?|private \\w+|user(?:['’]s)? (?:data|files|messages)|contents? of|files|everything|history|transcripts?)\\b[^.!?\\n]{0,60}\\b(?:to|at|into)\\s+(?:https?:\\/\\/|[\\w.+-]{1,60}@[\\w-]{1,60}\\.|an? (?:external|remote|outside|attacker)|the attacker|this (?:url|address|server|webhook|endpoint)|the following (?:url|address|server|webhook|endpoint)|my (?:server|address|webhook|inbox))`,
      ],
      ['exfiltrate', `\\bexfiltrate\\s+(?:the|all|any|every|your)\\b`],
    ],
  ],
  [
    // biome-ignore format: words read better in rows
    [
      'system prompt', 'system message', 'system instruction', 'hidden instruction', 'hidden prompt', 'hidden rule',
      'initial instruction', 'initial prompt', 'developer message', 'developer instruction', 'developer prompt',
      'prompt verbatim', 'everything above', 'text above', 'words above', 'all above',
    ],
    [
      [
        'reveal',
        `\\b(?:repeat|print|output|recite|write out)\\s+(?:everything|all|the text|the words|all (?:of )?the (?:text|words))\\s+(?:\\w+\\s+){0,2}?above\\b`,
      ],
      [
        'reveal',
        `\\b(?:reveal|print|repeat|output|show|display|disclose|dump|leak|recite|write out|tell me)\\s+(?:me\\s+)?(?:all\\s+(?:of\\s+)?)?(?:your|the)\\s+(?:(?:full|entire|whole|complete|hidden|initial|original|secret|exact|internal)\\s+){0,3}(?:system prompt|system message|system instructions|hidden (?:instructions|prompt|rules)|initial (?:instructions|prompt)|developer (?:message|instructions|prompt)|prompt verbatim)\\b`,
      ],
    ],
  ],
  [
    // biome-ignore format: words read better in rows
    [
      'tell the', 'assure ', 'inform the', 'convince ', 'persuade ', 'report to ', 'mark th', 'mark all',
      'mark every', 'approve th', 'approve all', 'accept th', 'accept all', 'classify th', 'treat th', 'treat all',
      'label th', 'report th', 'rate th',
    ],
    [
      [
        'deceive',
        `\\b(?:tell|assure|inform|convince|report to|persuade)\\s+(?:the\\s+)?(?:users?|reviewers?|operators?|humans?|owners?)\\s+(?:that\\s+)?(?:this|the|these|everything|all)\\s+(?:\\w+\\s+){0,3}(?:is|are|was|were|looks?)\\s+(?:completely\\s+|totally\\s+|perfectly\\s+)?(?:fine|ok|okay|safe|trusted|clean|verified|harmless|approved|reviewed|secure)\\b`,
      ],
      [
        'deceive',
        `\\b(?:mark|approve|accept|classify|treat|label|report|rate)\\s+(?:this|the|these|all|every)\\s+(?:\\w+\\s+){0,2}(?:package|file|memory|content|document|text|findings?)s?\\s+(?:as\\s+)?(?:already\\s+)?(?:approved|reviewed|trusted|safe|clean|verified|without (?:any )?(?:review|confirmation|asking|reading)|automatically|immediately)\\b`,
      ],
    ],
  ],
  [
    // biome-ignore format: words read better in rows
    [
      '<|', '[inst]', '[/inst]', '<<sys>>', '<</sys>>', '### system', '###system', '### instruction',
      '###instruction', '<system', '</system', '<developer_message', '</developer_message',
    ],
    [
      [
        'template',
        `<\\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|eot_id)\\|>|\\[\\/?INST\\]|<<\\/?SYS>>|^\\s{0,3}###\\s{0,2}(?:system|instruction)s?\\s{0,2}:|<\\/?(?:system|system_prompt|system-reminder|developer_message)>`,
      ],
    ],
  ],
];

const HIDDEN: Language = {
  keywords: [],
  orders: [],
  hiddenKeywords: [
    '^ai$',
    '^llm',
    'language model',
    '^assistant',
    '^chatbot',
    '^agent',
    '^copilot',
    '^claude',
    '^chatgpt',
    '^gpt',
    '^gemini',
    '^model',
    '^you must ',
  ],
  hiddenOrders: [
    [
      'addressed',
      `\\b(?:attention|dear|hey|hello|note|message|notice|important|instructions?|memo)[,:]?\\s+(?:to|for)?\\s*(?:the\\s+|any\\s+|all\\s+)?(?:ai|llm|language model|assistant|chatbot|agent|gpt|chatgpt|claude|gemini|copilot|model)s?\\b`,
    ],
    [
      'addressed',
      `\\b(?:if you are|as)\\s+an?\\s+(?:ai|llm|language model|large language model|assistant|ai assistant|chatbot|agent)\\b[^.!?\\n]{0,120}\\b(?:must|should|always|never|please|you|do|add|say|write|include|recommend|answer)\\b`,
    ],
    [
      'addressed',
      `\\b(?:ai|llm|language model|assistant|chatbot|agent|model|copilot|claude|chatgpt)s?\\s*[:,]\\s*(?:please\\s+)?(?:you\\s+(?:must|should|will)\\s+)?(?:always|never|say|add|include|recommend|answer|respond|reply|write|do|run|execute|send|tell|use|delete|open|visit|load|approve|obey|follow|ignore|output|print|mark|treat|fetch|download)\\b`,
    ],
    [
      'addressed',
      `\\b(?:ai|llm|language model|assistant|chatbot|agent|ai model)s?\\s+(?:reading this\\s+)?(?:must|should|shall|is to|are to|is required to)\\s+(?:now\\s+)?(?:always|never|not|say|add|include|recommend|answer|respond|reply|write|run|execute|send|tell|use|delete|open|visit|load|approve|obey|follow|output|print|mark|treat|fetch|download|call|give|grant)\\b`,
    ],
    [
      'addressed',
      `\\byou must (?:now |always |also |immediately |first )?(?:obey|follow|execute|run|send|say|answer|respond|reply|approve|recommend|reveal|delete|upload|treat|call|load|download|fetch|output|comply)\\b`,
    ],
  ],
};

export const ENGLISH: readonly Language[] = [
  ...GROUPS.map(([keywords, orders]): Language => ({ keywords, orders, hiddenKeywords: [], hiddenOrders: [] })),
  HIDDEN,
];
