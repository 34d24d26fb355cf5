/** Which files are code: they make a package code-bearing (format F5.1). */
import type { DeclaredFile } from '../package.ts';
import { extensionOf } from './extension.ts';
import type { FormatPack } from './pack.ts';
import { tokenKey } from './token.ts';

/** By declared type, by extension, or by role. Styles, XML and settings alone are no code. */
export function isCodeFile(path: string, declared: DeclaredFile | null, pack: FormatPack): boolean {
  const extension = extensionOf(path);
  if (pack.types.openExtensions.includes(extension)) return false;
  if (declared && pack.vocabulary.codeRoles.includes(tokenKey(declared.role))) return true;
  return pack.sourceTypes.some(
    ({ type, extensions }) => extensions.includes(extension) || type === declared?.mediaType,
  );
}
