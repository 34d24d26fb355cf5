/** A dialog over the window. Escape and a press outside close it; focus returns to what opened it. */
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import styles from './sheet.module.css';
import { useT } from './text-context.tsx';

interface SheetProps {
  readonly title: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons, the safe one first. */
  readonly actions?: ReactNode;
  /** `full`: as much of the window as there is, for what is compared side by side. */
  readonly size?: 'narrow' | 'normal' | 'wide' | 'full';
  readonly role?: 'dialog' | 'alertdialog';
}

export function Sheet({ title, isOpen, onClose, children, actions, size = 'normal', role = 'dialog' }: SheetProps) {
  const t = useT();
  return (
    <ModalOverlay
      className={styles.veil ?? ''}
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={cx(styles.modal, styles[size])}>
        <Dialog role={role} className={styles.sheet ?? ''}>
          <div className={styles.header}>
            <Heading slot="title" level={2} className={styles.title ?? ''}>
              {title}
            </Heading>
            <IconButton label={t('act.close')} icon={<X size={16} />} onPress={onClose} size="small" />
          </div>
          <div className={styles.body}>{children}</div>
          {actions ? <div className={styles.actions}>{actions}</div> : null}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
