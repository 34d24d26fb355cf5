/** What is made of a persona because a person asked: a derivative as a package, and the form for comparing afterwards. */
import type { Desk, PackageFile } from '../../shared/contract.ts';
import { resolveLanguage } from '../../shared/languages.ts';
import { createText } from '../../shared/text.ts';
import { derivativeSource } from '../profiles/derive.ts';
import { answering } from './answering.ts';
import type { DeskContext } from './desk-context.ts';
import { localProfiles } from './local-profiles.ts';
import { readSettings } from './settings-methods.ts';

type Methods = Pick<Desk, 'derivativeSource' | 'makeDerivative' | 'makeVariance'>;
type Args<K extends keyof Methods> = Parameters<Desk[K]>[0];

export function derivativeMethods(context: DeskContext): Methods {
  const { db, systemLanguage } = context;
  const text = () => createText(resolveLanguage(readSettings(db).language, systemLanguage));
  const profiles = localProfiles(context);
  return answering({
    derivativeSource: ({ profileKey }: Args<'derivativeSource'>) => derivativeSource(db, profileKey),
    async makeDerivative({ texts, ...request }: Args<'makeDerivative'>): Promise<PackageFile> {
      const byPath = new Map(texts.map((file) => [file.path, file.text]));
      const { archive } = await profiles.derive({ ...request, texts: byPath }, text());
      return { name: `derivative-${request.profileKey}.uaix`, bytes: archive };
    },
    makeVariance: ({ profileKey, generation }: Args<'makeVariance'>) => ({
      name: `variance-${profileKey}-generation-${generation}.md`,
      text: profiles.variance(profileKey, generation, text()),
    }),
  });
}
