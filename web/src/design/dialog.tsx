import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Heading, Dialog as Spoken } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { texts } from '../texts/texts.ts'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'
import { joinClasses } from './join-classes.ts'
import { keepFocus } from './keep-focus.ts'
import { TriggerContext } from './pressable.tsx'

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

/** Lies over the page, keeps the focus inside and gives it back. Until it is used, only its trigger is rendered. */
export function Dialog({ trigger, isOpen, onOpenChange, ...rest }: DialogProps): ReactNode {
  const [isOpenByTrigger, setOpenByTrigger] = useState(false)
  const isShown = isOpen ?? isOpenByTrigger
  const wasShown = useRef(false)
  wasShown.current ||= isShown
  const change = (to: boolean): void => {
    setOpenByTrigger(to)
    onOpenChange?.(to)
  }
  const isDismissible = onOpenChange !== undefined
  return (
    <>
      {trigger !== undefined && (
        <TriggerContext value={{ 'aria-haspopup': 'dialog', 'aria-expanded': isShown, onClick: () => change(true) }}>
          {trigger}
        </TriggerContext>
      )}
      {wasShown.current && (
        <UsedDialog {...rest} isOpen={isShown} isDismissible={isDismissible} onOpenChange={change} />
      )}
    </>
  )
}

interface UsedDialogProps extends Omit<DialogProps, 'trigger' | 'isOpen' | 'onOpenChange'> {
  readonly isOpen: boolean
  readonly isDismissible: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

const UsedDialog = ({
  title,
  isOpen,
  onOpenChange,
  isDismissible,
  mustDecide,
  isWide,
  children,
}: UsedDialogProps): ReactNode => (
  <ModalOverlay
    className={styles.veil}
    isOpen={isOpen}
    isDismissable={!mustDecide}
    isKeyboardDismissDisabled={mustDecide && !isDismissible}
    onOpenChange={onOpenChange}
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
              {!mustDecide && <IconButton onPress={close} icon="close" label={texts.states.close} />}
            </div>
            {typeof children === 'function' ? children(close) : children}
          </>
        )}
      </Spoken>
    </Modal>
  </ModalOverlay>
)

function FocusKeeper(): null {
  useEffect(() => keepFocus, [])
  return null
}

/** Buttons at the end of a dialog. */
export const DialogActions = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <div className={styles.actions}>{children}</div>
)
