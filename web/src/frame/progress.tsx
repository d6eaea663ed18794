import { useIsFetching } from '@tanstack/react-query'
import { memo, type ReactNode, useEffect, useState } from 'react'
import styles from './progress.module.css'

/** A thin line at the top while requests last longer than a moment. */
export const Progress = memo((): ReactNode => {
  const isBusy = useIsFetching() > 0
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isBusy) return setShown(false)
    const coming = setTimeout(() => setShown(true), 300)
    return () => clearTimeout(coming)
  }, [isBusy])
  return isShown ? <div className={styles.line} aria-hidden="true" /> : null
})
