import type { ReactNode } from 'react'
import { Header, MenuItem as Item, Menu as Items, MenuSection as Section } from 'react-aria-components/Menu'
import { Icon, type IconName } from './icon.tsx'
import { joinClasses } from './join-classes.ts'
import styles from './menu.module.css'
import { MenuTrigger } from './menu-trigger.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactNode
  readonly label: string
  readonly children: ReactNode
  /** Where something else than the button opens it, too. */
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
}

/** Actions and places behind one button. */
export const Menu = ({ trigger, label, children, isOpen, onOpenChange }: MenuProps): ReactNode => (
  <MenuTrigger
    trigger={trigger}
    className={styles.popover}
    placement="bottom end"
    isOpen={isOpen}
    onOpenChange={onOpenChange}
  >
    {(menu) => (
      <Items {...menu} className={styles.menu} aria-label={label}>
        {children}
      </Items>
    )}
  </MenuTrigger>
)

interface MenuItemProps {
  /** In a section of choices: what its `selectedId` names. */
  readonly id?: string
  readonly children: string
  readonly icon?: IconName
  /** Leads to a page. */
  readonly href?: string
  readonly onAction?: () => void
  readonly isDangerous?: boolean
  readonly isDisabled?: boolean
  /** For screen readers, after the text. */
  readonly hint?: string | undefined
  /** Language of the text, if it is not that of the page. */
  readonly language?: string
}

export const MenuItem = ({ children, icon, isDangerous, language, hint, ...rest }: MenuItemProps): ReactNode => (
  <Item
    {...rest}
    textValue={children}
    className={joinClasses(styles.item, isDangerous && styles.danger)}
    shouldCloseOnSelect
  >
    {({ isSelected }) => (
      <>
        {icon && <Icon name={icon} />}
        <span lang={language}>{children}</span>
        {hint !== undefined && <VisuallyHidden>{hint}</VisuallyHidden>}
        {isSelected && <Icon name="check" />}
      </>
    )}
  </Item>
)

export const MenuSection = ({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}): ReactNode => (
  <Section className={styles.section}>
    <Header className={styles.header}>{title}</Header>
    {children}
  </Section>
)

interface MenuChoicesProps {
  readonly label: string
  /** The label stands above the items. */
  readonly isTitled?: boolean
  /** Id of the item that holds now; null: none does. */
  readonly selectedId: string | null
  /** Items with ids. The action of the chosen one runs, too. */
  readonly children: ReactNode
}

/** Items of which one holds now, which screen readers announce. */
export const MenuChoices = ({ label, isTitled = false, selectedId, children }: MenuChoicesProps): ReactNode => (
  <Section
    className={styles.section}
    {...(isTitled ? {} : { 'aria-label': label })}
    selectionMode="single"
    disallowEmptySelection
    selectedKeys={selectedId === null ? [] : [selectedId]}
  >
    {isTitled && <Header className={styles.header}>{label}</Header>}
    {children}
  </Section>
)

interface ChoiceMenuProps extends Pick<MenuProps, 'trigger' | 'label' | 'isOpen' | 'onOpenChange'> {
  readonly options: readonly { readonly id: string; readonly label: string; readonly mark?: ReactNode }[]
  readonly selectedIds: readonly string[]
  /** The chosen ids, in the order of the options. */
  readonly onChange: (selectedIds: readonly string[]) => void
  /** One choice closes it. */
  readonly mustClose?: boolean
}

/** Any number of several choices behind one button. */
export const ChoiceMenu = ({
  trigger,
  label,
  isOpen,
  onOpenChange,
  options,
  selectedIds,
  onChange,
  mustClose,
}: ChoiceMenuProps): ReactNode => (
  <MenuTrigger
    trigger={trigger}
    className={styles.popover}
    placement="bottom start"
    isOpen={isOpen}
    onOpenChange={onOpenChange}
  >
    {(menu) => (
      <Items
        {...menu}
        className={styles.menu}
        aria-label={label}
        selectionMode="multiple"
        selectedKeys={selectedIds}
        shouldCloseOnSelect={mustClose ?? false}
        onSelectionChange={(keys) => {
          const isChosen = (id: string): boolean => keys === 'all' || keys.has(id)
          onChange(options.flatMap(({ id }) => (isChosen(id) ? [id] : [])))
        }}
      >
        {options.map(({ id, label: text, mark }) => (
          <Item key={id} id={id} textValue={text} className={styles.item}>
            {({ isSelected }) => (
              <>
                {mark}
                <span>{text}</span>
                {isSelected && <Icon name="check" />}
              </>
            )}
          </Item>
        ))}
      </Items>
    )}
  </MenuTrigger>
)
