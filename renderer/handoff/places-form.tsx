/** Which folders are intake buckets, and where durable copies go. Only folders that a person names are ever looked at. */
import { FolderOpen, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { DEFAULT_BUCKETS, FEWEST_BUCKETS, type HandoffPlace, type HandoffPlaces } from '../../shared/handoff.ts';
import { ask } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { announce } from '../state/notices.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Banner } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './handoff.module.css';
import type { Carry } from './handoff.tsx';

type Bucket = Pick<HandoffPlace, 'label' | 'folder'>;

interface PlacesFormProps {
  readonly places: HandoffPlaces;
  readonly busy: boolean;
  readonly onCarry: Carry;
  readonly onDone: () => void;
}

export function PlacesForm({ places, busy, onCarry, onDone }: PlacesFormProps) {
  const { t } = useText();
  const [buckets, setBuckets] = useState<readonly Bucket[]>(
    places.buckets.length > 0 ? places.buckets : DEFAULT_BUCKETS.map((label) => ({ label, folder: '' })),
  );
  const [evidence, setEvidence] = useState(places.evidence?.folder ?? '');
  const lost = [...places.buckets, ...(places.evidence ? [places.evidence] : [])].filter(
    ({ state }) => state !== 'ready',
  );
  const change = (index: number, part: Partial<Bucket>) =>
    setBuckets((all) => all.map((bucket, at) => (at === index ? { ...bucket, ...part } : bucket)));
  const named = buckets.every(({ label, folder }) => label.trim() !== '' && folder.trim() !== '');
  const save = async () => {
    const wanted = buckets.map(({ label, folder }) => ({ label: label.trim(), folder: folder.trim() }));
    if (!(await onCarry({ act: 'set-places', buckets: wanted, evidence: evidence.trim() }))) return;
    announce('said.handoffPlaces');
    onDone();
  };
  return (
    <form
      className={styles.places}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p>{t('handoff.placesMore')}</p>
      {lost.map((place) => (
        <Banner key={place.folder} tone="review">
          {t('handoff:places.bucket', {
            label: place.label || t('handoff.evidence'),
            folder: place.folder,
            state: t(`handoff:place.${place.state}`),
          })}
        </Banner>
      ))}
      {buckets.map((bucket, index) => (
        <div key={index} className={styles.place}>
          <Field
            label={t('handoff.bucketName', { n: index + 1 })}
            value={bucket.label}
            onChange={(label) => change(index, { label })}
          />
          <FolderField
            label={t('handoff.bucketFolder', { n: index + 1 })}
            value={bucket.folder}
            onChange={(folder) => change(index, { folder })}
          />
          <IconButton
            label={t('handoff.dropBucket', { n: index + 1 })}
            icon={<Trash2 size={14} />}
            isDisabled={buckets.length <= FEWEST_BUCKETS}
            onPress={() => setBuckets(buckets.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <p>
        <Button
          size="small"
          icon={<Plus size={14} />}
          onPress={() => setBuckets([...buckets, { label: '', folder: '' }])}
        >
          {t('handoff.addBucket')}
        </Button>
      </p>
      <FolderField label={t('handoff.evidence')} value={evidence} onChange={setEvidence} />
      <p>
        <Button kind="primary" type="submit" isDisabled={busy || !named || evidence.trim() === ''}>
          {t('handoff.savePlaces')}
        </Button>
      </p>
    </form>
  );
}

interface FolderFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function FolderField({ label, value, onChange }: FolderFieldProps) {
  const { t } = useText();
  const choose = async () => {
    const chosen = await ask(bridge().choosePath({ what: 'folder' }));
    if (chosen?.value) onChange(chosen.value);
  };
  return (
    <div className={styles.folder}>
      <Field mono label={label} value={value} onChange={onChange} />
      <IconButton
        kind="plain"
        label={t('handoff.choose', { name: label })}
        icon={<FolderOpen size={15} />}
        onPress={() => void choose()}
      />
    </div>
  );
}
