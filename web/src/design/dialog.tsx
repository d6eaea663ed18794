import { type ReactNode, useEffect } from 'react'
import { DialogTrigger, Heading, Dialog as Spoken } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { texts } from '../texts/texts.ts'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'
import { joinClasses } from './join-classes.ts'
import { keepFocus } from './keep-focus.ts'

interface DialogProps {
  readonly title: string
  /** The button that opens it. Without one, `isOpen` does. */
  readonly trigger?: ReactNode
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
  /** A click outside does not close it, because input would be lost; Escape does only with `onOpenChange`. */
  readonly mustDecide?: boolean
  /** Room for several columns. */
  readonly isWide?: boolean
  readonly children: ReactNode | ((close: () => void) => ReactNode)
}

/** Lies over the page, keeps the focus inside and gives it back. */
export function Dialog({ title, trigger, isOpen, onOpenChange, mustDecide, isWide, children }: DialogProps): ReactNode {
  const overlay = (
    <ModalOverlay
      className={styles.veil}
      isDismissable={!mustDecide}
      isKeyboardDismissDisabled={mustDecide && onOpenChange === undefined}
      {...(trigger === undefined ? { isOpen, onOpenChange } : {})}
    >
      <Modal className={joinClasses(styles.modal, isWide && styles.wide)}>
        <Spoken className={styles.dialog} role={mustDecide ? 'alertdialog' : 'dialog'}>
          {({ close }) => (
            <>
              <FocusKeeper />
              <div className={styles.head}>
                <Heading slot="title" level={2}>
                  {title}
                </Heading>
                {!mustDecide && <IconButton slot="close" icon="close" label={texts.states.close} />}
              </div>
              {typeof children === 'function' ? children(close) : children}
            </>
          )}
        </Spoken>
      </Modal>
    </ModalOverlay>
  )
  if (trigger === undefined) return overlay
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      {trigger}
      {overlay}
    </DialogTrigger>
  )
}

function FocusKeeper(): null {
  useEffect(() => keepFocus, [])
  return null
}

/** Buttons at the end of a dialog. */
export const DialogActions = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <div className={styles.actions}>{children}</div>
)
