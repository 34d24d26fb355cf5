/** Orders to the reader in Spanish, German, French and Russian. */
import type { Language } from './language.ts';

export const SPANISH: Language = {
  // biome-ignore format: words read better in rows
  keywords: [
    '^ignor', '^olvid', '^descart', '^desatiend', 'caso omiso', 'no sigas', 'no obedezcas', '^omit', '^anul',
    'al usuario', '^revela', '^muestra', '^envia', '^sube', '^manda', 'sin restricciones', 'modo desarrollador',
    'nuevas instrucciones', 'asistente', 'modelo',
  ],
  orders: [
    [
      'ignore',
      `(?<!\\p{L})(?:ignor(?:a|e|ad|en|es|ar)|olvid(?:a|e|ad|en|es|ar)|descart(?:a|e|ad|en|ar)|desatiend(?:e|a|an)|(?:haz|haga|hagan) caso omiso de|no (?:sigas|obedezcas|siga|obedezca)|omit(?:e|a|an|ir)|anul(?:a|e|en|ar)|sált(?:ate|ese))\\s+(?:por favor\\s+)?(?:(?:a|de|todas?|todos?|cualquier|las?|los?|el|tus?|sus?|estas?|esas?)\\s+){0,4}(?:(?:anteriores|previas|demás|otras)\\s+)?(?:instrucci(?:ones|ón)|órdenes|ordenes|reglas?|indicaciones|directrices|restricciones|normas|políticas?|mensajes?|prompt)\\s+(?:que\\s+\\p{L}+\\s+)?(?:anterior(?:es)?|previ[ao]s?|de arriba|del sistema|precedentes?|de seguridad|original(?:es)?|existentes?|recibid[ao]s|dad[ao]s|iniciales)`,
    ],
    [
      'ignore',
      `(?<!\\p{L})(?:ignor(?:a|e|en)|olvid(?:a|e|en)|desobedece)\\s+(?:todas|todos)\\s+(?:las|los|tus|sus)\\s+(?:instrucciones|reglas|órdenes|directrices|restricciones|normas|políticas)`,
    ],
    [
      'ignore',
      `(?<!\\p{L})(?:ignor(?:a|e|en)|olvid(?:a|e|en))\\s+(?:todo\\s+)?lo\\s+(?:anterior|que (?:te|se) (?:ha|han|dij\\p{L}+)|dicho antes)`,
    ],
    [
      'secrecy',
      `(?<!\\p{L})(?:no|nunca|jamás)\\s+(?:se lo\\s+)?(?:le\\s+)?(?:digas|dig(?:a|an)|informes|menciones|reveles|avises|cuentes)\\s+(?:nada\\s+)?(?:de esto\\s+)?(?:al|a la|a los)\\s+(?:usuari[oa]s?|human[oa]|revisor\\p{L}*|operador)`,
    ],
    [
      'reveal',
      `(?<!\\p{L})(?:revela|muestra|imprime|repite|dime)\\s+(?:tu|el|tus|las)\\s+(?:\\p{L}+\\s+)?(?:prompt del sistema|instrucciones del sistema|mensaje del sistema|instrucciones ocultas|prompt)`,
    ],
    [
      'exfiltrate',
      `(?<!\\p{L})(?:envía|envia|sube|manda|transmite|reenvía)\\s+[^.!?\\n]{0,60}(?:conversaci(?:ón|ones)|memorias?|contraseñas?|claves?|credenciales|secretos|historial|datos)[^.!?\\n]{0,50}\\s(?:a|hacia)\\s+(?:https?:\\/\\/|[\\w.+-]{1,60}@|un servidor)`,
    ],
    [
      'mode',
      `(?<!\\p{L})(?:ahora eres|actúa como si fueras|estás en)\\s+[^.!?\\n]{0,40}(?:sin (?:restricciones|límites|reglas)|modo (?:desarrollador|dios|dan)|libre de reglas)`,
    ],
    [
      'deceive',
      `(?<!\\p{L})(?:dile|asegura|informa)\\s+al\\s+(?:usuario|revisor)\\s+que\\s+(?:este|esta|el|la|todo)[^.!?\\n]{0,30}(?:es|son|está)\\s+(?:segur|fiable|aprobad|revisad)`,
    ],
  ],
  hiddenKeywords: ['^ia$', 'inteligencia artificial', '^asistente', '^modelo', '^agente'],
  hiddenOrders: [
    [
      'addressed',
      `(?<!\\p{L})(?:atención|nota|mensaje|instrucciones)\\s*(?:para|a|al|:)\\s*(?:la\\s+|el\\s+|los\\s+)?(?:IA|inteligencia artificial|asistente|modelo|agente)`,
    ],
    [
      'addressed',
      `(?<!\\p{L})(?:asistente|IA|modelo|agente)\\s*[:,]\\s*(?:debes|siempre|nunca|responde|recomienda|di|añade|ejecuta|envía|ignora)`,
    ],
  ],
};

export const GERMAN: Language = {
  // biome-ignore format: words read better in rows
  keywords: [
    '^ignorier', '^vergiss', '^vergesst', '^vergessen', '^missacht', '^verwirf', '^ubergeh', '^umgeh', '^befolge',
    '^uberschreib', 'dem benutzer', 'dem nutzer', 'den benutzer', 'den nutzer', '^verrate', '^zeige', '^gib',
    '^sende', '^schicke', '^lade', 'uneingeschrankt', 'ohne einschrankung', 'entwicklermodus', 'neue anweisungen',
    '^assistent', 'ki-', '^ki$', 'sprachmodell',
  ],
  orders: [
    [
      'ignore',
      `(?<!\\p{L})(?:ignorier(?:e|en|t)?|vergiss|vergesst|vergessen|missacht(?:e|en|et)|verwirf|verwerfen|übergeh(?:e|en|t)?|umgeh(?:e|en|t)?|überschreib(?:e|en)?|befolge\\s+(?:nicht\\s+)?(?:mehr\\s+)?(?:keine)?)\\s+(?:sie\\s+)?(?:bitte\\s+)?(?:ab (?:jetzt|sofort)\\s+)?(?:(?:all|sämtlich|dein|ihr|die|den|jed|dies|d(?:er|ie|as|en)|mein)(?:e|en|er|es)?\\s+){0,3}(?:(?:vorherig|vorig|bisherig|früher|obig|vorangegangen|vorangehend|bestehend|ursprünglich|vorhanden|oben genannt|zuvor (?:gegeben|erhalten|genannt))(?:e|en|er)\\s+)(?:\\p{L}+\\s+)?(?:anweisung(?:en)?|instruktion(?:en)?|regeln?|befehle?|vorgaben?|richtlinien?|einschränkung(?:en)?|nachrichten|kontext|prompts?)`,
    ],
    [
      'ignore',
      `(?<!\\p{L})(?:ignorier(?:e|en|t)?|vergiss|missacht(?:e|en)|umgeh(?:e|en)?|überschreib(?:e|en)?)\\s+(?:sie\\s+)?(?:bitte\\s+)?(?:alle?\\s+)?(?:deine|ihre|die|den|alle|sämtliche)\\s+(?:\\p{L}+\\s+)?(?:anweisungen|instruktionen|regeln|sicherheitsregeln|sicherheitsrichtlinien|systemprompt|system-prompt|systemanweisungen|systemnachricht|richtlinien|einschränkungen)`,
    ],
    [
      'ignore',
      `(?<!\\p{L})(?:ignorier(?:e|en|t)?|vergiss|vergessen sie)\\s+alles(?:,)?\\s+(?:was|bisherige|vorherige|obige|davor|zuvor)`,
    ],
    [
      'secrecy',
      `(?<!\\p{L})(?:sag|sage|sagen sie|erzähl|erzähle|verrate|verraten sie|teile|zeige|melde)\\s+(?:es\\s+|das\\s+|dies\\s+)?(?:dem|den|der)\\s+(?:benutzer|nutzer|anwender|menschen|prüfer)(?:in)?\\s+(?:nichts|nicht|niemals)`,
    ],
    [
      'secrecy',
      `(?<!\\p{L})(?:informiere|benachrichtige|warne)\\s+(?:den|die)\\s+(?:benutzer|nutzer|anwender|menschen|prüfer)(?:in)?\\s+(?:nicht|niemals)`,
    ],
    [
      'reveal',
      `(?<!\\p{L})(?:verrate|zeige?|gib|nenne|wiederhole|drucke)\\s+(?:mir\\s+)?(?:deinen?|den|die|ihren?)\\s+(?:\\p{L}+\\s+)?(?:system-?prompt|systemanweisung(?:en)?|systemnachricht|versteckten anweisungen)`,
    ],
    [
      'exfiltrate',
      `(?<!\\p{L})(?:sende|schicke|lade|übermittle|leite)\\s+[^.!?\\n]{0,60}(?:gespräche?|unterhaltung(?:en)?|verlauf|erinnerungen|passwörter|schlüssel|zugangsdaten|geheimnisse|daten|dateien)[^.!?\\n]{0,50}\\s(?:an|auf|zu|nach)\\s+(?:https?:\\/\\/|[\\w.+-]{1,60}@|einen server|diese adresse)`,
    ],
    [
      'mode',
      `(?<!\\p{L})(?:du bist (?:jetzt|nun|ab sofort)|handle|verhalte dich|antworte)\\s+[^.!?\\n]{0,40}(?:ohne (?:einschränkungen|regeln|grenzen|filter)|uneingeschränkt|entwicklermodus|frei von (?:allen )?regeln)`,
    ],
    [
      'deceive',
      `(?<!\\p{L})(?:sag|sage|versichere|teile)\\s+(?:dem|der)\\s+(?:benutzer|nutzer|prüfer)(?:in)?,?\\s+(?:mit,?\\s+)?dass\\s+[^.!?\\n]{0,40}(?:sicher|geprüft|vertrauenswürdig|harmlos)\\s+(?:ist|sind)`,
    ],
  ],
  hiddenKeywords: ['^ki$', '^assistent', 'sprachmodell', '^modell', '^agent'],
  hiddenOrders: [
    [
      'addressed',
      `(?<!\\p{L})(?:achtung|hinweis|nachricht|anweisung(?:en)?)\\s*(?:an|für|:)\\s*(?:die\\s+|den\\s+|alle\\s+|das\\s+)?(?:KI|assistent\\p{L}*|sprachmodell\\p{L}*|modell\\p{L}*|agent\\p{L}*)`,
    ],
    [
      'addressed',
      `(?<!\\p{L})(?:KI|assistent|sprachmodell|agent)\\s*[:,]\\s*(?:du musst|immer|niemals|antworte|empfiehl|sage?|füge|führe|sende|ignoriere)`,
    ],
  ],
};

export const FRENCH: Language = {
  // biome-ignore format: words read better in rows
  keywords: [
    '^ignor', '^oubli', '^neglig', 'pas compte', '^contourn', 'abstraction de', '^outrepass', '^desobei', '^ne suis',
    '^ne suivez', "l'utilisateur", 'l’utilisateur', '^revele', '^affiche', '^montre', '^envoie', '^envoyez',
    '^transmet', 'sans restriction', 'sans limite', 'mode developpeur', 'nouvelles instructions', 'assistant',
    'modele', "l'ia", 'l’ia',
  ],
  orders: [
    [
      'ignore',
      `(?<!\\p{L})(?:ignor(?:e|ez|er|ons)|oubli(?:e|ez|er)|néglig(?:e|ez)|ne (?:tiens|tenez) (?:pas|plus) compte|contourn(?:e|ez)|(?:fais|faites) abstraction|outrepass(?:e|ez)|désobéi(?:s|ssez)|ne (?:suis|suivez|respecte|respectez) (?:pas|plus))\\s+(?:s'il (?:te|vous) plaît\\s+)?(?:(?:à|de|des|toutes?|tous|les?|la|tes|vos|ces|mes|aux?)\\s+){0,4}(?:(?:anciennes|autres|précédentes)\\s+)?(?:instructions?|consignes?|règles?|directives?|ordres?|restrictions?|politiques?|messages?|garde-fous|invites?)\\s+(?:\\p{L}+\\s+)?(?:précédent(?:e|es|s)?|antérieur(?:e|es|s)?|ci-dessus|du système|système|de sécurité|initia(?:le|les|ux)|existantes?|d'origine|reçues|données)`,
    ],
    [
      'ignore',
      `(?<!\\p{L})(?:ignor(?:e|ez)|oubli(?:e|ez)|contourn(?:e|ez))\\s+(?:toutes|tous)\\s+(?:les|tes|vos)\\s+(?:instructions|consignes|règles|directives|ordres|restrictions|politiques|garde-fous)`,
    ],
    [
      'ignore',
      `(?<!\\p{L})(?:ignor(?:e|ez)|oubli(?:e|ez))\\s+tout\\s+ce\\s+qui\\s+(?:précède|a été dit|t'a été dit|vous a été)`,
    ],
    [
      'secrecy',
      `(?<!\\p{L})(?:ne|n['’])\\s*(?:le\\s+|en\\s+)?(?:dis|dites|informe|informez|parle|parlez|révèle|révélez|mentionne|mentionnez|préviens|prévenez|avertis)\\s+(?:pas|rien|jamais)\\s+(?:de (?:ceci|cela)\\s+)?(?:à\\s+)?l['’](?:utilisateur|humain|opérateur)`,
    ],
    [
      'reveal',
      `(?<!\\p{L})(?:révèle|révélez|affiche|affichez|montre|montrez|répète|répétez|donne-moi)\\s+(?:ton|votre|le|tes|vos|les)\\s+(?:\\p{L}+\\s+)?(?:prompt système|invite système|instructions (?:système|cachées|du système)|message système|prompt)`,
    ],
    [
      'exfiltrate',
      `(?<!\\p{L})(?:envoie|envoyez|transmets|transmettez|téléverse|expédie)\\s+[^.!?\\n]{0,60}(?:conversations?|historique|mémoires?|mots de passe|clés?|identifiants|secrets|données|fichiers)[^.!?\\n]{0,50}\\s(?:à|vers|sur)\\s+(?:https?:\\/\\/|[\\w.+-]{1,60}@|un serveur|cette adresse)`,
    ],
    [
      'mode',
      `(?<!\\p{L})(?:tu es (?:maintenant|désormais)|vous êtes (?:maintenant|désormais)|agis comme si|réponds)\\s+[^.!?\\n]{0,40}(?:sans (?:aucune\\s+)?(?:restrictions?|limites?|règles?|filtres?)|mode (?:développeur|dieu|dan)|libre de toute)`,
    ],
    [
      'deceive',
      `(?<!\\p{L})(?:dis|dites|assure|assurez)\\s+à\\s+l['’](?:utilisateur|opérateur)\\s+que\\s+[^.!?\\n]{0,40}(?:est|sont)\\s+(?:sûr|fiable|approuvé|vérifié|sans danger)`,
    ],
  ],
  hiddenKeywords: ['^ia$', "l'ia", 'l’ia', '^assistant', '^modele', '^agent'],
  hiddenOrders: [
    [
      'addressed',
      `(?<!\\p{L})(?:attention|note|message|instructions?)\\s*(?:à|pour|aux?|:)\\s*(?:l['’]\\s*|les\\s+)?(?:IA|assistants?|modèles?|agents?)`,
    ],
    [
      'addressed',
      `(?<!\\p{L})(?:IA|assistant|modèle|agent)\\s*[:,]\\s*(?:tu dois|vous devez|toujours|jamais|réponds|recommande|dis|ajoute|exécute|envoie|ignore)`,
    ],
  ],
};

export const RUSSIAN: Language = {
  // biome-ignore format: words read better in rows
  keywords: [
    'игнориру', '^забудь', '^забыть', 'внимания на', '^отбрось', '^обойди', 'не следуй', 'не выполняй',
    'не подчиняйся', '^пренебреги', '^отмени', 'пользователю', 'пользователя', '^раскрой', '^покажи', '^выведи',
    '^отправь', '^перешли', '^загрузи', 'без ограничений', 'режиме разработчика', 'режим разработчика',
    'новые инструкции', 'ассистент', '^модель', '^ии$',
  ],
  orders: [
    [
      'ignore',
      `(?<!\\p{L})(?:про)?игнорируй(?:те)?\\s+(?:[\\p{L}]+\\s+){0,4}?(?:инструкци\\p{L}+|указани\\p{L}+|правил\\p{L}*|команд\\p{L}*|ограничени\\p{L}+|распоряжени\\p{L}+|директив\\p{L}*|системн\\p{L}+ (?:промпт|сообщени)\\p{L}*|промпт\\p{L}*|политик\\p{L}*)`,
    ],
    [
      'ignore',
      `(?<!\\p{L})(?:забудь(?:те)?|отбрось(?:те)?|отмени(?:те)?|обойди(?:те)?|пренебреги(?:те)?|не (?:следуй|выполняй|подчиняйся|соблюдай)(?:те)?|не обращай(?:те)? внимания на)\\s+(?:(?:о|об|про|все|всех|всем|всеми|любые|любым|свои|своими|ваши|твои|эти|этим)\\s+){0,3}(?:(?:предыдущ|прежн|прошл|вышеуказанн|вышеизложенн|ранее (?:данн|полученн)|системн|исходн|существующ|первоначальн|прочи)\\p{L}*\\s+){0,2}(?:инструкци\\p{L}+|указани\\p{L}+|правил\\p{L}*|команд\\p{L}*|ограничени\\p{L}+|распоряжени\\p{L}+|директив\\p{L}*|промпт\\p{L}*)`,
    ],
    ['ignore', `(?<!\\p{L})забудь(?:те)?\\s+вс[её],?\\s+что\\s+(?:было|тебе|вам|ты|вы|я|написано|сказано)`],
    [
      'secrecy',
      `(?<!\\p{L})(?:не|никогда не)\\s+(?:говори|сообщай|рассказывай|упоминай|раскрывай|показывай)(?:те)?\\s+(?:об этом\\s+|это\\s+|ничего\\s+)?(?:пользовател\\p{L}+|человек\\p{L}*|оператор\\p{L}*)`,
    ],
    [
      'reveal',
      `(?<!\\p{L})(?:раскрой|покажи|выведи|повтори|назови|распечатай)(?:те)?\\s+(?:мне\\s+)?(?:(?:свой|ваш|твой|свои|весь|полный|скрыт\\p{L}+)\\s+){0,3}(?:системн\\p{L}+ (?:промпт|сообщени|инструкци)\\p{L}*|скрыт\\p{L}+ инструкци\\p{L}+|промпт)`,
    ],
    [
      'exfiltrate',
      `(?<!\\p{L})(?:отправь|перешли|загрузи|передай|скопируй)(?:те)?\\s+[^.!?\\n]{0,60}(?:переписк\\p{L}*|разговор\\p{L}*|историю|память|воспоминани\\p{L}*|парол\\p{L}*|ключ\\p{L}*|секрет\\p{L}*|данны\\p{L}*|файл\\p{L}*)[^.!?\\n]{0,50}\\s(?:на|по адресу|в)\\s+(?:https?:\\/\\/|[\\w.+-]{1,60}@|сервер|этот адрес)`,
    ],
    [
      'mode',
      `(?<!\\p{L})(?:теперь ты|ты теперь|отвечай|действуй|веди себя)\\s+[^.!?\\n]{0,40}(?:без (?:каких-либо\\s+|всяких\\s+)?(?:ограничений|правил|фильтров)|режим\\p{L}* (?:разработчика|бога))`,
    ],
    [
      'deceive',
      `(?<!\\p{L})(?:скажи|сообщи|заверь)(?:те)?\\s+пользовател\\p{L}+,?\\s+что\\s+[^.!?\\n]{0,40}(?:безопас|проверен|надёж|надеж)\\p{L}*`,
    ],
  ],
  hiddenKeywords: ['ии', 'ассистент', 'модел', 'агент'],
  hiddenOrders: [
    [
      'addressed',
      `(?<!\\p{L})(?:внимание|примечание|сообщение|инструкция|инструкции)\\s*(?:для|:)\\s*(?:всех\\s+)?(?:ИИ|ассистент\\p{L}*|языков\\p{L}+ модел\\p{L}+|модел\\p{L}+|агент\\p{L}*)`,
    ],
    [
      'addressed',
      `(?<!\\p{L})(?:ИИ|ассистент|модель|агент)\\s*[:,]\\s*(?:ты должен|всегда|никогда|отвечай|рекомендуй|скажи|добавь|выполни|отправь|игнорируй)`,
    ],
  ],
};
