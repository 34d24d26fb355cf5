/** Every text people read, by language and namespace. The words themselves live in the JSON files only. */
import type { Language } from '../languages.ts';
import enCli from './en/cli.json' with { type: 'json' };
import enDoctor from './en/doctor.json' with { type: 'json' };
import enHandoff from './en/handoff.json' with { type: 'json' };
import enMenu from './en/menu.json' with { type: 'json' };
import enPolicy from './en/policy.json' with { type: 'json' };
import enProblems from './en/problems.json' with { type: 'json' };
import enReport from './en/report.json' with { type: 'json' };
import enAnchor from './en/rules/anchor.json' with { type: 'json' };
import enBoundary from './en/rules/boundary.json' with { type: 'json' };
import enContent from './en/rules/content.json' with { type: 'json' };
import enInventory from './en/rules/inventory.json' with { type: 'json' };
import enManifest from './en/rules/manifest.json' with { type: 'json' };
import enPath from './en/rules/path.json' with { type: 'json' };
import enScope from './en/rules/scope.json' with { type: 'json' };
import enSecurity from './en/rules/security.json' with { type: 'json' };
import enSpec04 from './en/rules/spec04.json' with { type: 'json' };
import enType from './en/rules/type.json' with { type: 'json' };
import enZip from './en/rules/zip.json' with { type: 'json' };
import enWindow from './en/window.json' with { type: 'json' };
import zhCli from './zh-CN/cli.json' with { type: 'json' };
import zhDoctor from './zh-CN/doctor.json' with { type: 'json' };
import zhHandoff from './zh-CN/handoff.json' with { type: 'json' };
import zhMenu from './zh-CN/menu.json' with { type: 'json' };
import zhPolicy from './zh-CN/policy.json' with { type: 'json' };
import zhProblems from './zh-CN/problems.json' with { type: 'json' };
import zhReport from './zh-CN/report.json' with { type: 'json' };
import zhAnchor from './zh-CN/rules/anchor.json' with { type: 'json' };
import zhBoundary from './zh-CN/rules/boundary.json' with { type: 'json' };
import zhContent from './zh-CN/rules/content.json' with { type: 'json' };
import zhInventory from './zh-CN/rules/inventory.json' with { type: 'json' };
import zhManifest from './zh-CN/rules/manifest.json' with { type: 'json' };
import zhPath from './zh-CN/rules/path.json' with { type: 'json' };
import zhScope from './zh-CN/rules/scope.json' with { type: 'json' };
import zhSecurity from './zh-CN/rules/security.json' with { type: 'json' };
import zhSpec04 from './zh-CN/rules/spec04.json' with { type: 'json' };
import zhType from './zh-CN/rules/type.json' with { type: 'json' };
import zhZip from './zh-CN/rules/zip.json' with { type: 'json' };
import zhWindow from './zh-CN/window.json' with { type: 'json' };

/** Keys are `a.b` paths; leaves are sentences with `{{name}}` placeholders. */
export type Sentences = { readonly [key: string]: string | Sentences };

/** `rules` holds all families together: rule ids are unique across them. */
export const NAMESPACES = [
  'window',
  'policy',
  'problems',
  'menu',
  'cli',
  'doctor',
  'report',
  'handoff',
  'rules',
] as const;
export type Namespace = (typeof NAMESPACES)[number];

export const LOCALES: Readonly<Record<Language, Readonly<Record<Namespace, Sentences>>>> = {
  en: {
    window: enWindow,
    policy: enPolicy,
    problems: enProblems,
    menu: enMenu,
    cli: enCli,
    doctor: enDoctor,
    report: enReport,
    handoff: enHandoff,
    rules: {
      ...enZip,
      ...enPath,
      ...enManifest,
      ...enInventory,
      ...enType,
      ...enScope,
      ...enContent,
      ...enAnchor,
      ...enSecurity,
      ...enBoundary,
      ...enSpec04,
    },
  },
  'zh-CN': {
    window: zhWindow,
    policy: zhPolicy,
    problems: zhProblems,
    menu: zhMenu,
    cli: zhCli,
    doctor: zhDoctor,
    report: zhReport,
    handoff: zhHandoff,
    rules: {
      ...zhZip,
      ...zhPath,
      ...zhManifest,
      ...zhInventory,
      ...zhType,
      ...zhScope,
      ...zhContent,
      ...zhAnchor,
      ...zhSecurity,
      ...zhBoundary,
      ...zhSpec04,
    },
  },
};
