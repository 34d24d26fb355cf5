/** An image as a bitmap, on a ground that shows transparency. Nothing else of it is interpreted. */
import { useEffect, useState } from 'react';
import type { FileContent } from '../../../shared/models.ts';
import { useText } from '../../ui/text-context.tsx';
import { imageType } from './image-type.ts';
import styles from './viewer.module.css';

export function ImageView({ content }: { readonly content: FileContent }) {
  const { t } = useText();
  const [shown, setShown] = useState<{ readonly url: string } | null>(null);
  const [size, setSize] = useState<{ readonly width: number; readonly height: number } | 'broken' | null>(null);
  const type = content.bytes ? imageType(content.bytes) : null;

  useEffect(() => {
    if (!content.bytes || !type) return;
    const url = URL.createObjectURL(new Blob([new Uint8Array(content.bytes)], { type }));
    setShown({ url });
    return () => {
      setShown(null);
      URL.revokeObjectURL(url);
    };
  }, [content, type]);

  if (!type) return <p className={styles.plain}>{t('viewer.notAnImage')}</p>;
  if (!shown) return null;
  return (
    <figure className={styles.image}>
      <img
        src={shown.url}
        alt={t('viewer.imageOf', { path: content.path })}
        onLoad={(event) =>
          setSize({ width: event.currentTarget.naturalWidth, height: event.currentTarget.naturalHeight })
        }
        onError={() => setSize('broken')}
      />
      <figcaption>{size === 'broken' ? t('viewer.imageBroken') : size && t('viewer.imageSize', size)}</figcaption>
    </figure>
  );
}
