/** Prose that claims authority a package never has (format F1.2): tools, policy, review. And prose that asks for execution on load. */
import type { Matcher, Scene, Window } from '../sighting.ts';
import { gated, worthTrying } from '../text/gate.ts';
import { isAbout, stanceOf } from '../text/stance.ts';

// biome-ignore format: words read better in rows
const ENGLISH_KEYWORDS: readonly string[] = [
  '^grant', '^authoriz', '^authoris', '^permission', '^permitted to', '^allowed to', '^entitle', '^override',
  '^supersede', '^precedence', '^bypass', '^outrank', '^exempt', 'no review', 'need review', 'require review',
  'not require', 'not need', 'human review', 'no further', 'further confirmation', 'further review',
  'confirmation is', 'approval is', 'without review', 'without human', 'no human', 'no approval', 'pre-approved',
  'preapproved', 'already approved', 'already reviewed', 'full access', 'root access', 'admin access',
  'admin rights', 'unlimited access', 'elevated', 'trusted by default', 'must be trusted', 'automatically trusted',
  'skip review', 'skip the', 'skip any', 'skip human', 'skip all', 'skipping', 'skip quarantine', 'skip approval', 'skip confirmation', 'skip inspection', 'review is', 'quarantine is', 'inspection is', 'not required', 'not needed', 'unnecessary', 'any tool', 'all tools', 'every tool', 'any command', 'all commands', 'any script', 'any program', 'any code', 'arbitrary', 'you may', 'free to',
];
// biome-ignore format: words read better in rows
const FOREIGN_KEYWORDS: readonly string[] = [
  '授予', '授权', '授權', '赋予', '优先于', '優先於', '凌驾', '覆盖本地', '绕过', '无需审核', '无需审查', '無需審核', '无须审核', '免审', '不需要审', '无需人工',
  '已预先批准', '完全访问', '最高权限', '管理员权限', '^otorga', '^concede', '^autoriza', 'sin revision', 'no requiere', 'no necesita',
  'prevalece', 'gewahrt', '^erteilt', 'berechtigt', 'vorrang', 'ohne prufung', '^accorde', '^autorise', 'prevaut',
  'prime sur', 'sans verification', 'sans relecture', 'предоставляет', 'разрешает', 'приоритет', 'без проверки',
  '許可を与え', '権限を与え', '優先され', '優先する', 'レビュー不要', '審査不要', '確認不要',
];
// biome-ignore format: words read better in rows
const RUNTIME_KEYWORDS: readonly string[] = [
  'on load', 'on import', 'when loaded', 'when imported', 'when opened', 'when it is loaded', 'when it is imported', 'upon load', 'upon import', 'at startup', '加载', '导入', '载入',
  '載入', '匯入', '启动时', '打开此', '安装后', 'al cargar', 'al importar', 'beim laden', 'beim import', 'au chargement',
  "a l'import", 'при загрузке', 'при импорте', '読み込み時', 'インポート時', 'ロード時', 'on loading', 'on opening', 'after load',
  'after import', 'during load', 'during import', 'is loaded', 'is imported', 'is opened', 'gets loaded',
  'been loaded', 'been imported', 'is activated', 'is read', 'on start', 'on open', 'at load', 'at import',
  'upon start', 'upon open', 'on activation', 'before load', 'before import',
];

const SUBJECT = '(?:this|the)\\s+(?:package|file|memory|persona|profile|document|manifest|bundle|agent|skill|uaix)s?';
const POLICY =
  "(?:local|client|host|system|user|operator|security|receiving|importing|platform|your|the|any|all)(?:['’]s)?(?:\\s+(?:local|client|host|security|safety|import|desktop|own))?\\s+(?:polic(?:y|ies)|rules?|settings|restrictions|permissions|safeguards)";
const ENGLISH_CLAIMS: readonly RegExp[] = [
  new RegExp(
    `\\b${SUBJECT}\\s+(?:hereby\\s+|explicitly\\s+|also\\s+)?(?:grants?|gives?|confers?|provides?|authori[sz]es?|permits?|enables?)\\s+(?:you|the (?:assistant|agent|model|client|ai|persona)|it|its holder|full|unrestricted|complete|all|tool|root|admin)\\b[^.!?\\n]{0,80}\\b(?:access|permissions?|tools?|authority|rights?|privileges?|control|to (?:run|execute|use|call|write|delete|modify|access|read|install|send))\\b`,
    'gi',
  ),
  /\b(?:you|the (?:assistant|agent|model|ai|persona|client))\s+(?:are|is|have been|has been)\s+(?:hereby\s+|now\s+|fully\s+|explicitly\s+|pre-?)?(?:granted|authori[sz]ed|permitted|allowed|entitled|given permission|empowered)\b[^.!?\n]{0,60}\b(?:(?:run|execute|call|install|use)\s+(?:any|all|every|shell|arbitrary|tools?|commands?|code|scripts?|programs?)|(?:bypass|override|skip|ignore)\s|(?:full|root|admin|unrestricted|unlimited|complete)\s+(?:access|rights|permissions?|control)|tool access|(?:write|network|file ?system|shell|internet) access)/gi,
  /\b(?:has|have|having|gets?|with|holds?)\s+(?:full|root|admin(?:istrator)?|unrestricted|unlimited|complete|elevated)\s+(?:access|rights|permissions?|privileges|authority|control)\s+(?:to|over|on)\s+(?:all|any|every|the|your)\s+(?:tools?|files?|system|machine|computer|network|commands?|host|shell)\b/gi,
  new RegExp(
    `\\b${SUBJECT}\\s+(?:always\\s+)?(?:overrides?|supersedes?|outranks?|bypasses?|takes? precedence over|has precedence over|prevails over|is exempt from|replaces?)\\s+(?:\\w+\\s+){0,2}?${POLICY}`,
    'gi',
  ),
  /\b(?:overrides?|supersedes?|takes? precedence over|has precedence over|outranks?|prevails? over)\s+(?:the |any |all |every |your )?(?:local|client|host|importer|operator|receiving|desktop)(?:['’]s)?\s+(?:\w+\s+)?(?:polic(?:y|ies)|rules?|settings|instructions|safeguards)/gi,
  /\b(?:no|without(?: any)?)\s+(?:further\s+|human\s+|manual\s+|additional\s+|user\s+)*(?:review|approval|confirmation|inspection|validation)\s+(?:is\s+|was\s+|will be\s+)?(?:needed|required|necessary)\b/gi,
  /\b(?:does|do|should|will|need)\s+not\s+(?:require|need|be subject to|undergo)\s+(?:any\s+|further\s+|human\s+|manual\s+|a\s+)*(?:review|approval|confirmation|inspection|quarantine)\b/gi,
  /\b(?:this|the)\s+(?:package|file|memory|persona|profile|bundle)\s+(?:is|has been|was|are)\s+(?:already\s+|fully\s+)?(?:pre-?approved|pre-?authori[sz]ed|exempt from (?:review|quarantine|inspection)|trusted by default|automatically trusted|to be trusted without)\b/gi,
  /\b(?:load|import|accept|approve|trust)\s+(?:it|this (?:package|file|persona|memory)|the (?:package|file))\s+(?:automatically|immediately|directly)?\s*without\s+(?:any\s+|further\s+|human\s+)?(?:review|inspection|approval|confirmation|quarantine)\b/gi,
  /\byou\s+(?:may|can|are free to|are welcome to)\s+(?:freely\s+)?(?:use|run|call|execute|invoke|install)\s+(?:any|all|every|arbitrary)\s+(?:of the\s+)?(?:\w+\s+)?(?:tools?|commands?|scripts?|programs?|code|functions?)\b/gi,
  /\b(?:review|approval|confirmation|quarantine|inspection)\s+(?:of (?:this|the) \w+\s+)?(?:is|are)\s+(?:not|never)\s+(?:required|needed|necessary)\b|\b(?:review|approval|confirmation)\s+is\s+unnecessary\b/gi,
  /\bskip(?:ping)?\s+(?:the\s+|any\s+|human\s+|all\s+)*(?:review|quarantine|approval|confirmation|inspection)\b/gi,
];

const FOREIGN_CLAIMS: readonly RegExp[] = [
  /(?:本|此|该|這個|这个)(?:包|文件|软件包|记忆|人格|档案|清单)?(?:特此)?(?:授予|授权|授權|赋予|允许)(?:你|您|助手|模型|客户端|智能体|AI)?[^。！？\n]{0,24}(?:权限|權限|工具|访问|訪問|执行|執行|控制|命令)/g,
  /(?:优先于|優先於|凌驾于|高于|覆盖|取代|绕过)(?:了)?(?:任何|所有|一切|的)?(?:本地|客户端|主机|系统|接收方|导入方|用户)(?:的)?(?:安全)?(?:策略|政策|规则|設定|设置)/g,
  /(?:无需|無需|无须|不需要|不必|免除?)(?:任何|再|经过|进行|人工|人类|用户|进一步)*(?:审核|審核|审查|審查|批准|确认|隔离|人工)/g,
  /(?<!\p{L})(?:este|esta)\s+(?:paquete|archivo|memoria|perfil)\s+(?:otorga|concede|da|autoriza)\p{L}*\s[^.!?\n]{0,60}(?:acceso|permisos?|herramientas|autoridad|ejecutar)|(?:prevalece|tiene prioridad)\s+sobre\s+(?:la|cualquier|las|toda)\s+polític\p{L}+|no (?:requiere|necesita)\s+(?:ninguna\s+)?(?:revisión|aprobación)/giu,
  /(?<!\p{L})(?:dieses|diese|das)\s+(?:paket|datei|profil|gedächtnis)\s+(?:gewährt|erteilt|gibt|berechtigt)\s[^.!?\n]{0,60}(?:zugriff|rechte|werkzeuge|vollmacht|befehle|auszuführen)|hat\s+vorrang\s+vor\s+(?:der|allen|jeder|den)\s+(?:lokalen?\s+)?(?:richtlinie|regel)\p{L}*|(?:keine|ohne)\s+(?:weitere\s+)?(?:prüfung|freigabe|genehmigung)\s+(?:erforderlich|nötig|notwendig)/giu,
  /(?<!\p{L})(?:ce|cette)\s+(?:paquet|fichier|mémoire|profil)\s+(?:accorde|donne|autorise|confère)\s[^.!?\n]{0,60}(?:accès|droits?|outils|autorité|exécuter)|(?:prévaut|prime|l['’]emporte)\s+sur\s+(?:la|toute|les)\s+politiques?|(?:aucune|sans)\s+(?:autre\s+)?(?:vérification|relecture|approbation|validation)\s+(?:n['’]est\s+)?(?:nécessaire|requise)/giu,
  /(?<!\p{L})(?:этот|данный|эта)\s+(?:пакет|файл|профиль|память)\s+(?:предоставляет|даёт|дает|разрешает)\s[^.!?\n]{0,60}(?:доступ|права|инструмент|полномочи|выполн)\p{L}*|имеет\s+приоритет\s+над\s+(?:локальн|любой|всеми)\p{L}*\s*\p{L}*|(?:проверка|одобрение)\s+не\s+(?:требуется|нужн\p{L}*)/giu,
  /(?:この|本)(?:パッケージ|ファイル|プロファイル|メモリ)は[^。！？\n]{0,30}(?:権限|許可|アクセス|ツール)[^。！？\n]{0,12}(?:与え|付与し)(?:ます|る)(?!ものではあり)|ローカル(?:の)?ポリシー(?:より|に)優先(?:し|され)(?:ます|る)|(?:レビュー|審査|確認|承認)(?:は)?不要(?:です)?/g,
];

const ON_LOAD =
  '(?:on|upon|at|after|during|before)\\s+(?:load(?:ing)?|import(?:ing)?)|(?:on|upon|at)\\s+(?:open(?:ing)?|start-?up|activation)|(?:when|once|as soon as|whenever|every time)\\s+(?:this|the)\\s+(?:package|file|memory|profile|persona|archive)\\s+(?:is|has been|gets)\\s+(?:loaded|imported|opened|activated|read)|when\\s+(?:it\\s+is\\s+|it.s\\s+)?(?:loaded|imported|opened)|immediately after (?:load|import)\\w*';
const RUN = '(?:run|execute|launch|start|invoke|call|source|eval(?:uate)?|spawn)';
const RUNTIME: readonly RegExp[] = [
  new RegExp(
    `\\b(?:must|should|shall|will|has to|have to|needs? to)\\s+(?:be\\s+)?(?:automatically\\s+)?(?:run|executed|launched|started)\\s+(?:automatically\\s+|immediately\\s+)?(?:${ON_LOAD})\\b`,
    'gi',
  ),
  new RegExp(
    `\\b(?:${ON_LOAD})\\b[,:]?\\s{0,3}[^.!?\\n]{0,40}?\\b(?:must\\s+|should\\s+|will\\s+|please\\s+|automatically\\s+|the client (?:must|should|will|shall)\\s+)*${RUN}\\s+(?:the\\s+|this\\s+|these\\s+|following\\s+|all\\s+)*(?:[\`"'./\\w-]{1,60}\\s+)?(?:scripts?|commands?|code|programs?|hooks?|binar(?:y|ies)|[\`"'][^\`"'\\n]{2,80}[\`"']|[\\w./-]{1,60}\\.(?:sh|py|js|ps1|bat|exe|rb|command))`,
    'gi',
  ),
  new RegExp(
    `\\b(?:automatically\\s+)?${RUN}\\s+(?:the\\s+|this\\s+|these\\s+|following\\s+|all\\s+)*(?:[\`"'./\\w-]{1,60}\\s+)?(?:scripts?|commands?|code|programs?|hooks?|[\`"'][^\`"'\\n]{2,80}[\`"']|[\\w./-]{1,60}\\.(?:sh|py|js|ps1|bat|exe|rb|command))[\`"']?\\s+(?:automatically\\s+|immediately\\s+)?(?:${ON_LOAD})\\b`,
    'gi',
  ),
  /(?:加载|导入|载入|載入|匯入|打开|启动)(?:此|本|该)?(?:包|文件|记忆|时|後|后|之后|完成后)[^。！？\n]{0,16}(?:自动|立即|请|必须|应)?(?:运行|執行|执行|启动|调用)[^。！？\n]{0,20}(?:脚本|命令|代码|程序|钩子|`[^`\n]{2,60}`|[\w./-]{1,40}\.(?:sh|py|js|ps1|bat))/g,
  /(?<!\p{L})(?:al (?:cargar|importar|abrir)|beim (?:laden|import|öffnen)|au chargement|à l['’]import(?:ation)?|при (?:загрузке|импорте|открытии))[^.!?\n]{0,50}?(?:ejecut\p{L}*|führe\p{L}*|ausführ\p{L}*|starte\p{L}*|exécut\p{L}*|lance\p{L}*|выполн\p{L}*|запуст\p{L}*)\s+[^.!?\n]{0,40}?(?:scripts?|comandos?|código|skripte?|befehle?|code|commandes?|скрипт\p{L}*|команд\p{L}*|код|[\w./-]{1,40}\.(?:sh|py|js|ps1|bat))/giu,
  /(?:読み込み|インポート|ロード|起動)(?:時|後|した(?:ら|とき))[^。！？\n]{0,30}(?:スクリプト|コマンド|コード|プログラム|[\w./-]{1,40}\.(?:sh|py|js|ps1|bat))[^。！？\n]{0,10}を?(?:実行|起動)(?:し(?:て|ろ|なさい)|する(?!こと(?:は|を))|せよ)/g,
];

const QUOTED_UNITS = 140;

function matcherOf(
  rule: 'security/authority-claim' | 'security/runtime-request',
  keywords: readonly string[],
  patterns: readonly RegExp[],
): Matcher {
  const claims = patterns.map((pattern) => gated(pattern));
  const match = (window: Window, scene: Scene): void => {
    for (const { pattern } of worthTrying(claims, window.text)) {
      for (const found of window.text.matchAll(pattern)) {
        const from = window.base + found.index;
        const to = from + found[0].length;
        if (isDenied(scene.surface.text, from, to)) continue;
        const quote = found[0].trim().replace(/\s+/g, ' ').slice(0, QUOTED_UNITS);
        scene.report(rule, from, to, rule === 'security/runtime-request' ? { quote, variant: 'prose' } : { quote });
      }
    }
  };
  return { keywords, before: 200, after: 360, weight: 2, match };
}

/** A claim about somebody else's claim, or its denial, or a question whether it holds. */
function isDenied(text: string, from: number, to: number): boolean {
  const stance = stanceOf(text, from, to);
  if (isAbout(stance)) return true;
  const after = text.slice(to, to + 80);
  const before = text.slice(Math.max(0, from - 60), from);
  return (
    /^[^.!?\n]{0,60}\?/.test(after) ||
    /\b(?:whether|if|unless|until|only (?:if|when|after)|not until|claims? that|would)\s+[^.!?\n]{0,40}$/i.test(
      before,
    ) ||
    /(?:是否|除非|如果|若)[^。！？\n]{0,20}$/.test(before)
  );
}

export const CLAIM_MATCHERS: readonly Matcher[] = [
  matcherOf('security/authority-claim', ENGLISH_KEYWORDS, ENGLISH_CLAIMS),
  matcherOf('security/authority-claim', FOREIGN_KEYWORDS, FOREIGN_CLAIMS),
  matcherOf('security/runtime-request', RUNTIME_KEYWORDS, RUNTIME),
];
