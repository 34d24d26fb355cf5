/** Media types against names and bytes (format F3, F4.6, and hardening). Judges one file at a time; one finding a fault. */
import { isUtf8 } from 'node:buffer';
import { fileTypeFromBuffer } from 'file-type';
import { type Finding, type FindingDetail, finding } from '../../../shared/findings.ts';
import type { FileKind } from '../../../shared/models.ts';
import type { RuleId } from '../../../shared/rules.ts';
import { firstBadByte } from '../manifest/json-text.ts';
import { shown } from '../manifest/shown.ts';
import type { DecodedText, PackageFile } from '../package.ts';
import { type ActiveContent, activeMarkup, activePdf } from './active-content.ts';
import { isCodeFile } from './code-files.ts';
import { extensionOf } from './extension.ts';
import { type FormatPack, impliedScopes } from './pack.ts';
import type { MediaKind } from './pack-data.ts';
import { archiveKind, executableKind, hasAppendedZip, knownMedia } from './signatures.ts';

/** All type/ findings of one file. `scopes`: canonical ids of the declared scopes. */
export async function checkType(
  file: PackageFile,
  pack: FormatPack,
  scopes: readonly string[],
): Promise<readonly Finding[]> {
  const report = (rule: RuleId, detail: FindingDetail, place = {}): Finding =>
    finding(rule, { path: file.path, ...place }, detail);
  // A program or an archive is that, whatever it is called: its name and type add nothing.
  const executable = executableKind(file.bytes);
  if (executable && !isPlainText(file)) return [report('type/executable', { variant: executable, found: executable })];
  const archive = archiveKind(file.bytes);
  if (archive) return [report('type/archive', { found: archive })];
  if (file.declared === null) return activeFindings(file, undeclaredKind(file));

  const { mediaType } = file.declared;
  const kind = kindOf(file, pack, scopes);
  if (kind === null) {
    // Code without its scope is scope/trigger's; everything else is outside the format.
    if (pack.mediaTypes.get(mediaType)?.kind === 'code' || isCodeFile(file.path, file.declared, pack)) return [];
    const pointer = `/files/${file.declared.index}/mediaType`;
    return [report('type/unsupported', { actual: shown(mediaType) }, { pointer })];
  }
  const isPlain = isPlainText(file);
  const content = await contentFinding(file, kind, isPlain, report);
  const extension = extensionFinding(file, mediaType, pack, report);
  return [
    ...(content ? [content] : activeFindings(file, kind)),
    ...(extension ? [extension] : []),
    ...(!content && !isPlain && hasAppendedZip(file.bytes)
      ? [report('type/archive', { variant: 'appended', found: 'zip' })]
      : []),
  ];
}

/** What the viewer can do with the bytes, by what they are. SVG is text: it is read, never drawn. */
export function fileKind(file: Pick<PackageFile, 'bytes' | 'text'>): FileKind {
  const media = knownMedia(file.bytes);
  if (media?.startsWith('image/')) return 'image';
  if (media !== null) return 'binary';
  return file.text === null ? 'binary' : 'text';
}

type Report = (rule: RuleId, detail: FindingDetail, place?: object) => Finding;

/** The kind that the declared type stands for; null when the pack does not have it (format F4.6). */
function kindOf(file: PackageFile, pack: FormatPack, scopes: readonly string[]): MediaKind | null {
  const mediaType = file.declared?.mediaType ?? '';
  const known = pack.mediaTypes.get(mediaType);
  if (known && known.kind !== 'code') return known.kind;
  if (pack.types.openExtensions.includes(extensionOf(file.path)) && isOpenType(mediaType)) return 'text';
  return known && impliedScopes(scopes, pack).has('code_bearing') ? 'code' : null;
}

/** RFC 6838: 127 characters each for type and subtype. */
const LONGEST_MEDIA_TYPE = 255;

/** `text/*`, or a subtype that names `uai`: what a `.uai` or `.human` file may be. */
function isOpenType(mediaType: string): boolean {
  if (mediaType.length > LONGEST_MEDIA_TYPE) return false;
  return /^text\/[^\s/]+$/.test(mediaType) || /^[^\s/]+\/(?:[^\s/]*[.+_-])?uaix?(?:[.+_-][^\s/]*)?$/.test(mediaType);
}

/** Nothing is declared: only what the bytes say for sure. */
function undeclaredKind(file: PackageFile): MediaKind {
  if (knownMedia(file.bytes) === 'application/pdf') return 'pdf';
  const extension = extensionOf(file.path);
  return extension === 'svg' ? 'svg' : ['html', 'htm', 'xhtml'].includes(extension) ? 'html' : 'text';
}

/** Bytes that are something else than declared, or text that is no UTF-8. */
async function contentFinding(
  file: PackageFile,
  kind: MediaKind,
  isPlain: boolean,
  report: Report,
): Promise<Finding | null> {
  const { bytes } = file;
  const declared = file.declared?.mediaType ?? '';
  const media = knownMedia(bytes);
  if (kind === 'image' || kind === 'pdf') {
    if (media === declared) return null;
    return report('type/content', {
      declared,
      actual: media ?? (await detected(file)) ?? 'unknown',
      ...unknownVariant(media, file),
    });
  }
  if (media) return report('type/content', { declared, actual: media });
  if (!isPlain) {
    const actual = await detected(file);
    if (actual && !isWideText(file.text)) return report('type/content', { declared, actual });
    return encodingFinding(file, report);
  }
  if (bytes[0] === OPEN_BRACE && /^\{\\rtf1?\b/.test(bytes.toString('latin1', 0, 8)))
    return report('type/content', { declared, actual: 'application/rtf' });
  if (kind === 'json' && !isJson(file.text))
    return report('type/content', { declared, variant: 'json', actual: 'text/plain' });
  if (kind === 'svg' && file.text && !/<(?:[a-z]+:)?svg[\s>/]/i.test(file.text.text)) {
    return report('type/content', { declared, variant: 'svg', actual: 'text/plain' });
  }
  return null;
}

const OPEN_BRACE = 0x7b;

function unknownVariant(media: string | null, file: PackageFile): FindingDetail {
  if (media !== null) return {};
  return file.bytes.length === 0 ? { variant: 'empty' } : file.text === null ? {} : { variant: 'text' };
}

/** file-type on the bytes at hand; its guesses about texts are not asked for. A detector that stumbles over the bytes says nothing. */
async function detected(file: PackageFile): Promise<string | null> {
  if (isPlainText(file)) return null;
  const found = await fileTypeFromBuffer(file.bytes).catch(() => undefined);
  return found?.mime ?? null;
}

function isPlainText({ bytes, text }: PackageFile): boolean {
  return (text?.encoding === 'utf-8' || isUtf8(bytes)) && !bytes.includes(0);
}

function isWideText(text: DecodedText | null): boolean {
  return text?.encoding === 'utf-16le' || text?.encoding === 'utf-16be';
}

function encodingFinding({ bytes, text }: PackageFile, report: Report): Finding {
  if (isWideText(text))
    return report('type/encoding', {
      variant: 'utf-16',
      encoding: text?.encoding === 'utf-16le' ? 'UTF-16LE' : 'UTF-16BE',
    });
  if (isUtf8(bytes)) return report('type/encoding', { variant: 'nul', byte: bytes.indexOf(0) });
  return report('type/encoding', { variant: text === null ? 'binary' : 'bytes', byte: firstBadByte(bytes) });
}

function isJson(text: DecodedText | null): boolean {
  try {
    JSON.parse(text?.text ?? '');
    return true;
  } catch {
    return false;
  }
}

/** Type and extension disagree. An extension that the pack does not know says nothing. */
function extensionFinding(file: PackageFile, mediaType: string, pack: FormatPack, report: Report): Finding | null {
  const extension = extensionOf(file.path);
  if (pack.types.openExtensions.includes(extension)) {
    const fits = isOpenType(mediaType);
    return fits ? null : extensionReport(extension, mediaType, ['text/*'], file, report);
  }
  const fitting = pack.typesByExtension.get(extension);
  if (fitting === undefined || fitting.includes(mediaType)) return null;
  // Any plain text may be called plain text.
  const isText = fitting.some((type) => ['text', 'code'].includes(pack.mediaTypes.get(type)?.kind ?? ''));
  if (mediaType === 'text/plain' && isText) return null;
  return extensionReport(extension, mediaType, fitting, file, report);
}

function extensionReport(
  extension: string,
  declared: string,
  expected: readonly string[],
  file: PackageFile,
  report: Report,
): Finding {
  return report(
    'type/extension',
    { extension, declared, expected },
    { pointer: `/files/${file.declared?.index}/mediaType` },
  );
}

function activeFindings(file: PackageFile, kind: MediaKind): readonly Finding[] {
  const { path, bytes, text } = file;
  const extension = extensionOf(path);
  if (kind === 'pdf') return activePdf(bytes).map((active) => activeFinding(path, active, null));
  const isMarkup = kind === 'html' || kind === 'svg' || ['html', 'htm', 'xhtml', 'svg'].includes(extension);
  if (!isMarkup || text === null) return [];
  return activeMarkup(text.text).map((active) => activeFinding(path, active, text));
}

function activeFinding(path: string, { variant, found, offset }: ActiveContent, text: DecodedText | null): Finding {
  return finding('type/active-content', { path, ...(text ? placeIn(text, offset) : {}) }, { variant, found });
}

/** 1-based line and column of an offset in a decoded text. */
function placeIn(text: DecodedText, offset: number): { readonly line: number; readonly column: number } {
  const { lineStarts } = text;
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lineStarts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 };
}
