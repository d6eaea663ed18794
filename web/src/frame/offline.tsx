import { type ReactNode, useSyncExternalStore } from 'react'
import { Icon } from '../design/icon.tsx'
import { texts } from '../texts/texts.ts'
import styles from './offline.module.css'

/** A bar while the browser has no connection. */
export function Offline(): ReactNode {
  const isOnline = useSyncExternalStore(listen, () => navigator.onLine)
  return (
    <div role="status">
      {!isOnline && (
        <p className={styles.bar}>
          <Icon name="warning" />
          {texts.states.isOffline}
        </p>
      )}
    </div>
  )
}

function listen(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
