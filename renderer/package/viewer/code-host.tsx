/**
 * The place where CodeMirror lives: a shadow root. There its styles are constructed style sheets, which the content policy allows;
 * in the document they would be inline style elements, which it forbids. The design tokens reach inside by inheritance.
 */
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './viewer.module.css';

interface CodeHostProps {
  /** Builds the view; the returned function destroys it. Called again when `of` changes. */
  readonly build: (root: ShadowRoot) => () => void;
  /** What is shown: a new value builds a new view. */
  readonly of: unknown;
  readonly children?: ReactNode;
}

export function CodeHost({ build, of }: CodeHostProps) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(build);
  latest.current = build;
  // `of` names what is shown; `build` changes with every rendering.
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const destroy = latest.current(root);
    return () => {
      destroy();
      root.replaceChildren();
    };
  }, [of]);
  return <div ref={host} className={styles.code} />;
}
