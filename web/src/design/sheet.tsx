import type { KeyboardEvent, ReactNode } from 'react'
import { Heading, Dialog as Spoken } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { texts } from '../texts/texts.ts'
import { IconButton } from './button.tsx'
import { joinClasses } from './join-classes.ts'
import styles from './sheet.module.css'

interface SheetProps {
  readonly title: string
  onClose(): void
  /** Where there is room, it covers only the end of the page. */
  readonly isSide?: boolean
  readonly children: ReactNode
}

/** Covers the page of a phone, keeps the focus inside and gives it back. */
export function Sheet({ title, onClose, isSide = false, children }: SheetProps): ReactNode {
  const closeByKey = (event: KeyboardEvent): void => {
    // Escape in an editor closes only the editor.
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select') !== null
    if (event.key === 'Escape' && !event.defaultPrevented && !isTyping) onClose()
  }
  return (
    <ModalOverlay
      className={styles.veil}
      isOpen
      isKeyboardDismissDisabled
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Modal className={joinClasses(styles.sheet, isSide && styles.side)}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the dialog, which has the focus at first, and of all controls inside */}
        <div onKeyDown={closeByKey}>
          <Spoken className={styles.dialog}>
            <div className={styles.head}>
              <Heading slot="title" level={2}>
                {title}
              </Heading>
              <IconButton onPress={onClose} icon="close" label={texts.states.close} />
            </div>
            <div className={styles.content}>{children}</div>
          </Spoken>
        </div>
      </Modal>
    </ModalOverlay>
  )
}
