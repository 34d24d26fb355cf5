/** The members of the policy as fields. Each change is written into the text of the file. */
import { Ban } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Checkbox } from 'react-aria-components';
import type { Limits } from '../../shared/limits.ts';
import { DENIED_CAPABILITIES } from '../../shared/models.ts';
import { Choice } from '../ui/choice.tsx';
import { Field } from '../ui/field.tsx';
import { useText } from '../ui/text-context.tsx';
import { Tick } from '../ui/tick.tsx';
import { namesOf, type PolicyForm, SCOPES, writeMember } from './form-model.ts';
import styles from './policy.module.css';

const MIB = 1024 * 1024;
/** Members shown in MiB; the others are plain numbers. */
const IN_MIB: ReadonlySet<keyof Limits> = new Set(['archiveBytes', 'fileBytes', 'totalBytes', 'ratioFloorBytes']);
const LIMITS: readonly (keyof Limits)[] = [
  'archiveBytes',
  'entries',
  'fileBytes',
  'totalBytes',
  'ratio',
  'ratioFloorBytes',
];

interface PolicyFormViewProps {
  readonly text: string;
  readonly form: PolicyForm;
  readonly onText: (text: string) => void;
}

export function PolicyFormView({ text, form, onText }: PolicyFormViewProps) {
  const { t } = useText();
  const set = (path: readonly string[], value: unknown) => onText(writeMember(text, path, value));
  return (
    <div className={styles.form}>
      <fieldset className={styles.group}>
        <legend>{t('policyForm.issuers')}</legend>
        <Choice
          label={t('policy:members.issuers.mode')}
          value={form.mode}
          onChange={(mode) => set(['issuers', 'mode'], mode)}
          options={[
            { id: 'any', label: t('policyForm.anyIssuer') },
            { id: 'allow-list', label: t('policyForm.allowList') },
          ]}
        />
        <p className={styles.soft}>{t('policyForm.issuersMore')}</p>
        <div className={styles.pair}>
          <NamesField
            label={t('policy:members.issuers.allow')}
            names={form.allow}
            onNames={(names) => set(['issuers', 'allow'], names)}
            isDisabled={form.mode === 'any'}
          />
          <NamesField
            label={t('policy:members.issuers.deny')}
            names={form.deny}
            onNames={(names) => set(['issuers', 'deny'], names)}
          />
        </div>
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('policyForm.scopes')}</legend>
        <div className={styles.checks}>
          {SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              className={styles.check ?? ''}
              isSelected={form.scopes.includes(scope)}
              onChange={(isOn) =>
                set(
                  ['scopes', 'allow'],
                  SCOPES.filter((each) => (each === scope ? isOn : form.scopes.includes(each))),
                )
              }
            >
              <Tick />
              {t(`scope.${scope}`)}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('policyForm.persona')}</legend>
        <Checkbox
          className={styles.check ?? ''}
          isSelected={form.requirePersona}
          onChange={(isOn) => set(['requirePersona'], isOn)}
        >
          <Tick />
          {t('policyForm.requirePersona')}
        </Checkbox>
        <div className={styles.inline}>
          <span>{t('policy:members.derivatives')}</span>
          <Choice
            label={t('policy:members.derivatives')}
            value={form.derivatives}
            onChange={(derivatives) => set(['derivatives'], derivatives)}
            options={[
              { id: 'ask', label: t('policyForm.ask') },
              { id: 'allow', label: t('policyForm.allow') },
            ]}
          />
        </div>
        <p className={styles.soft}>{t('policyForm.derivativesMore')}</p>
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('policyForm.limits')}</legend>
        <div className={styles.limits}>
          {LIMITS.map((name) => (
            <LimitField
              key={name}
              name={name}
              value={form.limits[name]}
              onValue={(value) => set(['limits', name], value)}
            />
          ))}
        </div>
      </fieldset>
      <section className={styles.group}>
        <h2>{t('policy:denied.title')}</h2>
        <p className={styles.soft}>{t('policy:denied.explanation')}</p>
        <ul className={styles.denied}>
          {DENIED_CAPABILITIES.map((capability) => (
            <li key={capability}>
              <Ban size={13} aria-hidden />
              {t(`policy:denied.${capability}`)}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

interface NamesFieldProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly onNames: (names: readonly string[]) => void;
  readonly isDisabled?: boolean;
}

/** Names, one a line. What is typed stays as typed until it means other names than the policy has. */
function NamesField({ label, names, onNames, isDisabled = false }: NamesFieldProps) {
  const { t } = useText();
  const [typed, setTyped] = useState(names.join('\n'));
  const meant = namesOf(typed).join('\n');
  const there = names.join('\n');
  // Only a change from outside replaces what is typed.
  useEffect(() => {
    if (meant !== there) setTyped(there);
  }, [there]);
  return (
    <Field
      label={label}
      help={t('policyForm.onePerLine')}
      value={typed}
      lines={3}
      isDisabled={isDisabled}
      onChange={(value) => {
        setTyped(value);
        onNames(namesOf(value));
      }}
    />
  );
}

interface LimitFieldProps {
  readonly name: keyof Limits;
  readonly value: number;
  readonly onValue: (value: number) => void;
}

function LimitField({ name, value, onValue }: LimitFieldProps) {
  const { t } = useText();
  const unit = IN_MIB.has(name) ? MIB : 1;
  const shown = String(value / unit);
  const [typed, setTyped] = useState(shown);
  // Only a change from outside replaces what is typed.
  useEffect(() => {
    if (Number(typed) * unit !== value) setTyped(shown);
  }, [shown]);
  const number = Number(typed) * unit;
  const isSound = typed.trim() !== '' && Number.isInteger(number) && number >= 0;
  return (
    <Field
      label={
        name === 'entries'
          ? t(`policy:members.limits.${name}`)
          : t(unit === MIB ? 'policyForm.inMib' : 'policyForm.inTimes', { name: t(`policy:members.limits.${name}`) })
      }
      value={typed}
      inputMode="decimal"
      isInvalid={!isSound}
      onChange={(next) => {
        setTyped(next);
        const changed = Number(next) * unit;
        if (next.trim() !== '' && Number.isInteger(changed) && changed >= 0) onValue(changed);
      }}
    />
  );
}
