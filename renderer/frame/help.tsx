/** Help: what a package is, the keys, the settings that go with them, and where the data lies. */
import { Checkbox } from 'react-aria-components';
import { ask } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { changeSettings, setOverlay, useSession } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { Foreign } from '../ui/say.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useT } from '../ui/text-context.tsx';
import { Tick } from '../ui/tick.tsx';
import { chordName } from './chord.ts';
import styles from './help.module.css';

const KEYS: readonly (readonly [readonly string[], string])[] = [
  [['j', 'k'], 'file'],
  [['n', 'p'], 'finding'],
  [['a', 'x'], 'decide'],
  [['v'], 'viewed'],
  [['u'], 'undo'],
  [['[', ']'], 'hunk'],
  [['1', '2', '3'], 'mode'],
  [['/'], 'filter'],
  [['?'], 'help'],
  [['Esc'], 'back'],
  [['Space'], 'choose'],
  [['Shift', '↑', '↓'], 'chooseRange'],
];

export function HelpSheet() {
  const t = useT();
  const isOpen = useSession((state) => state.overlay === 'help');
  const settings = useSession((state) => state.settings);
  const info = useSession((state) => state.info);
  return (
    <Sheet title={t('help.title')} isOpen={isOpen} onClose={() => setOverlay('none')} size="wide">
      <div className={styles.columns}>
        <section>
          <h3>{t('help.whatTitle')}</h3>
          <p>{t('help.what')}</p>
          <h3>{t('help.pathTitle')}</h3>
          <ol className={styles.steps}>
            {(['receive', 'look', 'decide', 'load'] as const).map((step) => (
              <li key={step}>{t(`help.path.${step}`)}</li>
            ))}
          </ol>
          <h3>{t('help.dataTitle')}</h3>
          <p>{t('help.data')}</p>
          {info ? (
            <p>
              <Foreign mono>{info.dataFolder}</Foreign>
            </p>
          ) : null}
          <p>
            <Button size="small" onPress={() => void ask(bridge().openDataFolder({}))}>
              {t('act.openDataFolder')}
            </Button>
          </p>
          {info ? <p className={styles.version}>{t('help.version', { version: info.version })}</p> : null}
        </section>
        <section>
          <h3>{t('help.keysTitle')}</h3>
          <table className={styles.keys}>
            <tbody>
              {KEYS.map(([keys, name]) => (
                <tr key={name}>
                  <th scope="row">
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </th>
                  <td>{t(`help.key.${name}`)}</td>
                </tr>
              ))}
              <tr>
                <th scope="row">
                  <kbd>{chordName('K')}</kbd>
                </th>
                <td>{t('help.key.palette')}</td>
              </tr>
              <tr>
                <th scope="row">
                  <kbd>{chordName('A')}</kbd>
                </th>
                <td>{t('help.key.chooseAll')}</td>
              </tr>
              <tr>
                <th scope="row">
                  <kbd>{chordName('O')}</kbd>
                </th>
                <td>{t('help.key.open')}</td>
              </tr>
            </tbody>
          </table>
          <Checkbox
            className={styles.setting ?? ''}
            isSelected={settings.singleKeys}
            onChange={(singleKeys) => void changeSettings({ singleKeys })}
          >
            <Tick />
            {t('help.singleKeys')}
          </Checkbox>
          <Checkbox
            className={styles.setting ?? ''}
            isSelected={settings.autoAdvance}
            onChange={(autoAdvance) => void changeSettings({ autoAdvance })}
          >
            <Tick />
            {t('help.autoAdvance')}
          </Checkbox>
        </section>
      </div>
    </Sheet>
  );
}
