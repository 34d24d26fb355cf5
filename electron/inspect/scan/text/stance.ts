/**
 * What a text does with the words it holds: says them, forbids them, or talks about them. Seven languages.
 * Only the sentence, and the heading or the line that introduces it, are asked; a word elsewhere in the file excuses nothing.
 */

export interface Stance {
  /** A prohibition governs the words: "never …", "… is refused", 禁止…. */
  readonly forbidden: boolean;
  /** Somebody else's words are reported: "asks you to …", requests to …, 要求…. */
  readonly reported: boolean;
  /** The words stand in quotation marks or code marks inside a sentence. */
  readonly quoted: boolean;
  /** The sentence speaks of attacks, examples, dangers, effects. */
  readonly described: boolean;
  /** The heading or introducing line forbids, or speaks of attacks, examples, dangers. */
  readonly introduced: boolean;
}

const SENTENCE_UNITS = 320;
const INTRO_UNITS = 2_400;

const FORBIDS =
  /\b(?:never|do not|don['’]t|must not|mustn['’]t|may not|cannot|can['’]?t|can not|shall not|should not|shouldn['’]t|will not|won['’]t|would not|does not|doesn['’]t|did not|didn['’]t|not to|refus\w+|reject\w*|declin\w+|avoid\w*|forb[ia]d\w*|prohibit\w*|disallow\w*|not allowed|not permitted|den(?:y|ies|ied)|block(?:s|ed|ing)?|neither|nor|no (?:one|package|file|memory|text|instruction|message|agent|persona|page|content)|nothing|nobody|is not|are not|isn['’]t|aren['’]t|instead of|rather than|prevent\w*|resist\w*|guards? against|protects? against|without ever|taboo|off[- ]limits|unable to)\b|(?:不要|不得|不可|不能|不会|不應|不应|禁止|切勿|请勿|請勿|绝不|絕不|从不|從不|永不|拒绝|拒絕|严禁|嚴禁|无权|無權|不允许|不允許|避免|别)|\b(?:nunca|jamás|jamas|prohibid[oa]s?|no (?:debes?|se debe|puedes?|ejecutes|sigas|uses|hagas)|niega|rechaza\w*|evita\w*|niemals|nie|nicht|kein\w*|verboten\w*|darf nicht|verweiger\w*|ablehn\w*|lehnt?|jamais|ne (?:jamais|pas|doit|faut)|n['’](?:exécute|obéi|ignore)\w*|interdit\w*|refus\w+|évite\w*)\b|(?:никогда|нельзя|запрещ\p{L}*|не (?:следует|должн\p{L}*|надо|выполняй\p{L}*|запускай\p{L}*|используй\p{L}*|могут|может|игнорир\p{L}*)|отказ\p{L}*|отклоня\p{L}*|избегай\p{L}*)|(?:してはいけません|してはならない|しないで|禁止|拒否|決して|絶対に)/giu;

/** What sounds like a prohibition and pushes: "do not hesitate to …". */
const URGES =
  /\b(?:do not|don['’]t|never|must not|cannot|can['’]?t|should not|no need to|not)\s+(?:you\s+)?(?:hesitate|worry|mind|forget|fail|be afraid|refuse|decline|reject|avoid|resist|block|prevent|stop|wait|only|just)\w*|(?:^|[.,;:!]\s*|\b(?:and|please|so)\s+)(?:do not|don['’]t|never)\s+(?:ask|care|argue|question|tell|mention|inform|reveal|deny|warn|follow|obey|listen)\w*|never ?mind|nothing (?:more|else|matters)|(?:no|sin) dud\w+|nicht nur|zöger\w* nicht|n['’]hésit\w+|(?:不要|别|请勿)(?:犹豫|猶豫|担心|忘记|拒绝|告诉|提醒|询问|问)|не (?:стесняй|сомневай|бой|говори|сообщай)\p{L}*/giu;

/** A bare negation right before the words. */
const NEGATED = /(?:^|[\s,;:("“])(?:no|not|non|nicht|nie|nunca|jamás|jamais|ne|не|never|don['’]t)\s*["“'‘«„]?\s*$/iu;

const AFTERWARDS =
  /^[^.!?。！？\n]{0,80}(?:\b(?:is|are|was|were|gets?|will be|must be|should be|shall be|would be)\s+(?:always\s+|never\s+|to be\s+)?(?:refused|rejected|forbidden|prohibited|blocked|declined|denied|ignored|obeyed|run|executed|allowed|followed|reported|flagged|caught|not|untrusted|dangerous|destructive|an? (?:attack|injection|threat|red flag|classic|typical|sign|example))|\b(?:verboten|untersagt|abgelehnt|interdit\w*|refusée?s?|prohibid\w+|rechaz\w+|запрещен\p{L}*|отклоня\p{L}*)|(?:是|属于|屬於)(?:一种|典型|常见)?[^。]{0,12}(?:攻击|攻擊|注入|禁止|危险)|(?:会被|將被|将被|应被|應被|一律|均)[^。]{0,8}(?:拒绝|拒絕|忽略|拦截|禁止)|と(?:いう|いった|の|書かれ|言われ|頼まれ|求め)|よう(?:に)?(?:求め|頼|言われ|指示され)|ない|ません|ことは(?:でき|禁止|許)|てはいけ|てはなら|は禁止|を拒否|には応じ|攻撃)/iu;

const REPORTS =
  /(?:\b(?!(?:i|we)\b)(?:says?|said|asks|(?:may|might|can|could|will|would|does|do|did|people|users|they|someone|somebody|anyone|anybody|who|documents?|files?|pages?)\s+(?:\w+\s+)?(?:ask|tell|instruct|order|request|urge|beg|try|say|claim|want)|tells|told it|tries|tried|trying|claims|wants|wanted|requests?|instructs|orders|attempts?|urges|demands?|commands|begs|pretends|pressures?|pushes|invitations?|pleas?|prompts|temptations?|instructed it|wishes)(?:\s+[\w'’*_-]+){0,4}\s+(?:to|that|it may|it can|they may|at)|\b(?:requests?|attempts?|efforts?|calls?|demands?|pressure) (?:to|at|for)|\b(?:tr(?:y|ies|ied|ying)|attempts?|aims?|wants?|could|can|may|might|would|designed|attacker\w*|meant)\b[^.!?]{0,30}\b(?:make|get|trick|convince|force|cause|lead|persuade)\s+(?:\w+\s+){1,4}(?:to|into)?|\b(?:says|reads|contains|said|like|such as|e\.g\.|namely|called|named|words|phrase|phrases|line|sentence|text|string|prompt|message|payload|example|being|of the form)[\s:,]*["“”'‘`«»「『(]|(?:要求|试图|試圖|企图|企圖|请求|請求|声称|聲稱|让|令|诱导|誘導|说|說|写着|例如|比如|诸如|类似|所谓)(?:你|模型|助手|AI|读者|它|角色)?[^。，；]{0,8}["“”'‘`「『]?|\b(?:pide|pida|piden|solicita|intenta|dice|ordena|bittet|verlangt|fordert|versucht|sagt|auffordert|demande|essaie|dit|ordonne|exige)(?:\s+[\p{L}'’]+){0,4}[\s:,]*(?:a|que|de|zu|,)?|(?:просит|требует|пытается|говорит|приказывает|просьб\p{L}*|попытк\p{L}*|призыв\p{L}*)(?:\s+[\p{L}]+){0,3})\s*["“”'‘`«»「『*_]*\s*(?:please\s+|bitte\s+|请)?$/iu;

const DESCRIBES =
  /\b(?:attack\w*|inject\w+|jailbreak\w*|malicious\w*|suspicious|adversar\w+|hostile|phishing|social engineering|smuggl\w+|exploit\w*|payloads?|threats?|red[- ]team\w*|evasions?|untrusted|for example|for instance|examples?|e\.g\.|such as|phrases? like|text like|words like|commands? like|things like|detect\w*|scanners?|flags?|flagged|triggers?|recogni[sz]\w+|danger\w*|destructive|harmful|risky|unsafe|warnings?|caution|beware|careful|explain\w*|describ\w*|means|would (?:delete|erase|wipe|destroy|remove|format|overwrite)|deletes|erases|wipes|destroys|overwrites|formats|kills|incidents?|post-?mortems?|accident\w*|mistake\w*|lesson\w*|quote[sd]?|typical|classic|notorious|infamous|well-known|lint|test (?:case|fixture|vector)s?|fixtures?|refus\w+|reject\w+|blocked|forbidden|taboos?|no-op|what (?:not )?to|why)\b|(?:攻击|攻擊|注入|越狱|越獄|恶意|惡意|可疑|示例|例如|比如|举例|诸如|危险|危險|破坏性|警告|注意|会删除|会清空|会格式化|检测|扫描|拦截|触发|事故|教训|说明|解释|意思是|测试)|\b(?:ataque\w*|inyecci\w+|malicios\w+|por ejemplo|ejemplos?|peligros\w+|borra|destruye|advertencia|Angriff\w*|Injektion\w*|bösartig\w*|zum Beispiel|Beispiele?|z\. ?B\.|gefährlich\w*|löscht|zerstört|Warnung\w*|attaques?|injection\w*|malveillant\w*|par exemple|exemples?|dangereu\w+|supprime|efface|détruit|avertissement\w*)\b|(?:атак\p{L}*|инъекци\p{L}*|вредоносн\p{L}*|например|пример\p{L}*|опасн\p{L}*|удаляет|удалит|стирает|уничтожает|предупреждени\p{L}*)|(?:攻撃|インジェクション|悪意|例えば|たとえば|例：|危険|警告|削除します|削除する|消去|検出|注意)/iu;

const FORBIDDING_INTRO =
  /\b(?:never|do not|don['’]?ts?|must not|forbidden|prohibited|prohibitions?|taboos?|banned|blocked|denied|disallowed|not allowed|refus\w+|rejects?|rejected|no-op|off[- ]limits|avoid|anti-?patterns?|red lines?|limits|boundar\w+|threats?|attacks?|injections?|jailbreaks?|dangerous|dangers?|hazards?|destructive|malicious|hostile|suspicious|adversarial|warnings?|what (?:we|it|the \w+) (?:refuse|reject|block|detect|catch)\w*|detects?|detection|scanner|test (?:cases|vectors|corpus)|fixtures?|security)\b|(?:禁止|禁忌|严禁|不得|不要|切勿|红线|拒绝|威胁|攻击|注入|危险|恶意|黑名单|警告|检测|不可)|\b(?:prohibid\w*|nunca|ataques?|peligr\w+|verboten\w*|niemals|tabus?|angriffe?|gefahr\w*|interdit\w*|jamais|attaques?|dangers?)\b|(?:запрещ\p{L}*|никогда|атак\p{L}*|опасн\p{L}*|угроз\p{L}*)|(?:禁止|タブー|攻撃|危険|拒否|やってはいけない)/iu;

const EXAMPLE_INTRO =
  /\b(?:examples?|e\.g\.|for instance|such as|sample|like these|ejemplos?|beispiele?|exemples?)\b|示例|例如|例子|пример\p{L}*|例/iu;

/** Judges the words at `from`–`to`. */
export function stanceOf(text: string, from: number, to: number): Stance {
  const before = sentenceBefore(text, from);
  const after = withoutAddresses(sentenceAfter(text, to));
  const intro = introduction(text, from - before.length, from);
  const quoted = isQuoted(before, after);
  return {
    forbidden: forbidsIn(before) || NEGATED.test(before) || AFTERWARDS.test(after.replace(/^["”’'`»」』*_)\s]+/, '')),
    reported: REPORTS.test(before),
    quoted,
    described: DESCRIBES.test(withoutAddresses(before)) || DESCRIBES.test(after),
    introduced: FORBIDDING_INTRO.test(intro) || (quoted && EXAMPLE_INTRO.test(intro)),
  };
}

/** The words are about an order, not an order: nothing is reported then. */
export function isAbout(stance: Stance): boolean {
  return (
    stance.forbidden ||
    stance.reported ||
    (stance.quoted && (stance.described || stance.introduced)) ||
    stance.introduced
  );
}

/** Text that forbids or explains a command makes it a matter of review. */
export function isForbiddenOrDescribed(stance: Stance): boolean {
  return stance.forbidden || stance.reported || stance.described || stance.introduced;
}

/** Words inside an address are nobody's words: `evil.example` gives no example. */
function withoutAddresses(text: string): string {
  return text.replace(
    /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'`<>)]+|\b[\w.-]+@[\w.-]+|\b[\w-]+(?:\.[\w-]+)+\/[^\s"'`<>)]*/gi,
    ' ',
  );
}

/** The clause in which the words stand must hold the prohibition; an urging form of it does not count. */
function forbidsIn(before: string): boolean {
  const clauses = before.split(
    /;|[,，]\s*(?:and|then|but|instead|so|now|also|please|just|simply|rather|und|et|y|sondern|mais|pero|然后|而是|但|请|现在|а|но|и)(?=\s|[^\x00-\x7f])|\s[—–-]\s/iu,
  );
  const clause = (clauses[clauses.length - 1] ?? '').replace(URGES, ' ');
  FORBIDS.lastIndex = 0;
  return FORBIDS.test(clause);
}

const END = /[.!?](?=[\s"'”’»)*_]|$)|[。！？]|\n\s*\n|\n(?=\s*(?:[-*+#|>]|\d{1,3}[.)])\s)|\n(?=```)|```[^\n]*\n/g;

function sentenceBefore(text: string, from: number): string {
  const slice = text.slice(Math.max(0, from - SENTENCE_UNITS), from);
  let start = 0;
  for (const end of slice.matchAll(END)) {
    const abbreviation = /\b(?:e\.g|i\.e|z\.\s?B|p\.\s?ej|etc|vs|Mr|Dr|No|т\.\s?е)$/i.test(slice.slice(0, end.index));
    if (!abbreviation) start = end.index + end[0].length;
  }
  return slice.slice(start);
}

function sentenceAfter(text: string, to: number): string {
  const slice = text.slice(to, to + SENTENCE_UNITS);
  END.lastIndex = 0;
  for (const end of slice.matchAll(END)) return slice.slice(0, end.index);
  return slice;
}

/** An opening mark before the words without its closing one, and a closing one after them. */
function isQuoted(before: string, after: string): boolean {
  const near = before.slice(-80);
  if (/[“„«「『‘]/.test(near) && !/[“„«「『‘][^”»」』’]*[”»」』’][^“„«「『‘]*$/.test(near)) return true;
  for (const mark of ['"', '`', "'"]) {
    const count = near.split(mark).length - 1;
    const opens = mark === "'" ? /(?:^|[\s(])'[^']*$/.test(near) : count % 2 === 1;
    if (opens && after.includes(mark)) return true;
  }
  return false;
}

/** The nearest heading above and the line that introduces the list, table, quotation or code block the words stand in. */
function introduction(text: string, sentenceFrom: number, from: number): string {
  const lines = text.slice(Math.max(0, sentenceFrom - INTRO_UNITS), from).split(/\r\n?|\n/);
  const own = lines.pop() ?? '';
  const fenced = lines.filter((line) => /^\s*```/.test(line)).length % 2 === 1;
  const item = /^\s*(?:[-*+>|]|\d{1,3}[.)])\s?|^ {4}|^\t/.test(own) || fenced || /^[^\p{L}]*$/u.test(own);
  const found: string[] = [];
  if (item) found.push(own.replace(/[^:：]*$/, ''));
  for (let i = lines.length - 1; i >= 0 && found.length < 6; i--) {
    const line = (lines[i] as string).trim();
    if (/^#{1,6}\s/.test(line) && !fenced) {
      found.push(line);
      break;
    }
    if (item && /[:：]["'”*_]*$/.test(line)) {
      found.push(line);
      break;
    }
    if (fenced && /^```/.test(line)) {
      const above = lines
        .slice(0, i)
        .reverse()
        .find((candidate) => candidate.trim() !== '');
      if (above !== undefined) found.push(above);
      break;
    }
  }
  return found.join('\n');
}
