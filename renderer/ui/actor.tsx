/** Who did something: the account as it is called, the door in the reader's language. */
import { actorParts } from './actor-parts.ts';
import { Foreign } from './say.tsx';
import { useText } from './text-context.tsx';

export function Actor({ children }: { readonly children: string }) {
  const { t } = useText();
  const { name, door } = actorParts(children);
  return (
    <span>
      <Foreign>{name}</Foreign>
      {door ? t(`actor.${door}`) : null}
    </span>
  );
}
