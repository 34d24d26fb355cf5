/** Tells that a text holds something an ordinary viewer would not show, how much, and where. */
import { useState } from 'react';
import type { FileContent, TextMark } from '../../../shared/models.ts';
import { usePackage } from '../../state/package.ts';
import { Button } from '../../ui/button.tsx';
import { Say } from '../../ui/say.tsx';
import { Banner } from '../../ui/small.tsx';
import { useText } from '../../ui/text-context.tsx';
import { lineOfOffset } from './lines.ts';

export function MarksBanner({ content }: { readonly content: FileContent }) {
  const { t, gap } = useText();
  const [at, setAt] = useState(-1);
  const hidden = content.marks.filter((mark) => mark.kind !== 'secret');
  const secrets = content.marks.length - hidden.length;
  const decoded = hidden.find((mark) => mark.decoded !== null);
  const jump = () => {
    const next = (at + 1) % content.marks.length;
    setAt(next);
    const mark: TextMark | undefined = content.marks[next];
    if (mark) {
      const line = lineOfOffset(content.text ?? '', mark.from);
      usePackage.setState((state) => ({ jump: { line, n: (state.jump?.n ?? 0) + 1 } }));
    }
  };
  return (
    <Banner
      tone="review"
      actions={
        <Button size="small" onPress={jump}>
          {at < 0 ? t('marks.show') : t('marks.next', { position: at + 1, total: content.marks.length })}
        </Button>
      }
    >
      {hidden.length > 0 ? <span>{`${t('marks.hidden', { count: hidden.length })}${gap}`}</span> : null}
      {decoded?.decoded ? (
        <span>
          <Say k="marks.decoded" v={{ text: decoded.decoded }} />
          {gap}
        </span>
      ) : null}
      {secrets > 0 ? <span>{t('marks.secrets', { count: secrets })}</span> : null}
    </Banner>
  );
}
