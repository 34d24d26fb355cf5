/** The wish for a derivative while it is written: what still stands in its way. Pure. */
import type { DeriveArgs } from '../../shared/contract.ts';
import type { DerivativeSource } from '../../shared/models.ts';

export const DERIVE_FIELDS = ['packageId', 'profileId', 'title', 'issuer', 'reason'] as const;
export type DeriveField = (typeof DERIVE_FIELDS)[number];

export interface DeriveDraft extends Readonly<Record<DeriveField, string>> {
  /** Texts with `\n` alone, by path. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Why a field does not do: nothing in it, the source's own id, or no id that the format knows (manifest schema, `identifier`). */
export type FieldFault = 'needed' | 'same' | 'form';

const IDENTIFIER = /^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._:@+-]{0,199}$/;
/** Longest id and title that the contract takes, in characters. */
const LONGEST = 200;

/** A draft that needs only what a person alone knows. @param title of the derivative */
export function draftFrom(source: DerivativeSource, title: string): DeriveDraft {
  return {
    packageId: `${source.packageId}.derivative`.slice(0, LONGEST),
    profileId: `${source.profileId}-derivative`.slice(0, LONGEST),
    title: title.slice(0, LONGEST),
    issuer: '',
    reason: '',
    texts: Object.fromEntries(source.files.map((file) => [file.path, withPlainEnds(file.text)])),
  };
}

/** What is wrong with each field; fields that do are left out. */
export function fieldFaults(source: DerivativeSource, draft: DeriveDraft): ReadonlyMap<DeriveField, FieldFault> {
  const faults = new Map<DeriveField, FieldFault>();
  for (const field of DERIVE_FIELDS) if (draft[field].trim() === '') faults.set(field, 'needed');
  for (const field of ['packageId', 'profileId'] as const) {
    const id = draft[field].trim();
    if (id === source[field]) faults.set(field, 'same');
    else if (id !== '' && !IDENTIFIER.test(id)) faults.set(field, 'form');
  }
  return faults;
}

/** The texts that differ from the source, with the line ends that the source has. */
export function changedTexts(source: DerivativeSource, draft: DeriveDraft): DeriveArgs['texts'] {
  return source.files.flatMap(({ path, text }) => {
    const written = draft.texts[path] ?? '';
    if (written === withPlainEnds(text)) return [];
    return [{ path, text: text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written }];
  });
}

/** As a text field of the page holds it. */
function withPlainEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
