import type { KeyboardEvent, ReactNode } from 'react'
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { Icon } from '../design/icon.tsx'
import type { OpenMenuProps } from '../design/menu-trigger.tsx'
import type { StatusChoice } from './status-choices.ts'
import styles from './status-control.module.css'
import { StatusMark, type StatusStage } from './status-mark.tsx'

interface StatusMenuProps extends OpenMenuProps {
  readonly label: string
  readonly choices: readonly StatusChoice[]
  readonly stageOf: (id: string) => StatusStage
  readonly onChoose: (choice: StatusChoice) => void
  /** A further section. */
  readonly children?: ReactNode
}

/** The values that a list can change to, those that are not allowed with their reasons; digits choose as well. */
export function StatusMenu({ label, choices, stageOf, onChoose, children, ...menu }: StatusMenuProps): ReactNode {
  const allowed = choices.filter(({ refusal }) => refusal === null)
  const chooseByDigit = (event: KeyboardEvent): void => {
    const choice = allowed[Number(event.key) - 1]
    if (choice === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    menu.onClose()
    onChoose(choice)
  }
  return (
    <div onKeyDownCapture={chooseByDigit}>
      <Menu
        {...menu}
        className={styles.menu}
        aria-label={label}
        disabledKeys={choices.filter(({ refusal }) => refusal !== null).map(({ option }) => option.id)}
        onAction={(key) => {
          const choice = allowed.find(({ option }) => option.id === key)
          if (choice !== undefined) onChoose(choice)
        }}
      >
        <MenuSection>
          <Header className={styles.header}>{label}</Header>
          {choices.map((choice) => (
            <StatusItem
              key={choice.option.id}
              choice={choice}
              stage={stageOf(choice.option.id)}
              digit={allowed.indexOf(choice) + 1}
            />
          ))}
        </MenuSection>
        {children}
      </Menu>
    </div>
  )
}

interface StatusItemProps {
  readonly choice: StatusChoice
  readonly stage: StatusStage
  /** The key that chooses it; 0: none. */
  readonly digit: number
}

const StatusItem = ({ choice: { option, refusal }, stage, digit }: StatusItemProps): ReactNode => (
  <MenuItem id={option.id} textValue={option.label} className={styles.item}>
    <StatusMark stage={stage} color={option.color} />
    <span className={styles.text}>
      {option.label}
      {refusal !== null && <small>{refusal}</small>}
    </span>
    {refusal !== null ? <Icon name="lock" /> : digit > 0 && digit < 10 && <kbd>{digit}</kbd>}
  </MenuItem>
)
